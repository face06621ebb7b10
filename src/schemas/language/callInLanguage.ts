import type { CallTranslation } from "./callTranslation.ts"
import type { CallFlow, CallStep, Prompt } from "../outreach/callFlow.ts"
import { carriersOwn } from "../outreach/voice.ts"

/** A place of a call flow at which something is said; the voicemail's has no step. */
export type SaidPlace = {
  readonly step: CallStep | null
  readonly part: "text" | "wrongKey" | "voicemail"
  readonly prompt: Prompt
}

const speech = (text: string): Prompt => ({ _tag: "Speech", text })
// By what they have, for in a masked journal the kinds have no name.
const isMute = (prompt: Prompt): boolean => ("text" in prompt ? prompt.text.trim() === "" : prompt.sound === "")

/** Where a call flow says something, in the order of its steps. */
export const saidPlaces = ({ steps, voicemail }: CallFlow): ReadonlyArray<SaidPlace> =>
  [
    ...steps.flatMap((step): ReadonlyArray<SaidPlace> => [
      ...("prompt" in step ? [{ step, part: "text", prompt: step.prompt } as const] : []),
      ...("wrongKey" in step ? [{ step, part: "wrongKey", prompt: speech(step.wrongKey) } as const] : []),
    ]),
    ...("prompt" in voicemail ? [{ step: null, part: "voicemail", prompt: voicemail.prompt } as const] : []),
  ].filter(({ prompt }) => !isMute(prompt))

/** What a translation says at a place; undefined where it has no words for it. */
export const wordsAt = ({ prompts, voicemail }: CallTranslation, { step, part }: SaidPlace): string | undefined => {
  if (part === "voicemail") return voicemail ?? undefined
  return prompts.find(({ stepId }) => stepId === step?.stepId)?.[part]
}

/** All the words of a translation; places without any are left out. */
export const wordsIn = ({ prompts, voicemail }: CallTranslation): ReadonlyArray<string> =>
  [...prompts.flatMap(({ text, wrongKey = "" }) => [text, wrongKey]), voicemail ?? ""].filter(
    (text) => text.trim() !== "",
  )

/** The field of a translation's form that holds the words of a place; the translation as a whole where it has no such step. */
export const fieldAt = ({ prompts }: CallTranslation, { step, part }: SaidPlace): string => {
  if (part === "voicemail") return "text.voicemail"
  const place = prompts.findIndex(({ stepId }) => stepId === step?.stepId)
  return place < 0 ? "text" : `text.prompts.${place}.${part}`
}

/** A translation with a place for all that a call flow says, and with the words that are there already. */
export const translationFor = (flow: CallFlow, written: CallTranslation | null): CallTranslation => {
  const before: CallTranslation = written ?? { prompts: [], voicemail: null, voice: null }
  const places = saidPlaces(flow)
  const hasPlace = (step: CallStep, part: SaidPlace["part"]): boolean =>
    places.some((place) => place.step?.stepId === step.stepId && place.part === part)
  return {
    prompts: flow.steps
      .filter((step) => hasPlace(step, "text") || hasPlace(step, "wrongKey"))
      .map((step) => {
        const found = before.prompts.find(({ stepId }) => stepId === step.stepId)
        return {
          ...{ stepId: step.stepId, text: found?.text ?? "" },
          ...(hasPlace(step, "wrongKey") ? { wrongKey: found?.wrongKey ?? "" } : {}),
        }
      }),
    voicemail: places.some(({ part }) => part === "voicemail") ? (before.voicemail ?? "") : null,
    voice: before.voice,
  }
}

/**
 * A call flow as it is said in another language: other words by another voice, and the same steps, keys and ways. A text
 * stands in place of each recording. What has no words there keeps its own.
 */
export const flowIn = (flow: CallFlow, translation: CallTranslation, language: string): CallFlow => {
  const words = new Map(translation.prompts.map((one) => [one.stepId, one]))
  const said = (prompt: Prompt, text: string | undefined): Prompt => (text === undefined ? prompt : speech(text))
  return {
    ...flow,
    steps: flow.steps.map((step): CallStep => {
      const own = words.get(step.stepId)
      if (step._tag === "HangUp" || own === undefined) return step
      if (step._tag !== "Menu") return { ...step, prompt: said(step.prompt, own.text) }
      return { ...step, prompt: said(step.prompt, own.text), wrongKey: own.wrongKey ?? step.wrongKey }
    }),
    voicemail:
      flow.voicemail._tag === "LeaveMessage"
        ? { ...flow.voicemail, prompt: said(flow.voicemail.prompt, translation.voicemail ?? undefined) }
        : flow.voicemail,
    voice: translation.voice ?? carriersOwn(language),
  }
}

/** A step as far as its translations depend on it. */
const heardOf = (step: CallStep) => {
  if (step._tag === "HangUp") return [step.stepId, step._tag]
  if (step._tag !== "Menu") return [step.stepId, step._tag, step.prompt, step.next]
  const keys = step.keys.map(({ key, next }) => `${key} ${next ?? ""}`).toSorted()
  return [step.stepId, step._tag, step.prompt, step.wrongKey, keys, step.otherwise]
}

// Where a call begins is said by the order of the steps, what follows by their numbers.
const heardIn = ({ steps, voicemail }: CallFlow): string =>
  JSON.stringify([
    steps[0]?.stepId,
    steps.toSorted((one, other) => one.stepId - other.stepId).map((step) => heardOf(step)),
    voicemail,
  ])

/** Whether two call flows say the same and lead the same ways, so that what translates one translates the other. */
export const saysTheSame = (one: CallFlow, other: CallFlow): boolean => heardIn(one) === heardIn(other)
