import * as Undici from "@effect/platform-node/Undici"
import { Effect, type Scope } from "effect"

/**
 * How a request ended. `NotSent`: no byte of it went out. `HeldBack`: nor did
 * one, because `mayStart` said no. `Lost`: some or all of it went out and no
 * whole answer came back, so the other side may have acted on it.
 */
export type Exchange =
  | {
      readonly _tag: "Answered"
      readonly status: number
      readonly retryAfter: string | undefined
      readonly body: string
    }
  | { readonly _tag: "NotSent"; readonly reason: string }
  | { readonly _tag: "HeldBack" }
  | { readonly _tag: "Lost"; readonly reason: string }

/**
 * A form to post, or a page to get when there is no body, unless another method is named. `path` includes the query.
 * An answer is text in UTF-8; `latin1` reads one of bytes, a letter for each.
 * `mayStart` is asked when a connection is free and the first byte is about to go out.
 */
export type ExchangeRequest = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly method?: "DELETE"
  readonly encoding?: "latin1"
  readonly mayStart?: () => boolean
}

/** Keep-alive connections to one origin, opened as needed and closed with the scope. */
export type ConnectionPool = Undici.Pool

const answerBytes = 4 * 1024 * 1024

/**
 * Opens a pool. One request at a time runs on a connection, so a broken
 * connection costs exactly one unknown answer.
 * @param connections most connections open at once; further requests wait unsent
 * @param timeoutMillis longest wait for a connection, for the answer's head and between parts of its body
 */
export const openPool = (
  origin: string,
  { connections, timeoutMillis }: { readonly connections: number; readonly timeoutMillis: number },
): Effect.Effect<ConnectionPool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new Undici.Pool(origin, {
          connections,
          pipelining: 1,
          allowH2: false,
          connect: { timeout: timeoutMillis },
          headersTimeout: timeoutMillis,
          bodyTimeout: timeoutMillis,
          maxResponseSize: answerBytes,
        }),
    ),
    (pool) => Effect.promise(() => pool.destroy()),
  )

/** Sends one request, once: it is never repeated on another connection. Interrupting it closes its connection. */
export const exchange = (pool: ConnectionPool, request: ExchangeRequest): Effect.Effect<Exchange> =>
  Effect.callback<Exchange>((resume) => {
    let controller: Undici.Dispatcher.DispatchController | undefined
    let started = false
    let interrupted = false
    let held = false
    let status = 0
    let retryAfter: string | undefined
    const parts: Array<Buffer> = []
    const end = (ending: Exchange) => resume(Effect.succeed(ending))
    pool.dispatch(
      {
        path: request.path,
        method: request.method ?? (request.body === undefined ? "GET" : "POST"),
        headers: request.headers,
        body: request.body ?? null,
        idempotent: false,
      },
      {
        onRequestStart: (control) => {
          controller = control
          // Called a second time the pool wants to repeat the request: a text would go out twice.
          if (started || interrupted) return control.abort(new Error("not repeated"))
          held = request.mayStart?.() === false
          if (held) return control.abort(new Error("held back"))
          started = true
        },
        onResponseStart: (_control, code, headers) => {
          status = code
          const after = headers["retry-after"]
          retryAfter = typeof after === "string" ? after : undefined
        },
        onResponseData: (_control, part) => {
          parts.push(part)
        },
        onResponseEnd: () =>
          end({
            _tag: "Answered",
            status,
            retryAfter,
            body: Buffer.concat(parts).toString(request.encoding ?? "utf8"),
          }),
        onResponseError: (_control, error) =>
          end(held ? { _tag: "HeldBack" } : { _tag: started ? "Lost" : "NotSent", reason: reasonOf(error) }),
      },
    )
    return Effect.sync(() => {
      interrupted = true
      controller?.abort(new Error("interrupted"))
    })
  })

/** The error's code, never its message: messages may hold addresses. */
const reasonOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : error.name)
