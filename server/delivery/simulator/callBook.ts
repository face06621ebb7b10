import type { SendKeys } from "./sendKeys.ts"

/** How a call stands, in Twilio's words. */
export type CallStatus =
  | "queued"
  | "ringing"
  | "in-progress"
  | "completed"
  | "busy"
  | "no-answer"
  | "failed"
  | "canceled"

/** What happened on the line. `text` is what was said, the address of the sound, the key, or the number. */
export type Heard = {
  readonly what: "said" | "played" | "beeped" | "pressed" | "recorded" | "transferred"
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What a person, or a machine, left with a `<Record>`. */
export type Recording = {
  readonly sid: string
  readonly callSid: string
  /** Where it is read, but for the ending that says in which form. */
  readonly address: string
  readonly seconds: number
  readonly created: number
}

/** A call the simulated carrier has placed. Times are milliseconds since 1970, lengths seconds of the call's own time. */
export type SimulatedCall = {
  readonly sid: string
  readonly direction: "outbound-api" | "outbound-dial"
  /** The call that was transferred into this one. */
  readonly parent: string | null
  readonly from: string
  readonly to: string
  readonly created: number
  /** The key in the address for reports, which is empty when there is none. */
  readonly key: string
  status: CallStatus
  answered: number | null
  ended: number | null
  seconds: number | null
  answeredBy: string | null
  readonly heard: Array<Heard>
  recording: Recording | null
  updated: number
}

/** The calls and recordings the simulated carrier remembers, in memory. */
export type CallBook = {
  readonly add: (call: SimulatedCall) => void
  readonly get: (sid: string) => SimulatedCall | undefined
  /** Calls to a number, oldest first. */
  readonly ofPhone: (number: string) => ReadonlyArray<SimulatedCall>
  readonly all: () => Iterable<SimulatedCall>
  readonly keep: (recording: Recording) => void
  readonly recording: (sid: string) => Recording | undefined
  /** @returns false when there is none */
  readonly removeRecording: (sid: string) => boolean
}

const ended = new Set<CallStatus>(["completed", "busy", "no-answer", "failed", "canceled"])

/** Whether nothing more will happen to a call. */
export const isOver = ({ status }: SimulatedCall): boolean => ended.has(status)

/** Opens an empty book; beyond `most` calls the oldest are forgotten, with their recordings. */
export const openCallBook = (most: number, keys: SendKeys): CallBook => {
  const bySid = new Map<string, SimulatedCall>()
  const byPhone = new Map<string, Array<SimulatedCall>>()
  const recordings = new Map<string, Recording>()

  const dropOldest = () => {
    const oldest = bySid.values().next().value
    if (oldest === undefined) return
    bySid.delete(oldest.sid)
    keys.forget(oldest.key)
    if (oldest.recording !== null) recordings.delete(oldest.recording.sid)
    const others = byPhone.get(oldest.to)
    others?.shift()
    if (others?.length === 0) byPhone.delete(oldest.to)
  }

  return {
    add: (call) => {
      bySid.set(call.sid, call)
      const others = byPhone.get(call.to)
      if (others === undefined) byPhone.set(call.to, [call])
      else others.push(call)
      keys.add(call.key)
      if (bySid.size > most) dropOldest()
    },
    get: (sid) => bySid.get(sid),
    ofPhone: (number) => byPhone.get(number) ?? [],
    all: () => bySid.values(),
    keep: (recording) => {
      recordings.set(recording.sid, recording)
      const call = bySid.get(recording.callSid)
      if (call !== undefined) call.recording = recording
    },
    recording: (sid) => recordings.get(sid),
    removeRecording: (sid) => recordings.delete(sid),
  }
}
