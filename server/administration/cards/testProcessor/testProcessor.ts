import { Clock, Effect, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { problem, type Problem } from "#schemas/problem.ts"
import { fieldsPath } from "#server/administration/cards/httpCardProcessor.ts"
import { fieldsPage } from "./fieldsPage.ts"
import { makeMethods, type CardError, type Method, type TypedCard } from "./methods.ts"

type Where = {
  readonly host: string
  readonly port: number
  /** What our server shows to be let in. */
  readonly key: string
  /** Whose pages may show the fields in a frame; never read from a request. */
  readonly pagesOrigin: string
}

const maxBytes = 16 * 1024
const file = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url))
const assets: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  "/fields.js": { type: "text/javascript; charset=utf-8", body: file("fields.js") },
  "/fields.css": { type: "text/css; charset=utf-8", body: file("fields.css") },
}

const safe = { "cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" }

const policyFor = (pagesOrigin: string, nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${pagesOrigin}`,
  ].join("; ")

const write = (response: ServerResponse, status: number, type: string, body: string | Buffer, more: object = {}) => {
  response.writeHead(status, { ...safe, "content-type": type, ...more })
  response.end(body)
}

const answer = (response: ServerResponse, found: Method | CardError): void => {
  if ("id" in found) return write(response, 200, "application/json", JSON.stringify(found))
  const { status, code, message } = found
  const type = status === 402 ? "card_error" : "invalid_request_error"
  write(response, status, "application/json", JSON.stringify({ error: { type, code, message } }))
}

const readBody = (request: IncomingMessage, onBody: (body: string) => void): void => {
  const parts: Array<Buffer> = []
  let size = 0
  request.on("data", (part: Buffer) => {
    size += part.length
    if (size <= maxBytes) parts.push(part)
  })
  request.on("end", () => onBody(size <= maxBytes ? Buffer.concat(parts).toString("utf8") : ""))
}

const typedIn = (body: string): TypedCard => {
  const form = new URLSearchParams(body)
  const text = (name: string) => form.get(name) ?? ""
  return {
    number: text("number"),
    code: text("code"),
    expMonth: Number(text("exp_month")),
    expYear: Number(text("exp_year")),
    name: text("name"),
    zip: text("zip"),
  }
}

const serve = ({ key, pagesOrigin }: Where, now: () => number) => {
  const methods = makeMethods(now)
  const showFields = (response: ServerResponse) => {
    const nonce = randomBytes(16).toString("base64")
    const policy = { "content-security-policy": policyFor(pagesOrigin, nonce) }
    write(response, 200, "text/html; charset=utf-8", fieldsPage(pagesOrigin, nonce), policy)
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url ?? "/").split("?")[0] ?? "/"
    const asset = Object.hasOwn(assets, path) ? assets[path] : undefined
    if (request.method === "GET" && path === fieldsPath) return showFields(response)
    if (request.method === "GET" && asset !== undefined) return write(response, 200, asset.type, asset.body)
    readBody(request, (body) => {
      if (request.method === "POST" && path === "/tokens") return answer(response, methods.make(typedIn(body)))
      const [, id, verb] = /^\/v1\/payment_methods\/(\w+)\/(attach|detach)$/.exec(path) ?? []
      if (request.method !== "POST" || id === undefined) return write(response, 404, "text/plain", "Nothing here.")
      if (request.headers.authorization !== `Bearer ${key}`) return write(response, 401, "text/plain", "No such key.")
      answer(
        response,
        verb === "attach" ? methods.attach(id, String(request.headers["idempotency-key"])) : methods.detach(id),
      )
    })
  }
}

/**
 * A card processor for tests and the demo, on an origin of its own: a page with the fields of a card, which answers a
 * frame's page with a token, and Stripe's calls about payment methods. It keeps cards in memory, without number and
 * code, and takes no real ones seriously. Ends with the scope.
 * @returns the port it listens on; ask for port 0 to get a free one
 */
export const startTestProcessor = (where: Where): Effect.Effect<number, Problem, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer(serve(where, () => clock.currentTimeMillisUnsafe()))),
      (open) =>
        Effect.callback<void>((resume) => {
          open.close(() => resume(Effect.void))
          open.closeAllConnections()
        }),
    )
    return yield* Effect.callback<number, Problem>((resume) => {
      server.once("error", () =>
        resume(Effect.fail(problem("Unavailable", `The test processor cannot listen on port ${where.port}.`))),
      )
      server.listen(where.port, where.host, () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : where.port))
      })
    })
  })
