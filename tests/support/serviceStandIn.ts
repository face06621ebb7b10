import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"

/** What a service was asked. */
export type Heard = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How it answers; JSON unless the headers say otherwise. */
export type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | object
  /** It is asked, and never answers. */
  readonly hangs?: true
}

/** A service on this machine, over real HTTP. */
export type StandIn = {
  readonly origin: string
  /** All that it was asked, in order. */
  readonly heard: ReadonlyArray<Heard>
  /** What it answers next instead of what it would, once each. */
  readonly next: Array<Answer>
}

const bytesOf = (body: Answer["body"]) =>
  typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)

/** Opens a stand-in on a free port; it closes with the scope. */
export const openStandIn = (answer: (heard: Heard) => Answer): Effect.Effect<StandIn, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const heard: Array<Heard> = []
      const next: Array<Answer> = []
      const server = createServer((request, response) => {
        const parts: Array<Buffer> = []
        request.on("data", (part: Buffer) => parts.push(part))
        request.on("end", () => {
          const url = new URL(request.url ?? "/", "http://localhost")
          const asked: Heard = {
            method: request.method ?? "",
            path: url.pathname,
            query: url.searchParams,
            headers: request.headers,
            body: Buffer.concat(parts).toString("utf8"),
          }
          heard.push(asked)
          const { status = 200, headers = {}, body, hangs } = next.shift() ?? answer(asked)
          if (hangs === true) return
          response.writeHead(status, { "content-type": "application/json", ...headers }).end(bytesOf(body))
        })
      })
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
      return { server, heard, next, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          }),
      ),
  )
