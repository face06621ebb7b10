import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { outreachRunLimits, type OutreachRunId } from "#schemas/scheduling/outreachRun.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { calendarSpan, readOutreachCalendar } from "./outreachCalendar.queries.ts"
import { changeOutreachRun, saveOutreachRun, skipOccurrence } from "./outreachRun.commands.ts"
import { outreachRunProjection } from "./outreachRun.projection.ts"
import { readOutreachRunDetail } from "./outreachRun.queries.ts"
import { nextDates } from "./recurrence.rule.ts"

/** The calls of outreach runs, for the acting company; the specification has them among those of schedules. */
export const outreachRunCalls = callsOf("Scheduler", {
  GetOutreachRuns: Effect.fn("Scheduler.GetOutreachRuns")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    return reply(yield* readOutreachCalendar(actingCompanyId, yield* Effect.fromResult(calendarSpan(query))))
  }),

  GetOutreachRunDetail: Effect.fn("Scheduler.GetOutreachRunDetail")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const runId = yield* foundThing<OutreachRunId>(actingCompanyId, outreachRunProjection, query.hashedId)
    return reply(yield* readOutreachRunDetail(actingCompanyId, runId))
  }),

  PreviewOutreachRun: Effect.fn("Scheduler.PreviewOutreachRun")(function* ({ payload }) {
    return reply(nextDates(payload, { day: null, after: yield* isoNow, most: outreachRunLimits.preview }))
  }),

  SaveOutreachRun: Effect.fn("Scheduler.SaveOutreachRun")(function* ({ headers, payload }) {
    return reply(yield* saveOutreachRun(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  ChangeOutreachRunState: Effect.fn("Scheduler.ChangeOutreachRunState")(function* ({ headers, payload }) {
    const { hashedId, action } = payload
    yield* changeOutreachRun(yield* CurrentPerson, hashedId, action, yield* commandOptions(headers))
    return reply({})
  }),

  SkipOccurrence: Effect.fn("Scheduler.SkipOccurrence")(function* ({ headers, payload }) {
    return reply(yield* skipOccurrence(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),
})
