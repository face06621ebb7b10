import {
  callChannel,
  type CallFlow,
  type CallStep,
  type Menu,
  type Prompt,
  type StepId,
} from "#schemas/outreach/callFlow.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import { unsaidLetter } from "#schemas/outreach/voice.ts"
import { waysOf } from "./callWays.ts"

/** What must hold before a call flow is published (docs/decisions/083-call-flows.md), in the order in which it is shown. */
export const callChecks = [
  "noSilence",
  "keysCovered",
  "optOutReachable",
  "loopsEnd",
  "allReached",
  "voicemailImpersonal",
  "promptsSound",
  "voiceSaysAll",
  "callerIdCalls",
] as const
export type CallCheck = (typeof callChecks)[number]

/** A problem of a call flow, at a step; where there is none, at the voicemail, or at what its check is about. */
export type CallProblem = { readonly check: CallCheck; readonly stepId: StepId | null; readonly sentence: string }

/** Where a step leads, by whatever happens. */
const nextOf = (step: CallStep): ReadonlyArray<StepId | null> => waysOf(step).map(({ to }) => to)

const isMenu = (step: CallStep): step is Menu => step._tag === "Menu"

/** The steps that a walk from some reaches, along what `ways` says of each; those it begins with included. */
const reached = (
  { steps }: CallFlow,
  from: ReadonlyArray<StepId>,
  ways: (step: CallStep) => ReadonlyArray<StepId | null>,
): ReadonlySet<StepId> => {
  const found = new Set<StepId>(from)
  // A set is walked in the order in which it is filled, what is added on the way included.
  for (const id of found) {
    const step = steps.find(({ stepId }) => stepId === id)
    for (const next of step === undefined ? [] : ways(step)) if (next !== null) found.add(next)
  }
  return found
}

/** Where a step leads without a key: what a caller who never presses one goes through. */
const withoutKeys = (step: CallStep): ReadonlyArray<StepId | null> => (isMenu(step) ? [step.otherwise] : nextOf(step))

const silences = (flow: CallFlow): ReadonlyArray<CallProblem> => {
  const ids = new Set(flow.steps.map(({ stepId }) => stepId))
  const isOpen = (next: StepId | null) => next === null || !ids.has(next)
  const at = (step: CallStep, sentence: string) => ({ check: "noSilence", stepId: step.stepId, sentence }) as const
  return flow.steps.flatMap((step) => {
    if (!isMenu(step))
      return nextOf(step).some(isOpen)
        ? [at(step, `Choose what follows “${step.name}”. The call would end in silence.`)]
        : []
    return step.keys
      .filter(({ next }) => isOpen(next))
      .map(({ key }) => at(step, `Choose what follows key ${key} of “${step.name}”. The call would end in silence.`))
  })
}

const uncovered = (flow: CallFlow): ReadonlyArray<CallProblem> => {
  const ids = new Set(flow.steps.map(({ stepId }) => stepId))
  const at = (menu: Menu, sentence: string) => ({ check: "keysCovered", stepId: menu.stepId, sentence }) as const
  return flow.steps
    .filter(isMenu)
    .flatMap((menu) => [
      ...(menu.keys.length === 0 ? [at(menu, `Give “${menu.name}” at least one key.`)] : []),
      ...(new Set(menu.keys.map(({ key }) => key)).size < menu.keys.length
        ? [at(menu, `“${menu.name}” has a key twice. Keep one of them.`)]
        : []),
      ...(menu.otherwise === null || !ids.has(menu.otherwise)
        ? [at(menu, `Choose what follows “${menu.name}” when no key is pressed, or another one.`)]
        : []),
    ])
}

const withoutOptOut = (flow: CallFlow): ReadonlyArray<CallProblem> => {
  const optOuts = new Set(flow.steps.filter(({ _tag }) => _tag === "OptOut").map(({ stepId }) => stepId))
  return flow.steps
    .filter(isMenu)
    .filter(
      (menu) =>
        ![
          ...reached(
            flow,
            menu.keys.flatMap(({ next }) => next ?? []),
            nextOf,
          ),
        ].some((id) => optOuts.has(id)),
    )
    .map((menu) => ({
      check: "optOutReachable",
      stepId: menu.stepId,
      sentence: `No key of “${menu.name}” leads to a step that stops the calls. Add one, for example key 9.`,
    }))
}

const endless = (flow: CallFlow): ReadonlyArray<CallProblem> => {
  const inCircle = flow.steps.filter((step) =>
    reached(
      flow,
      withoutKeys(step).flatMap((next) => next ?? []),
      withoutKeys,
    ).has(step.stepId),
  )
  return inCircle.slice(0, 1).map((step) => ({
    check: "loopsEnd",
    stepId: step.stepId,
    sentence: `“${step.name}” comes round again and again where no key is pressed. Let it end in another step.`,
  }))
}

const unreached = (flow: CallFlow): ReadonlyArray<CallProblem> => {
  const found = reached(
    flow,
    flow.steps.slice(0, 1).map(({ stepId }) => stepId),
    nextOf,
  )
  return flow.steps
    .filter(({ stepId }) => !found.has(stepId))
    .map(({ stepId, name }) => ({
      check: "allReached",
      stepId,
      sentence: `Nothing leads to “${name}”. Let a step lead to it, or delete it.`,
    }))
}

const companyAlone = /\{\{\s*companyName\s*\}\}/g

const personal = ({ voicemail }: CallFlow): ReadonlyArray<CallProblem> => {
  if (voicemail._tag !== "LeaveMessage" || voicemail.prompt._tag !== "Speech") return []
  const rest = voicemail.prompt.text.replaceAll(companyAlone, "")
  return /\{[{%]/.test(rest)
    ? [
        {
          check: "voicemailImpersonal",
          stepId: null,
          sentence: "Others may hear the message of a voicemail. Of the variables it may only use {{ companyName }}.",
        },
      ]
    : []
}

const isMute = (prompt: Prompt): boolean => (prompt._tag === "Speech" ? prompt.text.trim() === "" : prompt.sound === "")

/** Steps that may say nothing of their own: what follows speaks for them. */
const mayBeMute = (step: CallStep): boolean => step._tag === "Transfer" || step._tag === "HangUp"

const mute = ({ steps, voicemail }: CallFlow): ReadonlyArray<CallProblem> => [
  ...steps
    .filter((step) => !mayBeMute(step) && "prompt" in step && isMute(step.prompt))
    .map(
      ({ stepId, name }) =>
        ({ check: "promptsSound", stepId, sentence: `Write what “${name}” says, or give it a recording.` }) as const,
    ),
  ...(voicemail._tag === "LeaveMessage" && isMute(voicemail.prompt)
    ? [
        {
          check: "promptsSound",
          stepId: null,
          sentence: "Write what is left on a voicemail, or hang up there.",
        } as const,
      ]
    : []),
]

/** What stands for a value, and is not said as it is written. */
const liquid = /\{\{.*?\}\}|\{%.*?%\}/gs

const written = (prompt: Prompt): string => (prompt._tag === "Speech" ? prompt.text : "")

/** A text is Flite's to say or to leave out: what other voices know, their engines alone can tell. */
const unsaid = ({ steps, voicemail, voice }: CallFlow): ReadonlyArray<CallProblem> => {
  if (voice === undefined) return []
  const texts = [
    ...steps.flatMap((step) => [
      ...("prompt" in step ? [{ stepId: step.stepId, place: `“${step.name}”`, text: written(step.prompt) }] : []),
      ...(isMenu(step) ? [{ stepId: step.stepId, place: `“${step.name}”`, text: step.wrongKey }] : []),
    ]),
    ...(voicemail._tag === "LeaveMessage"
      ? [{ stepId: null, place: "the voicemail", text: written(voicemail.prompt) }]
      : []),
  ]
  return texts.flatMap(({ stepId, place, text }) => {
    const letter = unsaidLetter(voice.voiceId, text.replaceAll(liquid, " "))
    const sentence = `The voice ${voice.name} cannot say “${letter}” in ${place}. Choose a voice of that language, or write it in Latin letters.`
    return letter === undefined ? [] : [{ check: "voiceSaysAll", stepId, sentence } as const]
  })
}

/** A number of the company, and whether texts or calls come from it. */
export type CompanyNumber = Pick<Sender, "channel" | "e164">

/** The caller ID that cannot call: the company has the number no longer, or uses it for texts. */
const uncallable = ({ callerId }: CallFlow, numbers: ReadonlyArray<CompanyNumber>): ReadonlyArray<CallProblem> => {
  if (callerId === undefined) return []
  const number = numbers.find(({ e164 }) => e164 === callerId)
  if (number?.channel === callChannel) return []
  const why = number === undefined ? "is no number of the company any more" : "is a number for texts, and does not call"
  const sentence = `The caller ID ${callerId} ${why}. Choose another one, or leave it to each campaign.`
  return [{ check: "callerIdCalls", stepId: null, sentence }]
}

/**
 * What keeps a call flow from being published, in the order of its checks; none where it may be.
 * @param numbers the company's numbers, null where they are not known: then the caller ID is not judged.
 */
export const callProblems = (
  flow: CallFlow,
  numbers: ReadonlyArray<CompanyNumber> | null,
): ReadonlyArray<CallProblem> => [
  ...[silences, uncovered, withoutOptOut, endless, unreached, personal, mute, unsaid].flatMap((check) => check(flow)),
  ...(numbers === null ? [] : uncallable(flow, numbers)),
]
