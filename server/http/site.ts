import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { join } from "node:path"
import { servingCompressed } from "./compression.ts"
import { contractPage } from "./contractPage.ts"
import { openApiDocument } from "./openApi.ts"
import { nothingHere } from "./plainAnswers.ts"
import { makeReadiness } from "./ready.ts"
import { staticFiles } from "./staticFiles.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { patientPath } from "#schemas/scheduling/patientLink.ts"
import { demoRoutes } from "#schemas/routes.ts"
import { demoSignIn } from "#server/demo/accounts.ts"

/** Where the built front end lies. */
const siteDir = join(import.meta.dirname, "..", "..", "dist")

/** Paths under which nothing belongs to the pages: an unknown one is a plain 404, never the application. */
const notPages = /^\/(api|dev|assets|webhooks|idp|health|calendar|scim|sounds)(\/|$)/

/**
 * The frame that draws a chart. The drawing library writes styles
 * into its picture: they are allowed here and nowhere else, in a document that
 * reaches nothing but our font, takes no more than a chart's text, and stands in our own page only.
 */
const picturePolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * The frame that draws a chart's real view for the gallery, in the demo only: its own code and styles, no inline
 * ones, and no network at all, so that a view drawn from a journal can ask no one anything.
 */
const galleryPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "media-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * The inspector, in the demo only, a page of its own: what it knows comes from another tab of the browser. It asks no
 * server anything, and may open a window of an inspector that is not ours, which `cross-origin-opener-policy` of our
 * pages would cut off; it has no session that such a window could reach.
 */
const inspectorPage = "/inspector.html"
const inspectorPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/**
 * The patient's own page: its own code, styles and calls, and nothing else from anywhere; in no frame, and found by no
 * search engine. It stands at an address of its own, and is not the application.
 */
const patientPage = "/patient.html"
const patientHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'",
  "x-robots-tag": "noindex, nofollow",
}

const picturePage = "/picture.html"

/** Pages besides the product, all but that of pictures of the demo, most of them frames of our own pages, by what they are allowed. */
const framePolicies: Readonly<Record<string, string>> = {
  [picturePage]: picturePolicy,
  "/gallery.html": galleryPolicy,
  [inspectorPage]: inspectorPolicy,
}

/** Ways of writing an address that none of ours has: steps up, doubled or hidden separators, characters that end a name. */
const noAddress = /\/\/|\\|(^|\/)\.{1,2}(\/|$)|%(2e|2f|5c|0\d|1\w|7f|(?![\da-f]{2}))/i

/**
 * The files of the front end. Hashed assets may be kept for a year, everything
 * else is asked for again, so that a new release is seen at the next load. A path
 * without a file is the application, which knows the routes; of those under `/dev`
 * it knows the demo's pages.
 */
const files = ({ demo }: { readonly demo: boolean }) =>
  Effect.gen(function* () {
    const serve = yield* servingCompressed(siteDir, yield* staticFiles(siteDir))
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const path = request.url.split("?")[0] ?? "/"
      const isAsset = path.startsWith("/assets/")
      if (noAddress.test(path)) return yield* nothingHere
      if (request.method !== "GET" && request.method !== "HEAD") return yield* nothingHere
      if (notPages.test(path) && !isAsset && !(demo && Object.hasOwn(demoRoutes, path))) return yield* nothingHere
      const framePolicy = Object.hasOwn(framePolicies, path) ? framePolicies[path] : undefined
      // Ladders are drawn everywhere (docs/decisions/109-ladders-as-charts.md).
      if (framePolicy !== undefined && !demo && path !== picturePage) return yield* nothingHere
      const isPatients = path === patientPath || path === patientPage
      const page = isPatients
        ? Effect.provideService(serve, HttpServerRequest.HttpServerRequest, request.modify({ url: patientPage }))
        : serve
      const response = yield* Effect.map(page, (served) =>
        isPatients
          ? HttpServerResponse.setHeaders(served, patientHeaders)
          : framePolicy === undefined
            ? served
            : HttpServerResponse.setHeaders(served, {
                "content-security-policy": framePolicy,
                ...(path === inspectorPage ? { "cross-origin-opener-policy": "unsafe-none" } : {}),
              }),
      )
      const isHtml = String(response.headers["content-type"] ?? "").startsWith("text/html")
      if (isAsset && isHtml) return yield* nothingHere
      return HttpServerResponse.setHeader(
        response,
        "cache-control",
        isAsset ? "public, max-age=31536000, immutable" : "no-cache",
      )
    })
  })

/** Whether the process lives, and whether it may be sent requests. */
export const healthLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    yield* router.add("GET", "/health/live", HttpServerResponse.jsonUnsafe({ status: "live" }))
    yield* router.add("GET", "/health/ready", yield* makeReadiness)
  }),
)

/** All that is served to people besides the contract: pages, the identity settings and the contract's description. */
export const siteLayer = (options: { readonly demo: boolean }) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { authConfig, kind } = yield* Identity
      const serveFiles = yield* files(options)
      yield* router.add(
        "GET",
        "/auth-config.json",
        HttpServerResponse.jsonUnsafe(
          options.demo ? { ...authConfig, demo: demoSignIn(kind === "hosted") } : authConfig,
          {
            headers: { "cache-control": "no-store" },
          },
        ),
      )
      yield* router.add("GET", "/openapi.json", HttpServerResponse.jsonUnsafe(openApiDocument))
      yield* router.add("GET", "/docs/api", HttpServerResponse.html(contractPage()))
      yield* router.add("*", "/*", serveFiles)
    }),
  ).pipe(Layer.orDie)
