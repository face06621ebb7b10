import { Schema } from "effect"
import { Serial, TemplateId } from "../ids.ts"
import { TrimmedText } from "../trimmedText.ts"
import { phoneKeys, StepId } from "./callFlow.ts"

/** Limits of the tests that are kept with one call flow (docs/decisions/094-kept-tests-of-calls.md). */
export const callTestLimits = { tests: 50, nameCharacters: 80, happenings: 200 } as const

/** The number of a kept test within its call flow; never given again. */
export const CallTestId = Serial
export type CallTestId = typeof CallTestId.Type

/** What happened in a call: a key that was pressed, as itself, or an event of the call's chart by its name. */
export const Happening = Schema.Literals([
  ...phoneKeys,
  ...(["PersonAnswered", "MachineAnswered", "NotAnswered", "Busy", "CallFailed"] as const),
  ...(["StepFinished", "NoKeyPressed", "TransferAnswered", "TransferNotAnswered", "CallerHungUp"] as const),
])
export type Happening = typeof Happening.Type

/** How a call ends, by the final states of its chart. */
export const callEnds = [
  ...(["ended", "left", "connected", "silent", "notAnswered", "busy", "failed"] as const),
  ...(["messageLeft", "tryLater", "endedAtMachine"] as const),
] as const
export type CallEnd = (typeof callEnds)[number]

/** What a whole call led to: the steps it came to, in order, and how it ended. */
export const CallOutcome = Schema.Struct({ passed: Schema.Array(StepId), end: Schema.Literals(callEnds) })
export type CallOutcome = typeof CallOutcome.Type

/** The name of a kept test: 1 to 80 characters after trimming, once in its call flow. */
export const CallTestName = TrimmedText.check(
  Schema.isMinLength(1, { message: "Name the test." }),
  Schema.isMaxLength(callTestLimits.nameCharacters, { message: "Enter a name of at most 80 characters." }),
)

const Happened = Schema.Array(Happening).check(
  Schema.isMinLength(1, { message: "Nothing has happened in this call yet." }),
  Schema.isMaxLength(callTestLimits.happenings, { message: "A test is a call in which at most 200 things happen." }),
)

/** What the form of a kept test holds: one schema for the form and for the call. */
export const CallTestDraft = Schema.Struct({ name: CallTestName, happened: Happened })

/** A call that was tried and kept: it is run again through the call flow as it is now, and must go the same way. */
export const CallTest = Schema.Struct({
  testId: CallTestId,
  name: Schema.String,
  happened: Schema.Array(Happening),
  ...CallOutcome.fields,
}).annotate({ identifier: "CallTest" })
export type CallTest = typeof CallTest.Type

/** The body of `POST /api/Outreach/KeepIvrTest`: a new test, or with its number one to put in the place of what it was. */
export const KeepIvrTest = Schema.Struct({
  templateId: TemplateId,
  testId: Schema.optionalKey(CallTestId),
  ...CallTestDraft.fields,
})
export type KeepIvrTest = typeof KeepIvrTest.Type

/** The body of `POST /api/Outreach/RemoveIvrTest`. */
export const RemoveIvrTest = Schema.Struct({ templateId: TemplateId, testId: CallTestId })
export type RemoveIvrTest = typeof RemoveIvrTest.Type

/** A call flow as its kept tests are changed: which one, and the version that is on the screen. */
export type TestedFlow = {
  readonly hashedId: string
  readonly templateId: TemplateId
  readonly streamVersion: number
}

/** A kept test that is removed, or that another call takes the place of. */
export type CallTestSubject = TestedFlow & Pick<CallTest, "testId" | "name" | "happened">

/** What the form of a call that is kept as a test holds; `end` is what the call leads to, null where it is not over. */
export type CallTestValues = TestedFlow & Pick<CallTest, "name" | "happened"> & { readonly end: CallEnd | null }
