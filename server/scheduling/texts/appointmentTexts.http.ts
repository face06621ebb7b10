import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { contextOf } from "#server/handle.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { setUpTexts } from "./appointmentTexts.commands.ts"
import { readAppointmentTexts } from "./appointmentTexts.queries.ts"

/** The calls of the texts about appointments, for the acting company. */
export const appointmentTextsCalls = callsOf("Appointment", {
  GetAppointmentTexts: Effect.fn("Appointment.GetAppointmentTexts")(function* () {
    const { actingCompanyId } = yield* CurrentPerson
    return reply(yield* readAppointmentTexts(actingCompanyId))
  }),

  SaveAppointmentTexts: Effect.fn("Appointment.SaveAppointmentTexts")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    yield* setUpTexts(contextOf(person, yield* commandOptions(headers)), payload)
    return reply(yield* readAppointmentTexts(person.actingCompanyId))
  }),
})
