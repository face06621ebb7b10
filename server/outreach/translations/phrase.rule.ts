import type { LanguageTag } from "#schemas/administration/companyDraft.ts"

/** The languages that the phrases are in, besides English. */
export const phraseLanguages = [
  "es",
  "fr",
  "pt",
  "de",
  "zh",
  "vi",
  "ar",
  "ht",
] as const satisfies ReadonlyArray<LanguageTag>
type PhraseLanguage = (typeof phraseLanguages)[number]

/** A sentence of outreach, in English and in each language of the phrases. Patients are addressed formally. */
export type Phrase = { readonly en: string } & Readonly<Record<PhraseLanguage, string>>
