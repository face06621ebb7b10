import type { MessageStatus } from "#schemas/outreach/textFacts.ts"
import type { SendKeys } from "./sendKeys.ts"

/** A text the simulated carrier has, in either direction. Times are milliseconds since 1970. */
export type SimulatedMessage = {
  readonly sid: string
  readonly direction: "outbound-api" | "outbound-reply" | "inbound"
  /** Our number and the person's, E.164. */
  readonly from: string
  readonly to: string
  /** Empty once it was taken out. */
  body: string
  /** The sending service named instead of a number. */
  readonly service: string | null
  readonly created: number
  /** The key in the address for reports, which is empty when there is none. */
  readonly key: string
  readonly statusCallback: string
  status: MessageStatus
  errorCode: string | null
  sent: number | null
  updated: number
}

/** Everything the simulated carrier remembers, in memory. */
export type MessageBook = {
  readonly add: (message: SimulatedMessage) => void
  readonly remove: (message: SimulatedMessage) => void
  readonly get: (sid: string) => SimulatedMessage | undefined
  /** Texts to and from a person's number, oldest first. */
  readonly ofPhone: (number: string) => ReadonlyArray<SimulatedMessage>
  readonly all: () => Iterable<SimulatedMessage>
  readonly stop: (sender: string, person: string) => void
  readonly start: (sender: string, person: string) => void
  readonly isStopped: (sender: string, person: string) => boolean
}

const personOf = (message: SimulatedMessage): string => (message.direction === "inbound" ? message.from : message.to)

/** Opens an empty book; beyond `most` texts the oldest are forgotten. */
export const openMessageBook = (most: number, keys: SendKeys): MessageBook => {
  const bySid = new Map<string, SimulatedMessage>()
  const byPhone = new Map<string, Array<SimulatedMessage>>()
  const stopped = new Set<string>()

  const dropOldest = () => {
    const oldest = bySid.values().next().value
    if (oldest === undefined) return
    bySid.delete(oldest.sid)
    keys.forget(oldest.key)
    const person = personOf(oldest)
    const others = byPhone.get(person)
    others?.shift()
    if (others?.length === 0) byPhone.delete(person)
  }

  return {
    add: (message) => {
      bySid.set(message.sid, message)
      const person = personOf(message)
      const others = byPhone.get(person)
      if (others === undefined) byPhone.set(person, [message])
      else others.push(message)
      keys.add(message.key)
      if (bySid.size > most) dropOldest()
    },
    remove: (message) => {
      bySid.delete(message.sid)
      const others = byPhone.get(personOf(message)) ?? []
      byPhone.set(
        personOf(message),
        others.filter((other) => other !== message),
      )
    },
    get: (sid) => bySid.get(sid),
    ofPhone: (number) => byPhone.get(number) ?? [],
    all: () => bySid.values(),
    stop: (sender, person) => stopped.add(`${sender} ${person}`),
    start: (sender, person) => stopped.delete(`${sender} ${person}`),
    isStopped: (sender, person) => stopped.has(`${sender} ${person}`),
  }
}
