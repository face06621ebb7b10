import { Schema } from "effect"
import { Language } from "../administration/companyDraft.ts"
import { limits } from "../constants.ts"
import { HashedId, Instant, TemplateId } from "../ids.ts"
import { CallFlow } from "../outreach/callFlow.ts"
import { ChannelName } from "../outreach/channel.ts"
import { Segments, TemplateState } from "../outreach/template.ts"
import { translationFor, wordsIn } from "./callInLanguage.ts"
import { CallTranslation } from "./callTranslation.ts"
import { Breach } from "./glossary.ts"
import { TranslationFacts, TranslationOrigin, TranslationService } from "./translationFacts.ts"

/** A text as it is written in another language. */
export const TranslatedText = Schema.String.check(
  Schema.isMinLength(1, { message: "Write the translation." }),
  Schema.isMaxLength(limits.messageCharacters * 2, {
    message: "Translation is longer than 3200 characters before rendering.",
  }),
)

/** What staff write into the editor of a translation: one schema for the form and for the call. */
export const TranslationDraft = Schema.Struct({
  /** The words of a text, or of each step of a call flow. */
  text: Schema.Union([TranslatedText, CallTranslation]),
})
export type TranslationDraft = typeof TranslationDraft.Type

/** What is written in another language: one text, or the words of a call flow. */
export type TranslationWords = TranslationDraft["text"]

/** Which translation of which template. */
export const TranslationOf = { templateId: TemplateId, language: Language }

/** The body of `POST /api/Translate/SaveTranslation`: what a person wrote. */
export const SaveTranslation = Schema.Struct({ ...TranslationOf, ...TranslationDraft.fields })
export type SaveTranslation = typeof SaveTranslation.Type

/** What a translation that is being written says, finished or not. */
export const PreviewedTranslation = Schema.Struct({
  ...TranslationOf,
  text: Schema.Union([Schema.String, CallTranslation]),
})

/** What is done to a translation besides writing it. */
export const TranslationAction = Schema.Literals(["review", "approve", "remove"])
export type TranslationAction = typeof TranslationAction.Type

/** What happened to a translation, by whom. `origin` is who or what made its text then. */
export const TranslationStep = Schema.Struct({
  type: Schema.String,
  at: Instant,
  actor: Schema.String,
  version: Schema.Int,
  origin: Schema.NullOr(TranslationOrigin),
}).annotate({ identifier: "TranslationStep" })
export type TranslationStep = typeof TranslationStep.Type

/** A translation next to the text that it translates. */
export const Translation = Schema.Struct({
  templateId: TemplateId,
  hashedId: HashedId,
  name: Schema.String,
  channel: ChannelName,
  /** The version of the template, and how much has happened to it (If-Match). */
  version: Schema.Int,
  streamVersion: Schema.Int,
  /** Whether the template still takes changes. */
  isOpen: Schema.Boolean,
  language: Language,
  /** The template's own language, and its newest text or call flow. */
  from: Schema.String,
  source: Schema.Union([Schema.String, CallFlow]),
  /** How many patients speak the language. */
  people: Schema.Int,
  /** Whether the company publishes only approved translations. */
  approvedOnly: Schema.Boolean,
  /** Null while nothing is written in the language. */
  translation: Schema.NullOr(
    Schema.Struct({
      ...TranslationFacts.fields,
      text: Schema.Union([Schema.String, CallTranslation]),
      /** What it translates, where that has changed since. */
      before: Schema.NullOr(Schema.Union([Schema.String, CallFlow])),
    }),
  ),
  /** Oldest first. */
  steps: Schema.Array(TranslationStep),
}).annotate({ identifier: "Translation" })
export type Translation = typeof Translation.Type

/** What is written already, with a place for all that the template says. */
export const writtenIn = ({ source, translation }: Pick<Translation, "source" | "translation">): TranslationWords => {
  const text = translation?.text ?? null
  if (typeof source === "string") return typeof text === "string" ? text : ""
  return translationFor(source, typeof text === "string" ? null : text)
}

/** Whether a translation still has words for what its call flow says no longer: they fall away when it is saved. */
export const hasUnsaidWords = ({ source, translation }: Pick<Translation, "source" | "translation">): boolean => {
  const text = translation?.text ?? ""
  if (typeof source === "string" || typeof text === "string") return false
  return wordsIn(translationFor(source, text)).length < wordsIn(text).length
}

/** Whether both are the same words by the same voice. */
export const isSameWords = (one: TranslationWords, other: TranslationWords): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** A language that texts are translated into, with how many patients speak it. */
export const SpokenLanguage = Schema.Struct({
  language: Language,
  people: Schema.Int,
}).annotate({ identifier: "SpokenLanguage" })
export type SpokenLanguage = typeof SpokenLanguage.Type

/** The languages of a company: what it writes in, and the others that it or its patients use. */
export const Languages = Schema.Struct({
  from: Schema.String,
  /** What translates texts by machine; null where nothing is set up. */
  service: Schema.NullOr(TranslationService),
  languages: Schema.Array(SpokenLanguage),
}).annotate({ identifier: "Languages" })
export type Languages = typeof Languages.Type

/** A template and how far each of its translations has come. */
export const Coverage = Schema.Struct({
  templateId: TemplateId,
  hashedId: HashedId,
  name: Schema.String,
  state: TemplateState,
  streamVersion: Schema.Int,
  translations: Schema.Array(TranslationFacts),
}).annotate({ identifier: "Coverage" })
export type Coverage = typeof Coverage.Type

/**
 * What was approved before for a text or a sentence of it, or what the program's phrases say: how alike, in percent, what it
 * translates, as what, and in which template; no name for a phrase, which a person must read over.
 */
export const MemoryMatch = Schema.Struct({
  sentence: Schema.String,
  source: Schema.String,
  target: Schema.String,
  percent: Schema.Int,
  name: Schema.NullOr(Schema.String),
}).annotate({ identifier: "MemoryMatch" })
export type MemoryMatch = typeof MemoryMatch.Type

/** What a translation that is being written would be sent as, and what keeps it from that. */
export const TranslationPreview = Schema.Struct({
  problems: Schema.Array(Schema.String),
  /** What it does against the glossary. */
  breaches: Schema.Array(Breach),
  /** Null for a call, which costs the same in each language. */
  segments: Schema.NullOr(Segments),
  /** What it would count with plain characters in the place of those that force UCS-2; null where nothing can be replaced. */
  plain: Schema.NullOr(Segments),
  /** What the template's own text counts. */
  source: Schema.NullOr(Segments),
}).annotate({ identifier: "TranslationPreview" })
export type TranslationPreview = typeof TranslationPreview.Type
