import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { GlossaryEvent, type SaveTerm, type Term, type TermId } from "#schemas/language/glossary.ts"
import { problem } from "#schemas/problem.ts"
import { contextOf, handle, type CommandOptions } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import type { Stream } from "#server/store/stream.ts"
import { glossaryDecider, glossaryProjection, type GlossaryCommand, type GlossaryRow } from "./glossary.decider.ts"
import { readTerms } from "./glossary.queries.ts"

/** The streams of glossaries, by the number of their company: `glossary-3`. */
export const glossaryStream: Stream<GlossaryRow, GlossaryCommand, GlossaryEvent, GlossaryRow> = {
  decider: glossaryDecider,
  events: GlossaryEvent,
  projection: glossaryProjection,
  outside: null,
  activity: { name: null, opens: null, isNumbered: false },
}

type Kept = Omit<Term, "termId">

/** A term without what its kind has no use for. */
const keptOf = ({ kind, words, language, saidAs, note }: SaveTerm): Kept => ({
  ...{ kind, note, words: words.normalize("NFC") },
  language: kind === "neverTranslate" ? null : language,
  saidAs: kind === "preferred" ? saidAs.normalize("NFC") : "",
})

const isSame = (one: Kept, other: Kept): boolean =>
  one.kind === other.kind && one.language === other.language && one.words.toLowerCase() === other.words.toLowerCase()

/** Fails with Invalid where another term has the same words, kind and language. The stream lets one command through at a time. */
const refuseSecond = Effect.fnUntraced(function* (companyId: CompanyId, termId: TermId, kept: Kept) {
  const terms = yield* readTerms(companyId)
  if (!terms.some((term) => term.termId !== termId && isSame(term, kept))) return
  const message = "These words are in the glossary already. Change that term instead."
  yield* Effect.fail(problem("Invalid", message, { errors: [{ field: "words", message }] }))
})

const store = Effect.fnUntraced(function* (companyId: CompanyId, termId: TermId, kept: Kept) {
  const { sql } = yield* Database
  const { kind, words, language, saidAs, note } = kept
  yield* Effect.orDie(sql`
    insert into glossary_terms (company_id, term_id, kind, words, language, said_as, note)
    values (${companyId}, ${termId}, ${kind}, ${words}, ${language}, ${saidAs}, ${note})
    on conflict (company_id, term_id) do update
      set kind = excluded.kind, words = excluded.words, language = excluded.language, said_as = excluded.said_as,
        note = excluded.note`)
})

const hashOf = ({ kind, words, language, saidAs, note }: Kept): string =>
  createHash("sha256")
    .update(JSON.stringify([kind, words, language, saidAs, note]))
    .digest("hex")

/**
 * Adds a term to a company’s glossary, or changes one. Fails with NotFound for a term that is gone, with StaleVersion, and
 * with Invalid for the same words twice and for more than 500 terms.
 */
export const saveTerm = Effect.fn("saveTerm")(function* (person: Person, wanted: SaveTerm, options: CommandOptions) {
  const companyId = person.actingCompanyId
  const kept = keptOf(wanted)
  const { kind, language } = kept
  const command = { _tag: "SaveTerm", termId: wanted.termId, kind, language, termHash: hashOf(kept) } as const
  yield* handle(glossaryStream, companyId, command, contextOf(person, options), {
    beforeAppend: (events) =>
      Effect.forEach(
        events,
        ({ termId }) => Effect.andThen(refuseSecond(companyId, termId, kept), store(companyId, termId, kept)),
        { discard: true },
      ),
  })
})

/** Removes a term from a company’s glossary; fails with NotFound for one that is gone, and with StaleVersion. */
export const removeTerm = Effect.fn("removeTerm")(function* (person: Person, termId: TermId, options: CommandOptions) {
  const companyId = person.actingCompanyId
  const { sql } = yield* Database
  yield* handle(glossaryStream, companyId, { _tag: "RemoveTerm", termId }, contextOf(person, options), {
    beforeAppend: () =>
      Effect.asVoid(
        Effect.orDie(sql`delete from glossary_terms where company_id = ${companyId} and term_id = ${termId}`),
      ),
  })
})
