import { getNextSnapshot, initialTransition, type SnapshotFrom } from "xstate"
import { phoneKeys } from "#schemas/outreach/callFlow.ts"
import type { CallChart, CallEvent } from "./callFlow.chart.ts"

/** The signs of a call's events; a pressed key is its own. */
const signs = {
  PersonAnswered: "a",
  MachineAnswered: "m",
  StepFinished: "f",
  NoKeyPressed: "n",
  TransferAnswered: "t",
  TransferNotAnswered: "x",
} as const satisfies Partial<Record<CallEvent["type"], string>>

/** What a call can be told of while it goes on. */
export type LoggedEvent = { readonly type: keyof typeof signs } | Extract<CallEvent, { readonly type: "KeyPressed" }>

const eventOf = new Map<string, LoggedEvent>()
for (const [type, sign] of Object.entries(signs)) eventOf.set(sign, { type: type as keyof typeof signs })
for (const key of phoneKeys) eventOf.set(key, { type: "KeyPressed", key })

/** Most events of one call: a log beyond it is none of ours. */
const mostEvents = 1_000

/** An event as one sign of a log. */
export const signOf = (event: LoggedEvent): string => (event.type === "KeyPressed" ? event.key : signs[event.type])

/** The events of a log, in order; undefined for what is no log. */
export const readCallLog = (log: string): ReadonlyArray<LoggedEvent> | undefined => {
  const events = [...log].map((sign) => eventOf.get(sign))
  return events.length > mostEvents || events.includes(undefined) ? undefined : (events as ReadonlyArray<LoggedEvent>)
}

/** A call at one moment. */
export type Call = SnapshotFrom<CallChart>

/** A call after one more event; what the chart does not take where it stands, changes nothing. */
export const callAfter = (chart: CallChart, call: Call, event: CallEvent): Call => getNextSnapshot(chart, call, event)

/** A call before the first of some events and after each of them. */
export const replayCall = (chart: CallChart, events: ReadonlyArray<CallEvent>): ReadonlyArray<Call> => {
  let [now] = initialTransition(chart)
  return [now, ...events.map((event) => (now = callAfter(chart, now, event)))]
}
