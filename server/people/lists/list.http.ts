import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { readImportsOf } from "#server/people/imports/import.queries.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readList, readLists } from "./list.queries.ts"
import { callsOf } from "#server/http/handlers.ts"

/** The lists of the acting company. */
export const listCalls = callsOf("Database", {
  GetLists: Effect.fn("Database.GetLists")(function* () {
    const person = yield* CurrentPerson
    return reply(yield* readLists(person.actingCompanyId))
  }),

  GetList: Effect.fn("Database.GetList")(function* ({ query: { listId } }) {
    const { actingCompanyId } = yield* CurrentPerson
    const list = yield* orNotFound(readList(actingCompanyId, listId))
    return reply({ list, imports: yield* readImportsOf(actingCompanyId, listId) })
  }),
})
