import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Effect, type Scope } from "effect"
import { type Problem, problem } from "#schemas/problem.ts"
import type { Creation } from "./intake.ts"
import { errorAnswer, type RestAnswer } from "./twilioJson.ts"

/** A request with its body, once whoever asks is known to be the account's owner. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
}

const maxBytes = 64 * 1024

const write = (response: ServerResponse, answer: RestAnswer): void => {
  if (answer.status === 204) {
    response.writeHead(answer.status)
    return void response.end()
  }
  const body = "wav" in answer ? answer.wav : Buffer.from(JSON.stringify(answer.json))
  const retryAfter = "wav" in answer ? undefined : answer.retryAfterSeconds
  response.writeHead(answer.status, {
    "content-type": "wav" in answer ? "audio/x-wav" : "application/json;charset=utf-8",
    "content-length": body.length,
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  })
  response.end(body)
}

const readBody = (request: IncomingMessage, onBody: (body: string) => void, onTooLarge: () => void): void => {
  const parts: Array<Buffer> = []
  let size = 0
  request.on("data", (part: Buffer) => {
    size += part.length
    if (size <= maxBytes) parts.push(part)
  })
  request.on("end", () => (size <= maxBytes ? onBody(Buffer.concat(parts).toString("utf8")) : onTooLarge()))
}

const serve =
  (authorization: string, handle: (asked: Asked) => Creation) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    readBody(
      request,
      (body) => {
        if (request.headers.authorization !== authorization) return write(response, errorAnswer(401, 20003))
        const [path = "/", query = ""] = (request.url ?? "/").split("?", 2)
        const { answer, afterwards } = handle({
          method: request.method ?? "GET",
          path,
          query: new URLSearchParams(query),
          form: new URLSearchParams(body),
        })
        if (answer === "reset") request.socket.resetAndDestroy()
        else if (answer !== "hang") write(response, answer)
        afterwards?.()
      },
      () => write(response, errorAnswer(413, 20413)),
    )
  }

const listen = (server: Server, host: string, port: number): Effect.Effect<number, Problem> =>
  Effect.callback((resume) => {
    server.once("error", () =>
      resume(
        Effect.fail(
          problem("Unavailable", `The simulated carrier cannot listen on ${host}:${port}; is the port in use?`),
        ),
      ),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

/**
 * Listens with plain node:http, whose cost per request lets one core take
 * thousands of texts a second. Ends with the scope, open connections included.
 * @returns the port it listens on; ask for port 0 to get a free one
 */
export const startListener = (
  where: { readonly host: string; readonly port: number; readonly accountSid: string; readonly authToken: string },
  handle: (asked: Asked) => Creation,
): Effect.Effect<number, Problem, Scope.Scope> =>
  Effect.gen(function* () {
    const credentials = Buffer.from(`${where.accountSid}:${where.authToken}`).toString("base64")
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer({ keepAliveTimeout: 65_000 }, serve(`Basic ${credentials}`, handle))),
      (open) =>
        Effect.callback<void>((resume) => {
          open.close(() => resume(Effect.void))
          open.closeAllConnections()
        }),
    )
    return yield* listen(server, where.host, where.port)
  })
