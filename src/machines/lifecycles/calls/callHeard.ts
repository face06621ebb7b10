import type { CallFlow, Prompt } from "#schemas/outreach/callFlow.ts"
import type { CallEvent } from "./callFlow.chart.ts"
import { tryCall, type CallTrial, type TrialLine } from "./callTrial.ts"

/** What is said after a key that leads nowhere, before the menu is said again; empty where there was no such key. */
export const wrongKeyAt = ({ step, event, again }: TrialLine): string =>
  again && event?.type === "KeyPressed" && step?._tag === "Menu" && step.keys.every(({ key }) => key !== event.key)
    ? step.wrongKey
    : ""

const isMute = (prompt: Prompt): boolean => (prompt._tag === "Speech" ? prompt.text.trim() === "" : prompt.sound === "")

/** What a call says where it comes to, in order; what says nothing is left out. */
const saidAt = ({ voicemail }: CallFlow, line: TrialLine): ReadonlyArray<Prompt> => {
  const { step, state } = line
  const prompts: ReadonlyArray<Prompt> = [
    { _tag: "Speech", text: wrongKeyAt(line) },
    ...(step !== undefined && "prompt" in step ? [step.prompt] : []),
    ...(state === "voicemail" && voicemail._tag === "LeaveMessage" ? [voicemail.prompt] : []),
  ]
  return prompts.filter((prompt) => !isMute(prompt))
}

/** Whether no one is waited for once what is said there has ended. */
const goesOn = ({ isOver, state, step }: CallTrial): boolean =>
  !isOver && (state === "voicemail" || step?._tag === "Say" || step?._tag === "OptOut" || step?._tag === "HangUp")

/** A draft may go round without a word: no more than this is heard before the caller does something. */
const mostHeard = 50

/**
 * What is heard from where a tried call has come to, until it waits for the caller or is over: what it says, in order, and
 * null where a step ends by itself.
 */
export const heardFrom = (flow: CallFlow, events: ReadonlyArray<CallEvent>): ReadonlyArray<Prompt | null> => {
  const heard: Array<Prompt | null> = []
  let happened = events
  while (heard.length < mostHeard) {
    const trial = tryCall(flow, happened)
    heard.push(...trial.lines.slice(-1).flatMap((line) => saidAt(flow, line)))
    if (!goesOn(trial)) break
    heard.push(null)
    happened = [...happened, { type: "StepFinished" }]
  }
  return heard
}
