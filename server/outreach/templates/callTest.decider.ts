import { Result } from "effect"
import { outcomeOf } from "#machines/lifecycles/calls/callTest.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { TemplateTestKept, TemplateTestRemoved } from "#schemas/outreach/events.ts"
import { callTestLimits, type CallTest, type CallTestId } from "#schemas/outreach/callTest.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"

/** The kept tests of a call flow, in the order in which they were kept, and the highest number that was given. */
export type CallTestFold = { readonly tests: ReadonlyArray<CallTest>; readonly lastTestId: number }

/** What staff may wish of kept tests. `flow` is that of `version`, whose chart says what the call leads to. */
export type CallTestCommand =
  | ({
      readonly _tag: "KeepTest"
      readonly version: number
      /** The test to put another in the place of; a new one without it. */
      readonly testId?: CallTestId | undefined
      readonly flow: CallFlow
    } & Pick<CallTest, "name" | "happened">)
  | { readonly _tag: "RemoveTest"; readonly testId: CallTestId }

type CallTestEvent = typeof TemplateTestKept.Type | typeof TemplateTestRemoved.Type

const taken = "A test of this call flow has this name already."
const nameTaken = problem("AlreadyExists", taken, { errors: [{ field: "name", message: taken }] })
const unfinished = problem("Invalid", "Only a call that is over can be kept as a test. Try it to its end.")
const tooMany = problem(
  "Invalid",
  `A call flow keeps at most ${callTestLimits.tests} tests. Remove one before you keep another.`,
)

const isSame = (one: CallTest, other: CallTest): boolean =>
  one.name === other.name &&
  one.happened.join() === other.happened.join() &&
  one.passed.join() === other.passed.join() &&
  one.end === other.end

/** Decides on the kept tests of a call flow whose lifecycle takes it; nothing happens where nothing would change. */
export const decideTest = (
  { tests, lastTestId }: CallTestFold,
  command: CallTestCommand,
): Result.Result<ReadonlyArray<CallTestEvent>, Problem> => {
  const found = tests.find(({ testId }) => testId === command.testId)
  if (command.testId !== undefined && found === undefined) return Result.fail(notFound())
  if (command._tag === "RemoveTest") return Result.succeed([{ _tag: "TemplateTestRemoved", testId: command.testId }])
  const { name, happened } = command
  const outcome = outcomeOf(command.flow, happened)
  if (outcome === null) return Result.fail(unfinished)
  if (found === undefined && tests.length >= callTestLimits.tests) return Result.fail(tooMany)
  const isOther = (test: CallTest): boolean => test !== found
  if (tests.filter(isOther).some((test) => test.name.toLowerCase() === name.toLowerCase()))
    return Result.fail(nameTaken)
  const kept: CallTest = { testId: found?.testId ?? lastTestId + 1, name, happened, ...outcome }
  return Result.succeed(found !== undefined && isSame(kept, found) ? [] : [{ _tag: "TemplateTestKept", ...kept }])
}

/** The kept tests after one was kept, put in another's place or removed. */
export const foldTest = (tests: ReadonlyArray<CallTest>, event: CallTestEvent): ReadonlyArray<CallTest> => {
  const { _tag, ...kept } = event
  if (event._tag === "TemplateTestRemoved") return tests.filter(({ testId }) => testId !== event.testId)
  const isThere = tests.some(({ testId }) => testId === event.testId)
  return isThere
    ? tests.map((test) => (test.testId === event.testId ? (kept as CallTest) : test))
    : [...tests, kept as CallTest]
}
