import type { ExclusionReason } from "#schemas/outreach/recipient.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { releaseAt } from "#server/outreach/sendingHours/quietHours.rule.ts"
import type { DemoPerson } from "./people.ts"
import type { Random } from "./random.ts"

/** A fact with its time, in milliseconds since 1970. */
export type TimedFact = { readonly at: number; readonly fact: RecipientFact }

/** How people take a kind of message; shares of 1. */
export type Response = { readonly delivered: number; readonly replied: number; readonly optedOut: number }

/** Why a person of a list gets nothing, by the rules of the product; undefined for those who get it. */
export const exclusionOf = (
  person: DemoPerson,
  known: {
    readonly optedOut: ReadonlySet<string>
    readonly taken: ReadonlySet<string>
    /** Calls reach them. */
    readonly takesLandlines: boolean
  },
): ExclusionReason | undefined => {
  if (person.phone === null) return "noPhone"
  if (known.optedOut.has(person.phone)) return "optedOut"
  if (person.phoneKind === "landline" && !known.takesLandlines) return "landline"
  return known.taken.has(person.phone) ? "duplicatePhone" : undefined
}

const failureCodes = [
  ["30003", 45],
  ["30005", 25],
  ["30006", 15],
  ["30007", 10],
  ["30008", 5],
] as const
const day = 24 * 3_600_000

const answers = (random: Random, response: Response, delivered: number): ReadonlyArray<TimedFact> => {
  const replyAt = delivered + Math.round(random.next() ** 3 * 20 * 3_600_000) + 15_000
  const fate = random.next()
  if (fate < response.optedOut) {
    return [
      { at: replyAt, fact: { _tag: "ReplyReceived" } },
      { at: replyAt, fact: { _tag: "RecipientOptedOut" } },
    ]
  }
  return fate < response.optedOut + response.replied ? [{ at: replyAt, fact: { _tag: "ReplyReceived" } }] : []
}

/** What to send, the recipient, and when its turn comes. */
export type Send = {
  readonly queuedAt: number
  readonly turnAt: number
  readonly zone: string
  readonly key: string
  readonly sid: string
}

/** Everything that happens to one person's message, in order; it has ended two days after its turn. */
export const factsOfSend = (random: Random, response: Response, send: Send): ReadonlyArray<TimedFact> => {
  const { at: release } = releaseAt(send.turnAt, [send.zone])
  const started = release ?? send.turnAt
  const until = new Date(started).toISOString()
  const held: ReadonlyArray<TimedFact> =
    release === null
      ? []
      : [
          { at: send.turnAt, fact: { _tag: "RecipientHeld", until } },
          { at: started, fact: { _tag: "RecipientReleased" } },
        ]
  const accepted = started + random.int(60, 400)
  const ended = accepted + 400 + Math.round(random.next() ** 2 * 30_000)
  const before: ReadonlyArray<TimedFact> = [
    { at: send.queuedAt, fact: { _tag: "RecipientQueued" } },
    ...held,
    { at: started, fact: { _tag: "SendStarted", key: send.key } },
  ]
  if (random.chance(0.004)) return [...before, { at: accepted, fact: { _tag: "SendRefused", code: "21614" } }]
  const sent: ReadonlyArray<TimedFact> = [...before, { at: accepted, fact: { _tag: "SendAccepted", sid: send.sid } }]
  if (!random.chance(response.delivered)) {
    return [
      ...sent,
      {
        at: ended + Math.round(random.next() * day * 0.1),
        fact: { _tag: "MessageFailed", code: random.weighted(failureCodes) },
      },
    ]
  }
  return [...sent, { at: ended, fact: { _tag: "MessageDelivered" } }, ...answers(random, response, ended)]
}
