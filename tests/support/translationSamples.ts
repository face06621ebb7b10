import { TermId, type SeenTerm } from "#schemas/language/glossary.ts"
import { TemplateId } from "#schemas/ids.ts"
import type { MachineTranslated } from "#schemas/language/machine.ts"
import type { TranslationFileCheck } from "#schemas/language/translationFile.ts"
import type {
  Coverage,
  Languages,
  MemoryMatch,
  Translation,
  TranslationPreview,
} from "#schemas/language/translation.ts"
import { fluShotCall, publishableCall } from "./callFlows.ts"
import { spanishCall } from "./callTranslations.ts"
import { plainSegments, sampleTemplate } from "./outreachSamples.ts"

const source = "Hi {{ firstName }}, {{ companyName }} has flu shots. Reply STOP to opt out."
/** What a person wrote in Spanish. */
export const sampleSpanish =
  "Hola {{ firstName }}, {{ companyName }} tiene vacunas. Responda ALTO para no recibir más mensajes."

/** The languages of a company that writes in English. */
export const sampleLanguages: Languages = {
  from: "en",
  service: "DeepL",
  languages: [
    { language: "es", people: 2266 },
    { language: "ar", people: 88 },
  ],
}

/** A template that is stale in one language and missing in the other. */
export const sampleCoverage: Coverage = {
  templateId: sampleTemplate.templateId,
  hashedId: sampleTemplate.hashedId,
  name: "Flu shot reminder",
  state: "published",
  streamVersion: 6,
  translations: [{ language: "es", state: "stale", origin: "person", sourceVersion: 1 }],
}

/** A translation that a person wrote and no one has approved. */
export const sampleTranslation: Translation = {
  templateId: TemplateId.make(41),
  hashedId: sampleTemplate.hashedId,
  name: "Flu shot reminder",
  channel: "SMS",
  version: 3,
  streamVersion: 6,
  isOpen: true,
  language: "es",
  from: "en",
  source,
  people: 2266,
  approvedOnly: false,
  translation: {
    language: "es",
    state: "reviewed",
    origin: "person",
    sourceVersion: 1,
    text: sampleSpanish,
    before: null,
  },
  steps: [
    {
      type: "TranslationDrafted",
      at: "2026-11-19T15:00:00Z",
      actor: "Ada Admin",
      version: 2,
      origin: "LibreTranslate",
    },
    { type: "TranslationWritten", at: "2026-11-19T16:00:00Z", actor: "Ada Admin", version: 3, origin: "person" },
  ],
}

/** The same after the text has changed. */
export const staleTranslation: Translation = {
  ...sampleTranslation,
  source: `${source} Thank you.`,
  translation: {
    ...{ language: "es", state: "stale", origin: "person", sourceVersion: 1 },
    text: sampleSpanish,
    before: source,
  },
}

/** Nothing is written in a language that is written from the right. */
export const missingTranslation: Translation = { ...sampleTranslation, language: "ar", translation: null, steps: [] }

/** The words of a call flow, in which the greeting has changed since. */
export const sampleCallTranslation: Translation = {
  ...sampleTranslation,
  name: "Flu shot call",
  channel: "IVR",
  source: publishableCall,
  translation: {
    ...{ language: "es", state: "stale", origin: "person", sourceVersion: 1 },
    text: spanishCall,
    before: fluShotCall,
  },
}

/** What a text without a place would be held to. */
export const sampleTranslationPreview: TranslationPreview = {
  problems: ["{{ firstName }} is missing."],
  breaches: [],
  segments: plainSegments,
  plain: null,
  source: plainSegments,
}

/** What a call flow's words would be held to: a call costs the same in each language. */
export const sampleCallPreview: TranslationPreview = {
  ...{ problems: ["Write what is left on a voicemail."], breaches: [], segments: null, plain: null, source: null },
}

const row = { name: "Flu shot reminder", language: "es", reason: "" } as const

/** A file of translations with a text of each kind. */
export const sampleTranslationFile: TranslationFileCheck = {
  rows: [
    { ...row, line: 1, outcome: "change" },
    { ...row, line: 2, name: "Visit survey", outcome: "same" },
    { ...row, line: 3, name: "Recall", language: "ar", outcome: "empty" },
    { ...row, line: 4, name: "Check-up", outcome: "refused", reason: "{{ firstName }} is missing." },
  ],
}

/** The same once it is imported. */
export const doneTranslationFile: TranslationFileCheck = {
  rows: sampleTranslationFile.rows.map((one) => (one.outcome === "change" ? { ...one, outcome: "done" } : one)),
}

/** A file that changes nothing. */
export const idleTranslationFile: TranslationFileCheck = { rows: sampleTranslationFile.rows.slice(1, 3) }

const drafted = { hashedId: sampleTemplate.hashedId, outcome: "done", reason: "" } as const

/** What a call of a service translated, with more to go. */
export const sampleMachine: MachineTranslated = {
  rows: [
    { ...drafted, templateId: TemplateId.make(41), name: "Flu shot reminder" },
    {
      ...drafted,
      ...{ templateId: TemplateId.make(42), name: "Visit survey", outcome: "refused" },
      reason: "DeepL changed a part of the text that must stay: {{ firstName }}.",
    },
  ],
  ...{ after: TemplateId.make(42), left: 12 },
}

/** The last texts. */
export const lastMachine: MachineTranslated = {
  rows: [{ ...drafted, templateId: TemplateId.make(54), name: "Recall" }],
  ...{ after: TemplateId.make(54), left: 0 },
}

/** What was approved before for a sentence of the text, the same and nearly the same, and a phrase for it. */
export const sampleMemory: ReadonlyArray<MemoryMatch> = [
  {
    ...{ sentence: "Reply STOP to opt out.", source: "Reply STOP to opt out.", percent: 100 },
    ...{ target: "Responda ALTO para no recibir más mensajes.", name: "Visit survey" },
  },
  {
    ...{ sentence: "Reply STOP to opt out.", source: "Reply STOP to opt out now.", percent: 84 },
    ...{ target: "Responda ALTO ahora.", name: "Recall" },
  },
  {
    ...{ sentence: "Reply STOP to opt out.", source: "Reply STOP to opt out.", percent: 100 },
    ...{ target: "Responda ALTO para salir.", name: null },
  },
]

/** A term of each kind. */
export const sampleTerms: ReadonlyArray<SeenTerm> = [
  {
    ...{ termId: TermId.make(2), kind: "forbidden", words: "inyección", language: "es", saidAs: "" },
    ...{ note: "Frightens children", streamVersion: 3 },
  },
  {
    ...{ termId: TermId.make(1), kind: "neverTranslate", words: "Northwind", language: null, saidAs: "", note: "" },
    streamVersion: 3,
  },
  {
    ...{ termId: TermId.make(3), kind: "preferred", words: "shot", language: "es", saidAs: "vacuna", note: "" },
    streamVersion: 3,
  },
]
