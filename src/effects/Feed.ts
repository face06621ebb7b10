import { Clock, Context, DateTime, Duration, Effect, Layer, Option, Schedule, Stream, Queue } from "effect"
import { isProblem, problem, type Problem } from "#schemas/problem.ts"
import type { Change } from "#schemas/reporting/feed.ts"
import { isPassing, unreachable } from "#schemas/session/problems.ts"
import { FeedGroup } from "#schemas/reporting/feedCalls.ts"
import { ApiClient } from "./ApiClient.ts"
import { Renewal } from "./Renewal.ts"
import { tabLock } from "./tabLock.ts"

const feedName = "admin-view-feed"

/** Half a second at first, doubling, half a minute at most, for ever. */
const backoff = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("30 seconds")])

/** How long the server wants to be left alone (`Retry-After`). */
const askedFor = ({ retryAt }: Problem) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const at = Option.flatMap(Option.fromNullishOr(retryAt), (given) => DateTime.make(given))
    return Duration.millis(Math.max(0, Option.match(at, { onNone: () => 0, onSome: DateTime.toEpochMillis }) - now))
  })

/** The other tabs of this browser. */
const channel = Effect.acquireRelease(
  Effect.sync(() => new BroadcastChannel(feedName)),
  (open) => Effect.sync(() => open.close()),
)

const heard = (open: BroadcastChannel): Stream.Stream<Change> =>
  Stream.callback<Change>((queue) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const listen = ({ data }: MessageEvent<Change>): void => void Queue.offerUnsafe(queue, data)
        open.addEventListener("message", listen)
        return listen
      }),
      (listen) => Effect.sync(() => open.removeEventListener("message", listen)),
    ),
  )

/**
 * What changed on the server, for as long as the stream is run: server-sent events
 * read by fetch with the bearer token, resumed by Last-Event-ID, reconnecting with
 * a growing pause (the server's own where it asks for one) and through a token renewal after a 401. One tab of the browser
 * holds the connection, the others hear it. Fails only when signing in again is needed.
 */
export class Feed extends Context.Service<Feed, { readonly changes: Stream.Stream<Change, Problem> }>()(
  "admin-view/effects/Feed",
) {
  static readonly layer = Layer.effect(
    Feed,
    Effect.gen(function* () {
      const api = yield* ApiClient
      const renewal = yield* Renewal

      const connect = (last: { pos: string | null }): Stream.Stream<Change, Problem> =>
        Stream.unwrap(
          api.call(FeedGroup, (client) =>
            client.GetChanges({ headers: last.pos === null ? {} : { "last-event-id": last.pos } }),
          ),
        ).pipe(
          Stream.mapError((error) => (isProblem(error) ? error : unreachable())),
          Stream.tap((change) =>
            Effect.sync(() => {
              last.pos = change.pos
            }),
          ),
          Stream.concat(Stream.fail(unreachable())),
        )

      // With a new token the connection is tried again; without one only signing in helps.
      const renewed: Effect.Effect<never, Problem> = renewal.refresh.pipe(
        Effect.mapError((lost) => (isPassing(lost) ? lost : problem("Unauthenticated", lost.message))),
        Effect.andThen(Effect.fail(unreachable())),
      )

      // The connection ends now and then; after a 401 it comes back with a new token.
      const kept = Stream.suspend(() => {
        const last: { pos: string | null } = { pos: null }
        return Stream.suspend(() => connect(last)).pipe(
          Stream.catchIf(
            (refusal) => refusal.problem === "Unauthenticated",
            () => Stream.fromEffect(renewed),
          ),
          Stream.retry(($) =>
            $(backoff).pipe(
              Schedule.modifyDelay(({ duration, input }) =>
                Effect.map(askedFor(input), (wanted) => Duration.max(duration, wanted)),
              ),
              Schedule.while(({ input }) => input.problem !== "Unauthenticated"),
            ),
          ),
        )
      })

      const changes = Stream.unwrap(
        Effect.gen(function* () {
          const others = yield* channel
          // One tab keeps the feed open: six open feeds block a seventh tab over HTTP/1.1 (docs/architecture.md#feed).
          const led = Stream.unwrap(Effect.as(tabLock(feedName), kept)).pipe(
            Stream.tap((change) => Effect.sync(() => others.postMessage(change))),
          )
          return Stream.merge(led, heard(others))
        }),
      )
      return Feed.of({ changes })
    }),
  )
}
