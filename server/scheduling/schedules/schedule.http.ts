import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { clearSchedule, previewReplicate, replicate, saveSchedule, undoSchedule } from "./schedule.commands.ts"
import { readSchedule, readSchedules } from "./schedule.queries.ts"
import { slotSpan } from "./slotSpan.rule.ts"

/** The calls of schedules, for the acting company. */
export const scheduleCalls = callsOf("Scheduler", {
  GetSchedulers: Effect.fn("Scheduler.GetSchedulers")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    return pageReply(yield* readSchedules(actingCompanyId, yield* pageIn(query)))
  }),

  GetSchedulerDetails: Effect.fn("Scheduler.GetSchedulerDetails")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const span = yield* Effect.fromResult(slotSpan(query))
    const locationId = yield* foundThing<LocationId>(actingCompanyId, locationProjection, query.hashedId)
    return reply(yield* readSchedule(actingCompanyId, locationId, span))
  }),

  PreviewReplicate: Effect.fn("Scheduler.PreviewReplicate")(function* ({ payload }) {
    return reply(yield* previewReplicate(yield* CurrentPerson, payload))
  }),

  Replicate: Effect.fn("Scheduler.Replicate")(function* ({ headers, payload }) {
    return reply(yield* replicate(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  SaveScheduler: Effect.fn("Scheduler.SaveScheduler")(function* ({ headers, payload }) {
    return reply(yield* saveSchedule(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  UndoScheduler: Effect.fn("Scheduler.UndoScheduler")(function* ({ headers, payload }) {
    return reply(yield* undoSchedule(yield* CurrentPerson, payload.hashedId, yield* commandOptions(headers)))
  }),

  DeleteScheduler: Effect.fn("Scheduler.DeleteScheduler")(function* ({ headers, query }) {
    return reply(yield* clearSchedule(yield* CurrentPerson, query.hashedId, yield* commandOptions(headers)))
  }),
})
