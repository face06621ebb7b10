import { failingTests, outcomeOf } from "#machines/lifecycles/calls/callTest.ts"
import type { CommandInput, CommandOutput, Question } from "#machines/session/command.machine.ts"
import type { CallTest, CallTestSubject, CallTestValues, Happening, TestedFlow } from "#schemas/outreach/callTest.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"

/** What a person may do to a kept test of a call flow besides naming it. */
export type CallTestVerb = "test.replace" | "test.remove"

const flowOf = ({ hashedId, templateId, streamVersion }: Ivr): TestedFlow => ({ hashedId, templateId, streamVersion })

export type CallTestEvent =
  /** Shows a kept test in the transcript, as the call flow runs it now. */
  | { readonly type: "test.run"; readonly test: CallTest }
  /** `happened` is what takes the place of the test's own call; it leads to another end, or by another way. */
  | {
      readonly type: "test.replace.pressed"
      readonly flow: Ivr
      readonly test: CallTest
      readonly happened: ReadonlyArray<Happening>
    }
  | { readonly type: "test.remove.pressed"; readonly flow: Ivr; readonly test: CallTest }
  /** Opens the form of a call that is over, with the name that is proposed for it. */
  | {
      readonly type: "keep.pressed"
      readonly flow: Ivr
      readonly name: string
      readonly happened: ReadonlyArray<Happening>
    }

/** What the form of a call opens with. */
export const newCallTest = ({
  flow,
  name,
  happened,
}: Extract<CallTestEvent, { readonly type: "keep.pressed" }>): CallTestValues => ({
  ...{ ...flowOf(flow), name, happened },
  end: outcomeOf(flow.flow, happened)?.end ?? null,
})

/** A test that was kept by the form has changed the call flow as a command does. */
export const keptAs = (kept: CallTestValues): CommandOutput<CallTestVerb, CallTestSubject> => ({
  ...{ verb: "test.replace", subject: { ...kept, testId: 0 }, outcome: "done", problem: null, answer: null },
  seen: { id: kept.hashedId, version: kept.streamVersion },
})

const removal = (name: string): Question => ({
  title: "callFlow.test.remove.title",
  text: [{ word: "callFlow.test.remove.text", values: { name } }],
  confirm: "callFlow.test.remove",
  cancel: "part.cancel",
  isDestructive: true,
})

type Pressed = Extract<CallTestEvent, { readonly type: `${CallTestVerb}.pressed` }>

/** The command on a kept test: removing one is asked about, and what takes its place is on the screen already. */
export const testCommandOf = (event: Pressed): CommandInput<CallTestVerb, CallTestSubject> => {
  const { testId, name } = event.test
  const isRemoval = event.type === "test.remove.pressed"
  return {
    verb: isRemoval ? "test.remove" : "test.replace",
    subject: { ...flowOf(event.flow), testId, name, happened: isRemoval ? event.test.happened : event.happened },
    ...(isRemoval ? { question: removal(name) } : {}),
    seen: { id: event.flow.hashedId, version: event.flow.streamVersion },
  }
}

/** How many failing tests a question names. */
const mostNamed = 3

/** What is said of kept tests before a call flow is published that fails some; nothing where all pass. */
export const failingSentence = ({ flow, tests }: Ivr): Question["text"] => {
  const failing = failingTests(flow, tests)
  if (failing.length === 0) return []
  const names = failing.slice(0, mostNamed).map(({ name }) => `“${name}”`)
  const more = failing.length - names.length
  return [{ word: "callFlow.publish.failing", values: { count: failing.length, names: names.join(", "), more } }]
}
