import { Schema } from "effect"
import { HashedId, Instant } from "../ids.ts"

/** How one text of a test did. */
export const VariantNumbers = Schema.Struct({
  /** 0 for the step's own template, and so on in the order of its test. */
  variant: Schema.Int,
  /** Who was given it, those who were left out of it included. */
  people: Schema.Int,
  /** Who got it: it left, and no carrier said that it failed. */
  reached: Schema.Int,
  /** Who of them did what the test counts. */
  measured: Schema.Int,
})
export type VariantNumbers = typeof VariantNumbers.Type

/**
 * What a test came to: one text did better than every other beyond chance, too few people got them to tell, or the texts
 * did too much alike. Without a winner everyone else gets the step's own template.
 */
export const TestOutcome = Schema.Literals(["better", "tooFew", "tooClose"])
export type TestOutcome = typeof TestOutcome.Type

/** How the numbers of a test's texts were judged. */
export const TestJudged = Schema.Struct({
  stepId: Schema.Int,
  outcome: TestOutcome,
  winner: Schema.NullOr(Schema.Int),
  variants: Schema.Array(VariantNumbers),
})

/** Stored facts about tests: judged by the numbers, once; or a person chose before that. */
export const VariantsJudged = Schema.TaggedStruct("VariantsJudged", TestJudged.fields)
export const VariantChosen = Schema.TaggedStruct("VariantChosen", {
  stepId: Schema.Int,
  winner: Schema.Int,
  variants: Schema.Array(VariantNumbers),
})

/** How a test was decided; `outcome` null where a person chose. */
export const TestAnswer = Schema.Struct({
  stepId: Schema.Int,
  outcome: Schema.NullOr(TestOutcome),
  winner: Schema.NullOr(Schema.Int),
  variants: Schema.Array(VariantNumbers),
})
export type TestAnswer = typeof TestAnswer.Type

/** A test of a step as it is shown: with the numbers of now, or those that it was decided by. */
export const ShownTest = Schema.Struct({
  texts: Schema.Array(
    Schema.Struct({
      ...VariantNumbers.fields,
      templateName: Schema.String,
      /** The campaign that carries it; null before the launch. */
      campaignHashedId: Schema.NullOr(HashedId),
    }),
  ),
  /** Who waits at the step until it is decided. */
  waiting: Schema.Int,
  /** When it is judged at the earliest; null while people are still split, and once it is decided. */
  judgedFrom: Schema.NullOr(Instant),
  answer: Schema.NullOr(TestAnswer),
})
export type ShownTest = typeof ShownTest.Type

/** Which text everyone else gets, as a person chose. */
export const Choice = Schema.Struct({ stepId: Schema.Int, variant: Schema.Int })
export type Choice = typeof Choice.Type
