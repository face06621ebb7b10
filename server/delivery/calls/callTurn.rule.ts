import { callChart, callState, stepOfState } from "#machines/lifecycles/calls/callFlow.chart.ts"
import {
  callAfter,
  readCallLog,
  replayCall,
  signOf,
  type Call,
  type LoggedEvent,
} from "#machines/lifecycles/calls/callLog.ts"
import type { CallFlow, CallStep, PhoneKey, Prompt } from "#schemas/outreach/callFlow.ts"

/**
 * What a carrier does next in a call; where someone has to answer, `log` is all that happened until then. `Say` and
 * `HangUp` need no one's answer, so several stand in one turn.
 */
export type CallInstruction =
  | { readonly _tag: "Say"; readonly prompt: Prompt }
  | {
      readonly _tag: "Gather"
      readonly prompts: ReadonlyArray<Prompt>
      readonly seconds: number
      readonly log: string
    }
  | { readonly _tag: "Record"; readonly prompt: Prompt; readonly seconds: number; readonly log: string }
  | {
      readonly _tag: "Dial"
      readonly prompt: Prompt
      readonly phone: string
      readonly seconds: number
      readonly log: string
    }
  | { readonly _tag: "HangUp" }

/** A key that was pressed, and in which menu. */
export type PressedKey = { readonly step: string; readonly key: PhoneKey }

/** What a call does after some events, and what they say. */
export type CallTurn = {
  readonly instructions: ReadonlyArray<CallInstruction>
  readonly pressed: ReadonlyArray<PressedKey>
  readonly optedOut: "calls" | "all" | null
  /** Whether the message for a machine is left. */
  readonly leftMessage: boolean
}

const finished: LoggedEvent = { type: "StepFinished" }

/** More turns than this no call has in which no one presses a key. */
const mostTurns = 200

/** How it goes on where no one presses a key. */
const silence = {
  Gather: { type: "NoKeyPressed" },
  Record: finished,
  Dial: { type: "TransferAnswered" },
} as const satisfies Record<string, LoggedEvent>

const pressedKeys = (flow: CallFlow, events: ReadonlyArray<LoggedEvent>, calls: ReadonlyArray<Call>) =>
  events.flatMap((event, index): ReadonlyArray<PressedKey> => {
    const before = calls[index]
    if (event.type !== "KeyPressed" || before === undefined) return []
    const step = stepOfState(flow, callState(before))
    return step === undefined ? [] : [{ step: step.name, key: event.key }]
  })

/** All that is heard in some instructions. */
export const promptsIn = (instructions: ReadonlyArray<CallInstruction>): ReadonlyArray<Prompt> =>
  instructions.flatMap((one) => (one._tag === "HangUp" ? [] : one._tag === "Gather" ? one.prompts : [one.prompt]))

/** Instructions with each of their prompts replaced. */
export const withPrompts = (
  instructions: ReadonlyArray<CallInstruction>,
  replaced: (prompt: Prompt) => Prompt,
): ReadonlyArray<CallInstruction> =>
  instructions.map((one) => {
    if (one._tag === "HangUp") return one
    return one._tag === "Gather"
      ? { ...one, prompts: one.prompts.map(replaced) }
      : { ...one, prompt: replaced(one.prompt) }
  })

const speech = (text: string): Prompt => ({ _tag: "Speech", text })

/** What waits for an answer; undefined for a step that goes on by itself. */
const askingIn = (step: CallStep, log: string, wrongKey: string): CallInstruction | undefined => {
  switch (step._tag) {
    case "Menu": {
      const prompts = [...(wrongKey === "" ? [] : [speech(wrongKey)]), step.prompt]
      return { _tag: "Gather", prompts, seconds: step.keySeconds, log }
    }
    case "Record":
      return { _tag: "Record", prompt: step.prompt, seconds: step.recordSeconds, log }
    case "Transfer":
      return { _tag: "Dial", prompt: step.prompt, phone: step.phone, seconds: step.ringSeconds, log }
    default:
      return undefined
  }
}

/** What a menu says of the key that was pressed last: that it leads nowhere, or nothing. */
const wrongKeyIn = (flow: CallFlow, events: ReadonlyArray<LoggedEvent>, calls: ReadonlyArray<Call>): string => {
  const [before, now] = calls.slice(-2).map((call) => stepOfState(flow, callState(call)))
  const last = events.at(-1)
  const stays = before?._tag === "Menu" && before.stepId === now?.stepId && last?.type === "KeyPressed"
  return stays && !before.keys.some(({ key }) => key === last.key) ? before.wrongKey : ""
}

/** What a step or the voicemail says before the call goes on by itself; undefined where the call is over. */
const sayingIn = (flow: CallFlow, call: Call): Prompt | undefined => {
  const state = callState(call)
  if (state === "voicemail") return flow.voicemail._tag === "LeaveMessage" ? flow.voicemail.prompt : speech("")
  const step = stepOfState(flow, state)
  return step !== undefined && "prompt" in step ? step.prompt : undefined
}

/**
 * What comes next in a call, by its chart: all that is said until someone has to answer. The same events give the same
 * turn, however often a carrier asks.
 */
export const callTurn = (flow: CallFlow, events: ReadonlyArray<LoggedEvent>): CallTurn => {
  const chart = callChart(flow)
  const calls = replayCall(chart, events)
  const instructions: Array<CallInstruction> = []
  let now = calls.at(-1) as Call
  let wrongKey = wrongKeyIn(flow, events, calls)
  let log = events.map(signOf).join("")
  let leftMessage = false
  for (;;) {
    const step = stepOfState(flow, callState(now))
    const asking = step === undefined ? undefined : askingIn(step, log, wrongKey)
    if (asking !== undefined) {
      instructions.push(asking)
      break
    }
    const saying = sayingIn(flow, now)
    if (saying === undefined) {
      instructions.push({ _tag: "HangUp" })
      break
    }
    instructions.push({ _tag: "Say", prompt: saying })
    now = callAfter(chart, now, finished)
    log += signOf(finished)
    wrongKey = ""
    leftMessage ||= callState(now) === "messageLeft"
  }
  return { instructions, pressed: pressedKeys(flow, events, calls), optedOut: now.context.optedOut, leftMessage }
}

/** What someone hears who answers and presses no key, step by step, each text once; recordings are not among it. */
export const heardWithoutKey = (flow: CallFlow): ReadonlyArray<string> => {
  const heard = new Set<string>()
  let events: ReadonlyArray<LoggedEvent> = [{ type: "PersonAnswered" }]
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const { instructions } = callTurn(flow, events)
    for (const prompt of promptsIn(instructions))
      if (prompt._tag === "Speech" && prompt.text !== "") heard.add(prompt.text)
    const last = instructions.at(-1)
    if (last === undefined || last._tag === "HangUp" || last._tag === "Say") break
    events = [...(readCallLog(last.log) ?? []), silence[last._tag]]
  }
  return [...heard]
}
