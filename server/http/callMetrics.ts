import { Clock, Effect, Exit, Metric } from "effect"
import type { HttpServerResponse } from "effect/http"
import { isProblem } from "#schemas/problem.ts"

/** Seconds a call may take, as the upper ends of the histogram's steps. */
const steps = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const requests = Metric.histogram("http_request_duration_seconds", {
  description: "How long calls of the contract took until their answer began, by call and class of status.",
  boundaries: steps,
})

/** Feeds that stand open in this process. */
export const openFeeds = Metric.gauge("feeds_open", { description: "Feeds of changes that pages hold open." })

/** `2xx` and so on; a call whose person went away has no status. */
const classOf = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>): string => {
  if (Exit.isSuccess(exit)) return `${Math.floor(exit.value.status / 100)}xx`
  const failure = Exit.findErrorOption(exit)
  return failure._tag === "Some" && isProblem(failure.value) ? `${failure.value.statusCode[0]}xx` : "gone"
}

/** Counts a call and how long it took. */
export const measured = <E, R>(call: string, answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(Clock.monotonicTimeNanos, (began) =>
    Effect.onExit(answer, (exit) =>
      Effect.flatMap(Clock.monotonicTimeNanos, (ended) =>
        requests.pipe(
          Metric.withAttributes({ call, status: classOf(exit) }),
          Metric.update(Number(ended - began) / 1e9),
        ),
      ),
    ),
  )
