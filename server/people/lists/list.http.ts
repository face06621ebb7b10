import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { readLists } from "./list.queries.ts"
import { callsOf } from "#server/http/handlers.ts"

/** The lists of the acting company. */
export const listCalls = callsOf("Database", {
  GetLists: Effect.fn("Database.GetLists")(function* () {
    const person = yield* CurrentPerson
    return reply(yield* readLists(person.actingCompanyId))
  }),
})
