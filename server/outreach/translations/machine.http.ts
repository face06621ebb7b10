import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { translateBack, translateMissing, translateText } from "./machine.commands.ts"

/** The calls by which a service translates texts, for the acting company. */
export const machineCalls = callsOf("Translate", {
  TranslateText: Effect.fn("Translate.TranslateText")(function* ({ headers, payload }) {
    yield* translateText(yield* CurrentPerson, payload, yield* commandOptions(headers))
    return reply({})
  }),

  TranslateMissing: Effect.fn("Translate.TranslateMissing")(function* ({ payload }) {
    return reply(yield* translateMissing(yield* CurrentPerson, payload))
  }),

  TranslateBack: Effect.fn("Translate.TranslateBack")(function* ({ payload }) {
    return reply(yield* translateBack((yield* CurrentPerson).actingCompanyId, payload))
  }),
})
