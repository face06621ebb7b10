import { Result, Schema } from "effect"
import { glossaryLimits, TermId, type GlossaryEvent, type Term } from "#schemas/language/glossary.ts"
import { notFound, problem } from "#schemas/problem.ts"
import type { Decider, Projection } from "#server/decider.ts"

/** A company’s glossary as its decisions need it: its terms, pinned by their hashes, and the highest number that a term had. */
export const GlossaryRow = Schema.Struct({
  state: Schema.Literals(["none", "kept"]),
  terms: Schema.Array(Schema.Struct({ termId: TermId, termHash: Schema.String })),
  made: Schema.Int,
})
export type GlossaryRow = typeof GlossaryRow.Type

/** What may be asked of a glossary; a new term has no number yet. */
export type GlossaryCommand =
  | (Pick<Term, "kind" | "language"> & {
      readonly _tag: "SaveTerm"
      readonly termId: TermId | null
      readonly termHash: string
    })
  | { readonly _tag: "RemoveTerm"; readonly termId: TermId }

const tooMany = () => {
  const message = `A glossary has at most ${glossaryLimits.terms} terms. Remove one first.`
  return problem("Invalid", message, { errors: [{ field: "words", message }] })
}

const none: GlossaryRow = { state: "none", terms: [], made: 0 }

/** The glossary of a company (docs/policy.md#glossary). */
export const glossaryDecider: Decider<GlossaryRow, GlossaryCommand, GlossaryEvent> = {
  initialState: none,
  decide: ({ terms, made }, command) => {
    const before = terms.find(({ termId }) => termId === command.termId)
    if (command.termId !== null && before === undefined) return Result.fail(notFound())
    if (command._tag === "RemoveTerm") return Result.succeed([{ _tag: "GlossaryTermRemoved", termId: command.termId }])
    if (before?.termHash === command.termHash) return Result.succeed([])
    if (before === undefined && terms.length >= glossaryLimits.terms) return Result.fail(tooMany())
    const { kind, language, termHash } = command
    const termId = command.termId ?? TermId.make(made + 1)
    return Result.succeed([{ _tag: "GlossaryTermSaved", termId, kind, language, termHash }])
  },
  evolve: ({ terms, made }, event) => {
    const { termId } = event
    const others = terms.filter((term) => term.termId !== termId)
    return {
      state: "kept",
      terms: event._tag === "GlossaryTermSaved" ? [...others, { termId, termHash: event.termHash }] : others,
      made: Math.max(made, termId),
    }
  },
}

/** The glossaries by their company. */
export const glossaryProjection: Projection<GlossaryRow, GlossaryEvent> = {
  category: "glossary",
  version: 1,
  row: GlossaryRow,
  initialRow: none,
  evolve: glossaryDecider.evolve,
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
