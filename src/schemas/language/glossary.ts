import { Schema } from "effect"
import { Language } from "../administration/companyDraft.ts"
import { line, text } from "../fields.ts"
import { idOf } from "../ids.ts"

/** The number of a term in its company’s glossary; another term never gets it. */
export const TermId = idOf("TermId")
export type TermId = typeof TermId.Type

/** The most terms of a company, and the most characters of words and of a note. */
export const glossaryLimits = { terms: 500, words: 120, note: 300 } as const

/**
 * What a term asks of translations: `neverTranslate` stays as it is in every language, `preferred` is said in one way in
 * a language, `forbidden` words are not used in a language.
 */
export const termKinds = ["neverTranslate", "preferred", "forbidden"] as const
export const TermKind = Schema.Literals(termKinds)
export type TermKind = typeof TermKind.Type

const fields = {
  kind: TermKind,
  /** In the company’s language; those of a forbidden term are in its own. */
  words: text(glossaryLimits.words, "Enter the word or words, in 1 to 120 characters."),
  /** Null for what stays as it is in every language. */
  language: Schema.NullOr(Language),
  /** How a preferred term is said in its language; empty for the other kinds. */
  saidAs: line(glossaryLimits.words),
  note: line(glossaryLimits.note),
}

const hasWord = /[\p{L}\p{N}]/u
const wordProblem = (words: string): string | undefined => {
  if (!hasWord.test(words)) return "Write a word: with a letter or a digit."
  return /[{}\p{Cc}]/u.test(words) ? "Write words on one line, without braces." : undefined
}

type Draft = Schema.Schema.Type<Schema.Struct<typeof fields>>

const draftErrors = ({ kind, words, language, saidAs }: Draft) => {
  const wrongWords = wordProblem(words)
  const wrongTarget = saidAs.trim() === "" ? "Write how it is said." : wordProblem(saidAs)
  return [
    ...(wrongWords === undefined ? [] : [{ path: ["words"], issue: wrongWords }]),
    ...(kind !== "neverTranslate" && language === null ? [{ path: ["language"], issue: "Choose the language." }] : []),
    ...(kind === "preferred" && wrongTarget !== undefined ? [{ path: ["saidAs"], issue: wrongTarget }] : []),
  ]
}

/** A term as staff write it: one schema for the form and for the call (docs/policy.md#glossary). */
export const TermDraft = Schema.Struct(fields).check(Schema.makeFilter(draftErrors))
export type TermDraft = typeof TermDraft.Type

/** The body of `POST /api/Translate/SaveTerm`; `termId` is null for a new term. */
export const SaveTerm = Schema.Struct({ termId: Schema.NullOr(TermId), ...fields }).check(
  Schema.makeFilter(draftErrors),
)
export type SaveTerm = typeof SaveTerm.Type

/** What is kept of a term: an earlier rule may have allowed what one may not hold today. */
export const Term = Schema.Struct({
  termId: TermId,
  kind: TermKind,
  words: Schema.String,
  language: Schema.NullOr(Language),
  saidAs: Schema.String,
  note: Schema.String,
}).annotate({ identifier: "Term" })
export type Term = typeof Term.Type

/** A company’s terms by their words; `version` goes into If-Match. */
export const Glossary = Schema.Struct({ version: Schema.Int, terms: Schema.Array(Term) }).annotate({
  identifier: "Glossary",
})
export type Glossary = typeof Glossary.Type

/** A term on the screen, with the version of the glossary that it was read in. */
export type SeenTerm = Term & { readonly streamVersion: number }

/** What the form of a term holds; a new one has no number, and was decided on no version. */
export type TermValues = TermDraft & { readonly termId: TermId | null; readonly streamVersion: number | null }

/** What a translation does against a term, in a sentence; a preferred term is advice, and the others keep it from being approved. */
export const Breach = Schema.Struct({ kind: TermKind, message: Schema.String }).annotate({ identifier: "Breach" })
export type Breach = typeof Breach.Type

/** Whether a breach keeps a translation from being approved. */
export const isGrave = ({ kind }: Breach): boolean => kind !== "preferred"

/** Stored facts about a company’s glossary; the words live in `glossary_terms`, and the hash pins them. */
export const GlossaryEvent = Schema.Union([
  Schema.TaggedStruct("GlossaryTermSaved", {
    termId: TermId,
    kind: TermKind,
    language: Schema.NullOr(Language),
    termHash: Schema.String,
  }),
  Schema.TaggedStruct("GlossaryTermRemoved", { termId: TermId }),
])
export type GlossaryEvent = typeof GlossaryEvent.Type
