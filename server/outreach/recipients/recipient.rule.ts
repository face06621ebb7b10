import { recipientTable } from "#machines/lifecycles/recipient.lifecycle.ts"
import type { RecipientState } from "#schemas/outreach/recipient.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { SenderId } from "#schemas/ids.ts"

/**
 * The folded facts of one recipient, a row of `recipients`. Times are ISO
 * instants; those that say what happened are set once, in whatever state the
 * row is, so that no order of reports loses one.
 */
export type RecipientRow = {
  readonly state: RecipientState | "planned"
  /** Why excluded, or the carrier's code when failed. */
  readonly reason: string | null
  /** Held until then; of a queued row the earliest next try. */
  readonly heldUntil: string | null
  readonly attempts: number
  readonly sendKey: string | null
  readonly sid: string | null
  readonly startedAt: string | null
  readonly sentAt: string | null
  readonly deliveredAt: string | null
  readonly repliedAt: string | null
  readonly optedOutAt: string | null
  readonly failedCode: string | null
  /** The number by which the last send left, or was to leave; null for that of the campaign. */
  readonly senderId: SenderId | null
  /** Whether the answer to one of its sends was lost: that one may have left, whatever was found out later. */
  readonly wasLost: boolean
}

/** A recipient no one has looked at. */
export const planned: RecipientRow = {
  state: recipientTable.initial,
  reason: null,
  heldUntil: null,
  attempts: 0,
  sendKey: null,
  sid: null,
  startedAt: null,
  sentAt: null,
  deliveredAt: null,
  repliedAt: null,
  optedOutAt: null,
  failedCode: null,
  senderId: null,
  wasLost: false,
}

/** The code of a text that went back before it left: the carrier never heard of it, so it was no attempt. */
export const heldBack = "stopped"

/** States in which nothing is decided yet: a campaign with such people is not complete. */
export const openStates: ReadonlyArray<RecipientState> = ["queued", "held", "sending", "unknown"]

type Marks = Partial<Omit<RecipientRow, "state">>

/** What a fact says whatever the state is: it happened, and when. */
const said = (row: RecipientRow, fact: RecipientFact, at: string): Marks => {
  switch (fact._tag) {
    case "SendAccepted":
      return row.sid === null ? { sid: fact.sid, sentAt: row.sentAt ?? at } : {}
    case "MessageDelivered":
      return row.deliveredAt === null ? { deliveredAt: at, sentAt: row.sentAt ?? at } : {}
    case "ReplyReceived":
      return row.repliedAt === null ? { repliedAt: at } : {}
    case "RecipientOptedOut":
      return row.optedOutAt === null ? { optedOutAt: at } : {}
    default:
      return {}
  }
}

/** What a fact says only when the lifecycle takes it. */
const taken = (row: RecipientRow, fact: RecipientFact, at: string): Marks => {
  const free = { reason: null, heldUntil: null, failedCode: null }
  switch (fact._tag) {
    case "RecipientExcluded":
      return { ...free, reason: fact.reason }
    case "RecipientHeld":
      return { heldUntil: fact.until }
    case "RetryScheduled":
      return { ...free, heldUntil: fact.until, sendKey: null, sid: null }
    case "SendDeferred":
      return { ...free, heldUntil: fact.until, attempts: row.attempts - (fact.code === heldBack ? 1 : 0) }
    case "SendStarted":
      return { ...free, attempts: row.attempts + 1, sendKey: fact.key, startedAt: at, senderId: fact.from ?? null }
    case "SendLost":
      return { ...free, wasLost: true }
    case "SendRefused":
    case "MessageFailed":
      return { ...free, reason: fact.code, failedCode: fact.code }
    default:
      return free
  }
}

/**
 * Takes one fact. The lifecycle decides the state; what the carrier or the
 * person said is kept even where the state stays (docs/architecture.md#webhooks).
 * Gives the same row when the fact says nothing new.
 * @param at when, as an ISO instant
 */
export const foldFact = (row: RecipientRow, fact: RecipientFact, at: string): RecipientRow => {
  const next = recipientTable.next(row.state, fact._tag)
  const marks = said(row, fact, at)
  if (next === undefined) return Object.keys(marks).length === 0 ? row : { ...row, ...marks }
  if (next === row.state && Object.keys(marks).length === 0) return row
  return { ...row, ...taken(row, fact, at), ...marks, state: next }
}
