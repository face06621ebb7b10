import { Schema } from "effect"
import { Language } from "../administration/companyDraft.ts"
import { HashedId, TemplateId } from "../ids.ts"
import { TranslatedText } from "./translation.ts"

/** So many texts are translated in one call: what it brings is kept, and seen, before the next one. */
export const machineTexts = 10

/** What became of a text that was missing in a language, and why it is still missing. */
export const MachineRow = Schema.Struct({
  templateId: TemplateId,
  hashedId: HashedId,
  name: Schema.String,
  outcome: Schema.Literals(["done", "refused"]),
  /** In sentences; empty where it is done. */
  reason: Schema.String,
}).annotate({ identifier: "MachineRow" })
export type MachineRow = typeof MachineRow.Type

/** Which texts are translated: those that have no translation into the language, after one that was looked at. */
export const MissingTexts = Schema.Struct({ language: Language, after: Schema.NullOr(TemplateId) })
export type MissingTexts = typeof MissingTexts.Type

/** What a call translated. `after` is the last text that it looked at, and `left` how many wait behind it. */
export const MachineTranslated = Schema.Struct({
  rows: Schema.Array(MachineRow),
  after: Schema.NullOr(TemplateId),
  left: Schema.Int,
}).annotate({ identifier: "MachineTranslated" })
export type MachineTranslated = typeof MachineTranslated.Type

/** A text in a language, and what a machine makes of it in the company's own. */
export const BackTranslated = Schema.Struct({ language: Language, text: TranslatedText })
export const BackTranslation = Schema.Struct({ text: Schema.String }).annotate({ identifier: "BackTranslation" })
export type BackTranslation = typeof BackTranslation.Type
