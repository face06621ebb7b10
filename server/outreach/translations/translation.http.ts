import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { ofTemplate } from "#server/outreach/templates/template.http.ts"
import { readCoverage } from "#server/outreach/templates/template.queries.ts"
import { Translator } from "#server/translation/Translator.ts"
import { readMemory } from "./memory.queries.ts"
import { previewTranslation } from "./previewTranslation.queries.ts"
import { changeTranslation, saveTranslations } from "./translation.commands.ts"
import { foundTranslation, readLanguages } from "./translation.queries.ts"

/** The calls of translations, for the acting company. */
export const translationCalls = callsOf("Translate", {
  GetLanguages: Effect.fn("Translate.GetLanguages")(function* () {
    const { service } = yield* Translator
    return reply({ ...(yield* readLanguages((yield* CurrentPerson).actingCompanyId)), service })
  }),

  GetTranslations: Effect.fn("Translate.GetTranslations")(function* ({ query }) {
    const { channel = "SMS", ...listed } = query
    return pageReply(yield* readCoverage[channel]((yield* CurrentPerson).actingCompanyId, yield* pageIn(listed)))
  }),

  GetTranslation: Effect.fn("Translate.GetTranslation")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    return reply(yield* foundTranslation(companyId, templateId, query.language))
  }),

  GetMemory: Effect.fn("Translate.GetMemory")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    return reply(yield* readMemory(companyId, templateId, query.language))
  }),

  PreviewTranslation: Effect.fn("Translate.PreviewTranslation")(function* ({ payload }) {
    return reply(yield* previewTranslation((yield* CurrentPerson).actingCompanyId, payload))
  }),

  SaveTranslation: Effect.fn("Translate.SaveTranslation")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    const { templateId, ...translated } = payload
    const given = [{ ...translated, origin: "person" as const }]
    yield* saveTranslations(person, templateId, given, yield* commandOptions(headers))
    return reply({})
  }),

  ChangeTranslation: Effect.fn("Translate.ChangeTranslation")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    yield* changeTranslation(person, payload, yield* commandOptions(headers))
    return reply({})
  }),
})
