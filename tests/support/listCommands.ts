import fc from "fast-check"
import { TermId } from "#schemas/language/glossary.ts"
import type { GlossaryCommand } from "#server/outreach/translations/glossary.decider.ts"
import type { StagesCommand } from "#server/scheduling/stages/stages.decider.ts"

const termId = TermId.make(1)
const termHash = fc.constantFrom("a", "b")

/** What may be asked of a glossary; what makes a term as often as the rest. */
export const glossaryCommands: fc.Arbitrary<GlossaryCommand> = fc.oneof(
  fc.record({
    _tag: fc.constant("SaveTerm" as const),
    termId: fc.constant(null),
    kind: fc.constant("neverTranslate" as const),
    language: fc.constant(null),
    termHash,
  }),
  fc.oneof(
    fc.record({
      _tag: fc.constant("SaveTerm" as const),
      termId: fc.constant(termId),
      kind: fc.constant("forbidden" as const),
      language: fc.constant("es" as const),
      termHash,
    }),
    fc.constant({ _tag: "RemoveTerm" as const, termId }),
  ),
)

/** What may be asked of a company’s stages. */
export const stageCommands: fc.Arbitrary<StagesCommand> = fc
  .constantFrom(["First visit"], ["First visit", "Follow-up"], [])
  .map((names) => ({
    _tag: "SaveStages" as const,
    stages: names.map((called) => ({ stageId: null, name: called, minDays: 7, maxDays: null, isActive: true })),
  }))
