import { Deferred, Duration, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentPerson } from "#schemas/caller.ts"
import type { Change } from "#schemas/reporting/feed.ts"
import { Feed } from "./Feed.ts"
import { callsOf } from "./handlers.ts"
import { Listener } from "./Listener.ts"

/** How often a quiet feed says that it is alive; proxies close what is silent for a minute. */
const heartbeatEvery = Duration.seconds(15)
/** After this long a feed ends and the browser comes back with a fresh token, so a removed right ends it too. */
const longestFeed = Duration.minutes(10)

const element = (change: Change): string => `id: ${change.pos}\ndata: ${JSON.stringify(change)}\n\n`

/** A comment of the event stream: readers skip it. */
const heartbeat = ": alive\n\n"

/** The text of a feed: elements, and a comment every 15 seconds between them. */
export const feedText = (changes: Stream.Stream<Change>): Stream.Stream<string> =>
  Stream.merge(
    Stream.map(changes, element),
    Stream.map(Stream.drop(Stream.tick(heartbeatEvery), 1), () => heartbeat),
  )

/** `GET /api/Feed/GetChanges`: the acting company's changes as server-sent events, ended before the server drains. */
export const feedCalls = callsOf("Feed", {
  GetChanges: Effect.fn("Feed.GetChanges")(function* ({ headers }) {
    const feed = yield* Feed
    const { stopping } = yield* Listener
    const person = yield* CurrentPerson
    yield* feed.enter(person.userId)
    // Before the answer is judged: who loses the right between that and the first byte is heard as well.
    const closing = yield* feed.closing({
      userId: person.userId,
      companyIds: [person.companyId, person.actingCompanyId],
    })
    const text = feedText(feed.follow(person.actingCompanyId, person.userId, headers["last-event-id"])).pipe(
      Stream.interruptWhen(Effect.raceAll([Deferred.await(stopping), Effect.sleep(longestFeed), closing])),
    )
    return HttpServerResponse.stream(Stream.encodeText(text), {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" },
    })
  }),
})
