import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { notFound } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { moveClock, readClock } from "./clock.ts"
import { Demo } from "./Demo.ts"
import { actOnCall, listHandsets, readHandset, replyFrom } from "./handsets.ts"
import { readHistory } from "./histories.ts"
import { Feed } from "#server/http/Feed.ts"
import { callsOf } from "#server/http/handlers.ts"

/** The acting company in the demo; outside of it every call is answered as absent. */
const company = Effect.gen(function* () {
  if (!(yield* Demo).isOn) return yield* Effect.fail(notFound())
  return (yield* CurrentPerson).actingCompanyId
})

/** The demo's clock, phones and histories, for the acting company. */
export const demoCalls = callsOf("Demo", {
  GetClock: Effect.fn("Demo.GetClock")(function* () {
    return reply(yield* readClock(yield* company))
  }),

  MoveClock: Effect.fn("Demo.MoveClock")(function* ({ payload }) {
    const companyId = yield* company
    yield* moveClock(payload.now)
    yield* (yield* Feed).announce(null, "clock", "clock")
    return reply(yield* readClock(companyId))
  }),

  GetHandsets: Effect.fn("Demo.GetHandsets")(function* () {
    return reply(yield* listHandsets(yield* company, ""))
  }),

  SearchHandsets: Effect.fn("Demo.SearchHandsets")(function* ({ payload }) {
    return reply(yield* listHandsets(yield* company, payload.search))
  }),

  GetHandset: Effect.fn("Demo.GetHandset")(function* ({ payload }) {
    return reply(yield* readHandset(yield* company, payload.phone))
  }),

  SendReply: Effect.fn("Demo.SendReply")(function* ({ payload }) {
    const companyId = yield* company
    const handset = yield* replyFrom(companyId, payload)
    yield* (yield* Feed).announce(companyId, "handset", "handset")
    return reply(handset)
  }),

  ActOnCall: Effect.fn("Demo.ActOnCall")(function* ({ payload }) {
    return reply(yield* actOnCall(yield* company, payload))
  }),

  GetHistory: Effect.fn("Demo.GetHistory")(function* ({ query }) {
    yield* company
    return reply(yield* readHistory(yield* CurrentPerson, query.thing, query.id))
  }),
})
