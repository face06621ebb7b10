import { Context, Deferred, Effect, Layer, type Scope } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { problem } from "#schemas/problem.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import { noteClientAddress, type TrustedProxies } from "#server/identity/clientAddress.ts"
import { limitBodyTime, patience as promised, type Patience } from "./bodyTime.ts"
import { setHeaders } from "./headers.ts"
import { answerProblem, problemBody } from "./nodeAnswers.ts"
import { headFault } from "./requestHead.ts"
import { limitStalledTime, lookMillis } from "./stalledTime.ts"

/** Answers a request, or gives false to leave it to the next one. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/** How long running requests may take once a stop began, in milliseconds. */
const drainMillis = 10_000
/** How often connections are looked at for heads that come too slowly, in milliseconds. */
const headLookMillis = 1_000
/** How often a stopping server closes connections that have become idle, in milliseconds. */
const idleLookMillis = 50

const unavailable = (response: ServerResponse): void =>
  answerProblem(response, problem("Unavailable", "Admin View is starting or stopping. Try again in a moment."), {
    close: true,
    retryAfterSeconds: 2,
  })

/**
 * Answers what is no HTTP, or came too slowly to become a request, and hangs up. Where nothing came it says nothing:
 * browsers open connections ahead, and take what they find on one for the answer to the next request.
 */
const refuseNoise = (_cause: Error, socket: Duplex): void => {
  const isUnused = socket instanceof Socket && socket.bytesRead === 0
  if (isUnused || !socket.writable) return void socket.destroy()
  const body = problemBody(problem("BadRequest", "The request could not be read."))
  const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy())
}

const listen = (server: Server, port: number, host: string) =>
  Effect.callback<void, CannotStart>((resume) => {
    const fail = (cause: NodeJS.ErrnoException) =>
      resume(
        new CannotStart({
          message:
            cause.code === "EADDRINUSE"
              ? `Port ${port} is in use by another program. Choose another one with PORT, for example: PORT=4190 npm start`
              : `Cannot listen on ${host}:${port} (${cause.code ?? cause.message}).`,
          cause,
        }),
      )
    server.once("error", fail)
    server.listen(port, host, () => {
      server.off("error", fail)
      resume(Effect.void)
    })
  })

/** Stops listening and waits for running requests; those that take longer than the drain are cut off. */
const close = (server: Server) =>
  Effect.callback<void>((resume) => {
    const patience = setTimeout(() => server.closeAllConnections(), drainMillis)
    // A connection kept alive becomes idle only after its running answer.
    const idle = setInterval(() => server.closeIdleConnections(), idleLookMillis)
    server.close(() => {
      clearTimeout(patience)
      clearInterval(idle)
      resume(Effect.void)
    })
  })

/**
 * The one address people, carriers and the identity provider reach. It listens
 * before the rest of the program is there, so that a taken port is reported at once,
 * and answers 503 until `handlers` are given and again while it stops.
 */
export class Listener extends Context.Service<
  Listener,
  {
    /**
     * Hands requests to handlers in order; the first that does not give false
     * has answered. When the caller's scope closes, feeds end and running
     * requests are waited for, before anything the handlers stand on is closed.
     * @param headers of every answer from then on, where they depend on what the program found; else those it began with
     */
    readonly serve: (
      handlers: ReadonlyArray<NodeHandler>,
      headers?: Readonly<Record<string, string>>,
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Done when a stop begins: endless answers such as feeds end then, before running requests are waited for. */
    readonly stopping: Deferred.Deferred<void>
  }
>()("admin-view/http/Listener") {
  static readonly layer = (options: {
    readonly port: number
    readonly host: string
    readonly headers: Readonly<Record<string, string>>
    readonly trusted: TrustedProxies
    /** How long requests may take to arrive; tests are in a hurry. */
    readonly patience?: Patience
  }) =>
    Layer.effect(
      Listener,
      Effect.gen(function* () {
        const stopping = yield* Deferred.make<void>()
        let handlers: ReadonlyArray<NodeHandler> = []
        let { headers } = options
        const { patience = promised } = options
        const times = {
          headersTimeout: patience.head,
          requestTimeout: patience.file,
          connectionsCheckingInterval: Math.min(headLookMillis, patience.head),
          // Looked at with the rest of the head, and answered in our form.
          requireHostHeader: false,
        }
        const server = createServer(times, (request, response) => {
          noteClientAddress(request, options.trusted)
          setHeaders(response, headers)
          limitBodyTime(request, response, patience)
          limitStalledTime(response, patience.stalled)
          const fault = headFault(request)
          if (fault !== undefined) answerProblem(response, fault, { close: true })
          else if (!handlers.some((handler) => handler(request, response))) unavailable(response)
        })
        server.on("clientError", refuseNoise)
        server.on("checkExpectation", (_request, response) =>
          answerProblem(response, problem("BadRequest", "The header Expect asks for what this server does not do."), {
            close: true,
          }),
        )
        server.timeout = lookMillis(patience.stalled)
        const drain = yield* Effect.cached(
          Effect.gen(function* () {
            yield* Deferred.succeed(stopping, undefined)
            yield* close(server)
          }),
        )
        yield* Effect.acquireRelease(listen(server, options.port, options.host), () => drain)
        return Listener.of({
          stopping,
          serve: (given, withHeaders = options.headers) =>
            Effect.acquireRelease(
              Effect.sync(() => {
                handlers = given
                headers = withHeaders
              }),
              () => drain,
            ),
        })
      }),
    )
}
