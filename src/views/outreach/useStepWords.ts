import type { CallFlow, CallStep, Prompt, StepId } from "#schemas/outreach/callFlow.ts"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { useVoiceWords } from "./useVoiceWords.ts"

/** What a prompt says; a recording has no words. */
const usePromptText = () => {
  const words = useWords()
  return (prompt: Prompt): string => (prompt._tag === "Speech" ? prompt.text : words("callFlow.recording"))
}

/** After which outcomes a call is tried again, a line for each. */
export const useRetryWords = () => {
  const words = useWords()
  return ({ retries }: CallFlow): ReadonlyArray<string> =>
    retries.map(({ outcome, times, minutes }) =>
      words("callFlow.retries.row", { outcome: words(`callFlow.retries.${outcome}`), times, minutes }),
    )
}

/** The number that people see when they are called, or that each campaign chooses it. */
export const callerIdText = (words: ReturnType<typeof useWords>, { callerId }: CallFlow): string =>
  callerId === undefined ? words("callFlow.callerId.none") : phoneText(callerId)

/** A call flow's steps in words: their names, what follows them, what they say. */
export const useStepWords = (flow: CallFlow) => {
  const words = useWords()
  const said = usePromptText()
  const about = ({ stepId, name }: CallStep): string => words("callFlow.step.about", { stepId, name })
  const named = (stepId: StepId | null): string | undefined => {
    const step = flow.steps.find((one) => one.stepId === stepId)
    return step === undefined ? undefined : about(step)
  }
  const leadsTo = (stepId: StepId | null): string => {
    const step = named(stepId)
    return step === undefined ? words("callFlow.then.none") : words("callFlow.then", { step })
  }
  const follows = (step: CallStep): string => {
    if (step._tag === "HangUp") return words("callFlow.then.ends")
    if (step._tag === "Menu") return words("callFlow.keys", { count: step.keys.length })
    if (step._tag !== "Transfer") return leadsTo(step.next)
    return words("callFlow.then.desk", { step: named(step.next) ?? words("callFlow.then.none") })
  }
  /** What each key of a menu leads to, and what follows none. */
  const ways = (step: CallStep): ReadonlyArray<readonly [way: string, then: string]> =>
    step._tag === "Menu"
      ? [
          ...step.keys.map(({ key, next }) => [words("callFlow.key", { key }), leadsTo(next)] as const),
          [words("callFlow.otherwise", { times: step.repeats + 1 }), leadsTo(step.otherwise)],
        ]
      : []
  return { about, named, follows, ways, said }
}

/** A call flow as lines of a text, by which versions and changes are compared. */
export const useFlowText = () => {
  const words = useWords()
  const said = usePromptText()
  const tried = useRetryWords()
  const voices = useVoiceWords()
  return (flow: CallFlow): string => {
    const about = ({ stepId, name }: CallStep): string => words("callFlow.step.about", { stepId, name })
    const named = (stepId: StepId | null): string => {
      const step = flow.steps.find((one) => one.stepId === stepId)
      return step === undefined ? words("callFlow.then.none") : about(step)
    }
    const linesOf = (step: CallStep): ReadonlyArray<string> => [
      `${about(step)} (${words(`callFlow.step.${step._tag}`)})`,
      ...("prompt" in step && said(step.prompt) !== "" ? [said(step.prompt)] : []),
      ...(step._tag === "Transfer"
        ? [
            `${words("callFlow.field.phone")}: ${step.phone}`,
            `${words("callFlow.field.transferRing")}: ${step.ringSeconds}`,
          ]
        : []),
      ...(step._tag === "Record" ? [`${words("callFlow.field.recordSeconds")}: ${step.recordSeconds}`] : []),
      ...(step._tag === "OptOut"
        ? [`${words("callFlow.field.scope")}: ${words(`callFlow.field.scope.${step.scope}`)}`]
        : []),
      ...(step._tag === "Menu"
        ? [
            ...step.keys.map(({ key, next }) => `${words("callFlow.key", { key })}: ${named(next)}`),
            `${words("callFlow.otherwise", { times: step.repeats + 1 })}: ${named(step.otherwise)}`,
            `${words("callFlow.field.keySeconds")}: ${step.keySeconds}`,
            `${words("callFlow.field.wrongKey")}: ${step.wrongKey}`,
          ]
        : []),
      ...("next" in step ? [`${words("callFlow.field.next")}: ${named(step.next)}`] : []),
    ]
    const { voicemail, ringSeconds } = flow
    return [
      ...flow.steps.flatMap((step) => [...linesOf(step), ""]),
      `${words("callFlow.voicemail")}: ${words(`callFlow.voicemail.${voicemail._tag}`)}`,
      ...(voicemail._tag === "LeaveMessage" ? [said(voicemail.prompt)] : []),
      `${words("callFlow.callerId")}: ${callerIdText(words, flow)}`,
      `${words("callFlow.voice")}: ${voices.all(flow.voice)}`,
      `${words("callFlow.field.ring")}: ${ringSeconds}`,
      `${words("callFlow.retries")}: ${tried(flow).join("; ") || words("callFlow.retries.none")}`,
    ].join("\n")
  }
}
