import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { glossaryLimits, TermId, type GlossaryEvent } from "#schemas/language/glossary.ts"
import { glossaryDecider, type GlossaryCommand } from "#server/outreach/translations/glossary.decider.ts"

const { decide, evolve, initialState } = glossaryDecider
const facts = { kind: "neverTranslate", language: null } as const
const kept = (number: number, termHash = "a"): GlossaryEvent => ({
  ...{ _tag: "GlossaryTermSaved", termId: TermId.make(number), ...facts, termHash },
})
const removed = (number: number): GlossaryEvent => ({ _tag: "GlossaryTermRemoved", termId: TermId.make(number) })
const asked = (termId: number | null, termHash = "a"): GlossaryCommand => ({
  ...{ _tag: "SaveTerm", termId: termId === null ? null : TermId.make(termId), ...facts, termHash },
})
const decided = (given: ReadonlyArray<GlossaryEvent>, command: GlossaryCommand) =>
  Result.match(decide(given.reduce(evolve, initialState), command), {
    onFailure: ({ problem, message }) => [problem, message],
    onSuccess: (events) => events,
  })

describe("a glossary", () => {
  it("gives each term a number that no other had", () => {
    expect(decided([], asked(null))).toEqual([kept(1)])
    expect(decided([kept(1), kept(2), removed(2)], asked(null))).toEqual([kept(3)])
  })

  it("changes a term, and says nothing where it says the same", () => {
    expect(decided([kept(1)], asked(1, "b"))).toEqual([kept(1, "b")])
    expect(decided([kept(1)], asked(1))).toEqual([])
    expect(decided([kept(1), kept(2)], { _tag: "RemoveTerm", termId: TermId.make(1) })).toEqual([removed(1)])
  })

  it("knows no term that is gone", () => {
    expect(decided([kept(1), removed(1)], asked(1))).toMatchObject(["NotFound", expect.any(String)])
    expect(decided([], { _tag: "RemoveTerm", termId: TermId.make(1) })).toMatchObject(["NotFound", expect.any(String)])
  })

  it("has 500 terms at most, and those may still be changed", () => {
    const full = Array.from({ length: glossaryLimits.terms }, (_, place) => kept(place + 1))
    expect(decided(full, asked(null))).toEqual(["Invalid", "A glossary has at most 500 terms. Remove one first."])
    expect(decided(full, asked(7, "b"))).toEqual([kept(7, "b")])
    expect(decided([...full, removed(3)], asked(null))).toEqual([kept(501)])
  })
})
