import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { ChannelName } from "../outreach/channel.ts"
import { speechCalls } from "../outreach/speechCalls.ts"
import { templateList } from "../outreach/template.ts"
import { Done, listQuery, Reply } from "../reply.ts"
import { glossaryCalls } from "./glossaryCalls.ts"
import { machineCalls } from "./machineCalls.ts"
import {
  Coverage,
  Languages,
  MemoryMatch,
  PreviewedTranslation,
  SaveTranslation,
  Translation,
  TranslationAction,
  TranslationOf,
  TranslationPreview,
} from "./translation.ts"
import { translationFileCalls } from "./translationFileCalls.ts"

/** The calls of the contract's Translate group: texts of templates in more languages, and texts made into sound. */
export class TranslateGroup extends HttpApiGroup.make("Translate")
  .add(
    HttpApiEndpoint.get("GetLanguages", "/GetLanguages", {
      success: Reply(Languages),
    }).annotate(OpenApi.Summary, "Gives the languages of the company, and how many patients speak each."),
    HttpApiEndpoint.get("GetTranslations", "/GetTranslations", {
      query: { ...listQuery(templateList), channel: Schema.optionalKey(ChannelName) },
      success: Reply(Schema.Array(Coverage)),
    }).annotate(OpenApi.Summary, "Lists the texts, or the call flows, with how far each translation has come."),
    HttpApiEndpoint.get("GetTranslation", "/GetTranslation", {
      query: { temphashedId: HashedId, language: TranslationOf.language },
      success: Reply(Translation),
    }).annotate(OpenApi.Summary, "Gives a translation of a template next to its text."),
    HttpApiEndpoint.get("GetMemory", "/GetMemory", {
      query: { temphashedId: HashedId, language: TranslationOf.language },
      success: Reply(Schema.Array(MemoryMatch)),
    }).annotate(OpenApi.Summary, "Gives approved translations of what is like a text or its sentences."),
    HttpApiEndpoint.post("PreviewTranslation", "/PreviewTranslation", {
      payload: PreviewedTranslation,
      success: Reply(TranslationPreview),
    }).annotate(OpenApi.Summary, "Says what keeps a translation from being sent, and what it would cost."),
    HttpApiEndpoint.post("SaveTranslation", "/SaveTranslation", {
      headers: versionedHeaders,
      payload: SaveTranslation,
      success: Done,
    }).annotate(OpenApi.Summary, "Writes a translation of a template, in its next version."),
    HttpApiEndpoint.post("ChangeTranslation", "/ChangeTranslation", {
      headers: versionedHeaders,
      payload: Schema.Struct({ ...TranslationOf, action: TranslationAction }),
      success: Done,
    }).annotate(OpenApi.Summary, "Says that a translation was read over, approves it or removes it."),
    ...translationFileCalls,
    ...machineCalls,
    ...glossaryCalls,
    ...speechCalls,
  )
  .middleware(SignedIn)
  .prefix("/Translate")
  .annotate(OpenApi.Description, "Texts of templates in more languages, and texts made into sound.") {}
