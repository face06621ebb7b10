import { Effect } from "effect"
import { languages, type LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { TemplateId } from "#schemas/ids.ts"
import { TranslateGroup } from "#schemas/language/translateCalls.ts"
import {
  writtenIn,
  type Translation,
  type TranslationAction,
  type TranslationWords,
} from "#schemas/language/translation.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { templateList } from "#schemas/outreach/template.ts"
import { notFound } from "#schemas/problem.ts"
import { isSpokenByCarrier } from "#schemas/outreach/voice.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"
import { ofTemplate } from "./Templates.ts"

/** The templates with how far each translation has come, a page at a time. */
export const readTranslations = (
  params: ListParams<typeof templateList> & { readonly channel?: ChannelName },
  page: PageOf,
) => callApi(TranslateGroup, (api) => api.GetTranslations({ query: { ...params, ...page } }))

/** The languages of the company besides its own. */
export const readLanguages = (_: object) => callApi(TranslateGroup, (api) => api.GetLanguages())

/** The voices that speak a language. */
export const readVoicesOf = ({ language }: { readonly language: LanguageTag }) =>
  callApi(TranslateGroup, (api) => api.GetVoices({ query: { language } }))

/** The language that an address names, else the one that most patients speak besides the company's own; of those that calls are said in, for a call flow. */
const languageIn = (search: Readonly<Record<string, string>>) => {
  const language = search["language"]
  const named = languages.find((one) => one === language)
  if (language !== undefined) return named === undefined ? Effect.fail(notFound()) : Effect.succeed(named)
  return Effect.flatMap(readLanguages({}), ({ data }) => {
    const isCall = search["channel"] === "IVR"
    const first = data.languages.find((one) => !isCall || isSpokenByCarrier(one.language))
    return first === undefined ? Effect.fail(notFound()) : Effect.succeed(first.language)
  })
}

/** A translation by the template's public id and the language, as addresses have them. */
export const openTranslation = (search: Readonly<Record<string, string>>) =>
  Effect.flatMap(languageIn(search), (language) =>
    ofTemplate({ temphashedId: search["id"] ?? "" }, ({ temphashedId }) =>
      Effect.map(
        callApi(TranslateGroup, (api) => api.GetTranslation({ query: { temphashedId, language } })),
        ({ data }): Translation => data,
      ),
    ),
  )

type Written = {
  readonly hashedId: string
  readonly templateId: TemplateId
  readonly language: LanguageTag
  readonly streamVersion: number
  readonly text: TranslationWords
}

/** What was approved before for what a text says. */
export const readMemory = (query: { readonly temphashedId: string; readonly language: LanguageTag }) =>
  callApi(TranslateGroup, (api) => api.GetMemory({ query }))

/** The same as its form has it. */
export const openWritten = ({ hashedId, language }: Written) =>
  Effect.map(openTranslation({ id: hashedId, language }), (opened): Written => ({
    ...{ hashedId, language, templateId: opened.templateId, streamVersion: opened.streamVersion },
    text: writtenIn(opened),
  }))

/** Saves a translation; `StaleVersion` when the template was changed since it was read. */
export const saveTranslation = ({ templateId, language, text, streamVersion }: Written, commandId: string) =>
  callApi(TranslateGroup, (api) =>
    api.SaveTranslation({
      headers: versionedHeaders(commandId, streamVersion),
      payload: { templateId, language, text },
    }),
  )

/** Says that a translation was read over, approves it or removes it; `StaleVersion` as above. */
export const changeTranslation =
  (action: TranslationAction) =>
  ({ templateId, language, streamVersion }: Translation, commandId: string) =>
    callApi(TranslateGroup, (api) =>
      api.ChangeTranslation({
        headers: versionedHeaders(commandId, streamVersion),
        payload: { templateId, language, action },
      }),
    )

/** Has the text translated by the service, as a draft; `StaleVersion` as above. */
export const translateText = ({ templateId, language, streamVersion }: Translation, commandId: string) =>
  callApi(TranslateGroup, (api) =>
    api.TranslateText({ headers: versionedHeaders(commandId, streamVersion), payload: { templateId, language } }),
  )

/** What a translation says in the company's language, by the service. */
export const translateBack = (payload: { readonly language: LanguageTag; readonly text: string }) =>
  callApi(TranslateGroup, (api) => api.TranslateBack({ payload }))

/** What keeps a text from being sent as a translation, and what it would cost. */
export const previewTranslation = ({ templateId, language, text }: Pick<Written, "templateId" | "language" | "text">) =>
  callApi(TranslateGroup, (api) => api.PreviewTranslation({ payload: { templateId, language, text } }))
