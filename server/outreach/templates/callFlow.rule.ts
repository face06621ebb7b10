import { Result } from "effect"
import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { callProblems, type CallCheck, type CompanyNumber } from "#machines/lifecycles/calls/callChecks.ts"
import type { CallFlow, CallStep } from "#schemas/outreach/callFlow.ts"
import { spokenIn } from "./callMessage.rule.ts"
import { readSpoken, variableProblems } from "./message.rule.ts"

type Spoken = { readonly step: CallStep | null; readonly text: string }

/** The variables that a call flow names, each once, in the order of its steps; a text that cannot be read names none. */
export const callVariables = (flow: CallFlow): ReadonlyArray<string> => [
  ...new Set(
    spokenIn(flow).flatMap(({ text }) => {
      const read = readSpoken(text)
      return Result.isSuccess(read) ? read.success.variables : []
    }),
  ),
]

const at = ({ step }: Spoken, sentence: string): string =>
  `${step === null ? "Voicemail" : `“${step.name}”`}: ${sentence}`

const textProblems = (one: Spoken, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const read = readSpoken(one.text)
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

/** What a call says by a recording, and the sound's hash. */
const recorded = ({ steps, voicemail }: CallFlow) => [
  ...steps.flatMap(({ name, ...step }) =>
    "prompt" in step && step.prompt._tag === "Recording" ? [{ name, sound: step.prompt.sound }] : [],
  ),
  ...(voicemail._tag === "LeaveMessage" && voicemail.prompt._tag === "Recording"
    ? [{ name: null, sound: voicemail.prompt.sound }]
    : []),
]

/** The sounds that a call flow plays, each once. */
export const callSounds = (flow: CallFlow): ReadonlyArray<string> => [
  ...new Set(recorded(flow).map(({ sound }) => sound)),
]

const missingRecordings = (flow: CallFlow, sounds: ReadonlyArray<string>): ReadonlyArray<string> =>
  recorded(flow)
    .filter(({ sound }) => !sounds.includes(sound))
    .map(
      ({ name }) =>
        `The recording ${name === null ? "for a voicemail" : `of “${name}”`} is not there. Choose another one, or write what it says.`,
    )

/** What a call flow is judged with: the company's name and numbers, the variables that are known, and which of its sounds are there. */
type CallFacts = {
  readonly companyName: string
  readonly known: ReadonlyArray<string>
  readonly sounds: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<CompanyNumber>
}

/** The checks of a call flow that are about its words and who speaks them. */
const checksOfWords: ReadonlyArray<CallCheck> = ["voicemailImpersonal", "voiceSaysAll"]

/** What is wrong with the words of a call flow in one of its languages, whatever its steps, keys and ways. */
export const spokenProblems = (
  flow: CallFlow,
  { companyName, known }: Pick<CallFacts, "companyName" | "known">,
): ReadonlyArray<string> => [
  ...callProblems(flow, null)
    .filter(({ check }) => checksOfWords.includes(check))
    .map(({ sentence }) => sentence),
  ...callerUnnamed(flow, companyName),
  ...spokenIn(flow).flatMap((one) => textProblems(one, known)),
]

/** What keeps a call flow from being published, as sentences; empty when it may be (docs/policy.md#call-flows). */
export const callFlowProblems = (
  flow: CallFlow,
  { companyName, known, sounds, numbers }: CallFacts,
): ReadonlyArray<string> => [
  ...callProblems(flow, numbers).map(({ sentence }) => sentence),
  ...callerUnnamed(flow, companyName),
  ...wrongNumbers(flow),
  ...missingRecordings(flow, sounds),
  ...spokenIn(flow).flatMap((one) => textProblems(one, known)),
]
