import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { reserveId } from "./reservation.queries.ts"
import { mayReserve } from "./reservation.rule.ts"
import { callsOf } from "#server/http/handlers.ts"

/** The ids that someone holds before they save; the specification has the call among those of campaigns. */
export const reservationCalls = callsOf("Campaign", {
  GenerateId: Effect.fn("Campaign.GenerateId")(function* ({ query }) {
    const person = yield* CurrentPerson
    const missing = mayReserve(person, query.type)
    if (missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
    return reply({ id: yield* reserveId(person.actingCompanyId, person.userId, query.type) })
  }),
})
