import { Result } from "effect"
import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { callProblems } from "#machines/lifecycles/calls/callChecks.ts"
import type { CallFlow, CallStep } from "#schemas/outreach/callFlow.ts"
import { spokenIn } from "./callMessage.rule.ts"
import { readMessage, variableProblems } from "./message.rule.ts"

type Spoken = { readonly step: CallStep | null; readonly text: string }

/** The variables that a call flow names, each once, in the order of its steps; a text that cannot be read names none. */
export const callVariables = (flow: CallFlow): ReadonlyArray<string> => [
  ...new Set(
    spokenIn(flow).flatMap(({ text }) => {
      const read = readMessage(text)
      return Result.isSuccess(read) ? read.success.variables : []
    }),
  ),
]

const at = ({ step }: Spoken, sentence: string): string =>
  `${step === null ? "Voicemail" : `“${step.name}”`}: ${sentence}`

const textProblems = (one: Spoken, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const read = readMessage(one.text)
  const sentences = Result.isFailure(read) ? [read.failure] : variableProblems(read.success, known)
  return sentences.map((sentence) => at(one, sentence))
}

/** What a caller hears first says who calls (47 CFR 64.1200(b)(1)). */
const callerUnnamed = ({ steps }: CallFlow, companyName: string): ReadonlyArray<string> => {
  const [first] = steps
  if (first === undefined || !("prompt" in first) || first.prompt._tag === "Recording") return []
  const { text } = first.prompt
  const isNamed = /\{\{\s*companyName\b/.test(text) || text.toLowerCase().includes(companyName.toLowerCase())
  return isNamed ? [] : [`Say in “${first.name}” who calls, for example: {{ companyName }}.`]
}

/** Whether a carrier can connect with this: a number that exists, written as E.164. */
const isNumber = (text: string): boolean => {
  const read = parsePhoneNumberFromString(text)
  return read?.number === text && read.isValid()
}

const wrongNumbers = ({ steps }: CallFlow): ReadonlyArray<string> =>
  steps.flatMap((step) =>
    step._tag === "Transfer" && !isNumber(step.phone)
      ? [`Enter the number that “${step.name}” connects with, as in +12125550140.`]
      : [],
  )

const missingRecordings = (flow: CallFlow): ReadonlyArray<string> => [
  ...flow.steps.flatMap((step) =>
    "prompt" in step && step.prompt._tag === "Recording"
      ? [`The recording of “${step.name}” is not there. Write what it says.`]
      : [],
  ),
  ...(flow.voicemail._tag === "LeaveMessage" && flow.voicemail.prompt._tag === "Recording"
    ? ["The recording for a voicemail is not there. Write what it says."]
    : []),
]

/** What keeps a call flow from being published, as sentences; empty when it may be (docs/policy.md#call-flows). */
export const callFlowProblems = (
  flow: CallFlow,
  { companyName, known }: { readonly companyName: string; readonly known: ReadonlyArray<string> },
): ReadonlyArray<string> => [
  ...callProblems(flow).map(({ sentence }) => sentence),
  ...callerUnnamed(flow, companyName),
  ...wrongNumbers(flow),
  ...missingRecordings(flow),
  ...spokenIn(flow).flatMap((one) => textProblems(one, known)),
]
