import { Effect, FileSystem } from "effect"
import { HttpMiddleware, HttpServerRequest, HttpServerResponse } from "effect/http"
import { extname } from "node:path"

/** How the files of the build were compressed ahead (scripts/lighterBuild.ts), the smaller first. */
const codings = [
  { coding: "br", ending: ".br" },
  { coding: "gzip", ending: ".gz" },
] as const

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".json": "application/json; charset=utf-8",
}

/** Whether a request takes a coding: named, or by `*`, and not with a weight of nothing. */
export const takes = (accepted: string | undefined, coding: string): boolean => {
  const weights = new Map(
    (accepted ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return (weights.get(coding) ?? weights.get("*") ?? 0) > 0
}

/** The file a path is answered with: its own, or the page for an address of the application's. */
const fileOf = ({ headers }: HttpServerRequest.HttpServerRequest, path: string): string =>
  path === "/" || (extname(path) === "" && headers["accept"]?.toLowerCase().includes("text/html") === true)
    ? "/index.html"
    : path

/**
 * Serves a folder's files as they were compressed ahead, where the request takes that.
 * @param folder where the files lie with those compressed of them.
 * @param serve answers a request with the file of its address.
 */
export const servingCompressed = <E, R>(
  folder: string,
  serve: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem.FileSystem
    // Without a build there is nothing to serve, and that is said elsewhere.
    const files = yield* Effect.orElseSucceed(fileSystem.readDirectory(folder, { recursive: true }), () => [])
    const known = new Set(files.map((file) => `/${file.replaceAll("\\", "/")}`))
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const file = fileOf(request, request.url.split("?")[0] ?? "/")
      const found = codings.filter(({ ending }) => known.has(file + ending))
      if (found.length === 0) return yield* serve
      const chosen = found.find(({ coding }) => takes(request.headers["accept-encoding"], coding))
      if (chosen === undefined) return HttpServerResponse.setHeader(yield* serve, "vary", "accept-encoding")
      const compressed = request.modify({ url: file + chosen.ending })
      const response = yield* Effect.provideService(serve, HttpServerRequest.HttpServerRequest, compressed)
      return HttpServerResponse.setHeaders(response, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "content-encoding": chosen.coding,
        vary: "accept-encoding",
      })
    })
  })

const isCompressible = (type: string): boolean => /^(?:application\/json|text\/(?:html|css|csv|plain))\b/.test(type)

/**
 * Compresses answers as they are made: lists, reports, and exports while they stream. Quickly rather than well,
 * because no one keeps them. The feed is left alone, and so is what says `no-transform`.
 */
export const compressAnswers = HttpMiddleware.compression({
  algorithms: ["br", "gzip"],
  levels: { br: 4, gzip: 6 },
  compressible: isCompressible,
})
