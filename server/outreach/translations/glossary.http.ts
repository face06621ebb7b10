import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { removeTerm, saveTerm } from "./glossary.commands.ts"
import { readGlossary } from "./glossary.queries.ts"

/** The calls of the glossary, for the acting company. */
export const glossaryCalls = callsOf("Translate", {
  GetGlossary: Effect.fn("Translate.GetGlossary")(function* () {
    return reply(yield* readGlossary((yield* CurrentPerson).actingCompanyId))
  }),

  SaveTerm: Effect.fn("Translate.SaveTerm")(function* ({ headers, payload }) {
    yield* saveTerm(yield* CurrentPerson, payload, yield* commandOptions(headers))
    return reply({})
  }),

  RemoveTerm: Effect.fn("Translate.RemoveTerm")(function* ({ headers, payload }) {
    yield* removeTerm(yield* CurrentPerson, payload.termId, yield* commandOptions(headers))
    return reply({})
  }),
})
