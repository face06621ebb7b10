import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { callsOf } from "#server/http/handlers.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { streams } from "#server/streams.ts"
import { markRead, readNotices } from "./notice.queries.ts"

/** The calls of one's own notices. */
export const noticeCalls = callsOf("User", {
  GetNotices: Effect.fn("User.GetNotices")(function* () {
    return reply(yield* readNotices(streams, yield* CurrentPerson))
  }),

  ReadNotices: Effect.fn("User.ReadNotices")(function* ({ payload: { noticeIds } }) {
    yield* markRead(yield* CurrentPerson, noticeIds, yield* isoNow)
    return reply({})
  }),
})
