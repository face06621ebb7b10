import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { RateLimiter } from "effect/persistence"
import type { Call } from "#schemas/access.ts"
import { changesState } from "#schemas/commands.ts"
import { callRates } from "#schemas/constants.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { realClock } from "#server/identity/realTime.ts"
import { sayRetryAfter } from "./retryAfter.ts"

/** What is counted. */
export type CallRate = keyof typeof callRates

const sentences: Readonly<Record<CallRate, string>> = {
  login: "This account signs in too often.",
  write: "Too many changes in a short time.",
  ask: "Too many questions in a short time.",
  export: "Too many files in a short time.",
  link: "Too many tries in a short time.",
  network: "Too many tries in a short time.",
  guess: "Too many tries in a short time.",
  testCall: "You had too many test calls in a short time.",
}

const exports: ReadonlyArray<Call> = [
  "Database.DownloadRejectedRows",
  "Appointment.DownloadCalendar",
  "Report.DownloadPastExport",
]

type Endpoint = Parameters<typeof changesState>[0] & { readonly method: string }

/**
 * What a call counts as. Reading what has an address is not counted; what is asked with a body costs more. An export
 * is one of these until its turn comes: its handler counts it as a file then.
 */
export const rateOf = (call: Call, endpoint: Endpoint): CallRate | undefined => {
  if (exports.includes(call)) return "export"
  if (changesState(endpoint)) return "write"
  return endpoint.method === "POST" ? "ask" : undefined
}

/** How long to wait, in whole seconds, as a sentence and as the header that programs read. */
const refuse = Effect.fnUntraced(function* (rate: CallRate, wait: Duration.Duration) {
  const seconds = Math.ceil(Duration.toSeconds(wait))
  yield* sayRetryAfter(seconds)
  const unit = seconds === 1 ? "second" : "seconds"
  return yield* Effect.fail(
    problem("TooManyRequests", `${sentences[rate]} The next one is possible in ${seconds} ${unit}.`),
  )
})

/** Keeps one person, or a program with their token, from taking the server away from everyone else. */
export class CallRates extends Context.Service<
  CallRates,
  {
    /** Counts one call of a person; fails with TooManyRequests, which says when the next one is possible. */
    readonly count: (
      rate: CallRate,
      who: string | number,
    ) => Effect.Effect<void, Problem, HttpServerRequest.HttpServerRequest>
  }
>()("admin-view/http/CallRates") {
  /** In memory, each process for itself; by real time, which the demo's clock does not move. */
  static readonly layer = Layer.effect(
    CallRates,
    Effect.gen(function* () {
      const limiter = yield* RateLimiter.RateLimiter
      const clock = yield* realClock
      return CallRates.of({
        count: (rate, who) => {
          const { calls: limit, perMillis: window } = callRates[rate]
          const options = {
            algorithm: "token-bucket",
            onExceeded: "fail",
            key: `${rate} ${who}`,
            limit,
            window,
          } as const
          return limiter.consume(options).pipe(
            Effect.provideService(Clock.Clock, clock),
            Effect.catchTag("RateLimiterError", ({ reason }) =>
              reason._tag === "RateLimitExceeded" ? refuse(rate, reason.retryAfter) : Effect.die(reason),
            ),
            Effect.asVoid,
          )
        },
      })
    }),
  ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
}
