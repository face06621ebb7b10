import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { foundPatient } from "#server/scheduling/appointments/availability.queries.ts"
import { saveStages } from "./stages.commands.ts"
import { readStages } from "./stages.queries.ts"

/** The calls of visit stages, for the acting company. */
export const stagesCalls = callsOf("Appointment", {
  GetStages: Effect.fn("Appointment.GetStages")(function* ({ query: { patientHashedId } }) {
    const { actingCompanyId } = yield* CurrentPerson
    const patientId = patientHashedId === undefined ? undefined : yield* foundPatient(actingCompanyId, patientHashedId)
    return reply(yield* readStages(actingCompanyId, patientId))
  }),

  SaveStages: Effect.fn("Appointment.SaveStages")(function* ({ headers, payload }) {
    return reply(yield* saveStages(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),
})
