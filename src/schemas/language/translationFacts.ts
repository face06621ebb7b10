import { Schema, Struct } from "effect"
import { Language } from "../administration/companyDraft.ts"

/** The states of the translation lifecycle (`machines/lifecycles/translation.lifecycle.ts`) that are stored. */
export const TranslationState = Schema.Literals(["machine", "reviewed", "approved", "stale"])
export type TranslationState = typeof TranslationState.Type

/** The states in which people get a translation: a person has written or read it, and the text has not changed since. */
export const sentStates: ReadonlyArray<TranslationState> = ["reviewed", "approved"]

/** The services that translate texts, as their makers call them. */
export const TranslationService = Schema.Literals([
  "Azure AI Translator",
  "DeepL",
  "Google Translate",
  "LibreTranslate",
])
export type TranslationService = typeof TranslationService.Type

/** Who or what made the text of a translation. */
export const TranslationOrigin = Schema.Literals(["person", "file", "phrases", ...TranslationService.literals])
export type TranslationOrigin = typeof TranslationOrigin.Type

/** What is said of a translation besides its text. `sourceVersion` is the version of the template whose text it translates. */
export const TranslationFacts = Schema.Struct({
  language: Language,
  state: TranslationState,
  origin: TranslationOrigin,
  sourceVersion: Schema.Int,
}).annotate({ identifier: "TranslationFacts" })
export type TranslationFacts = typeof TranslationFacts.Type

const translated = Struct.pick(TranslationFacts.fields, ["language", "origin", "sourceVersion"])
/** What happened to a template's text in one more language; the texts live in `template_translations`, and the hash pins them. */
export const TranslationEvent = Schema.Union([
  Schema.TaggedStruct("TranslationDrafted", { ...translated, textHash: Schema.String }),
  Schema.TaggedStruct("TranslationWritten", { ...translated, textHash: Schema.String }),
  // A person read it over; it then translates the text of `sourceVersion`.
  Schema.TaggedStruct("TranslationReviewed", Struct.pick(TranslationFacts.fields, ["language", "sourceVersion"])),
  Schema.TaggedStruct("TranslationApproved", Struct.pick(TranslationFacts.fields, ["language"])),
  // The text that it translates was changed.
  Schema.TaggedStruct("TranslationOutdated", Struct.pick(TranslationFacts.fields, ["language"])),
  Schema.TaggedStruct("TranslationRemoved", Struct.pick(TranslationFacts.fields, ["language"])),
])
export type TranslationEvent = typeof TranslationEvent.Type
