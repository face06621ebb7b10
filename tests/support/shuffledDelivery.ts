import { Effect } from "effect"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { claim, type Claimed } from "#server/delivery/claim.ts"
import { recordEnded } from "#server/delivery/ledger.ts"
import { releaseHeld } from "#server/delivery/releaseHeld.ts"
import { recordReports } from "#server/delivery/statusReports.ts"
import { Database } from "#server/store/Database.ts"

/** How a message ends: by the carrier's answer, and by the reports that follow. */
export type Fate = "delivered" | "failed" | "refused" | "deferred" | "lost"

/** A message that a carrier was handed, and by which claim. */
export type Handed = Claimed & {
  readonly channel: "SMS" | "IVR"
  readonly claimNo: number
  readonly at: number
  readonly fate: Fate
}

/** What is still to be heard of messages, in any order. */
type Pending = { readonly of: Handed; readonly says: "answer" | "reported" | "over" }

const taken: ReadonlyArray<Fate> = ["delivered", "failed", "lost"]

/** Whether a carrier took the message, so that the person got something. */
export const wasTaken = ({ fate }: Pick<Handed, "fate">): boolean => taken.includes(fate)

const statuses = {
  SMS: { reported: "sent", delivered: "delivered", failed: "undelivered" },
  IVR: { reported: "ringing", delivered: "completed", failed: "no-answer" },
} as const

/**
 * A carrier without order: claims by two numbers, answers and reports happen when a test says so, each as often as it says.
 * @param fateOf how the n-th message ends
 */
export const shuffledDelivery = (
  companyId: CompanyId,
  senders: readonly [SenderId, SenderId],
  fateOf: (place: number) => Fate,
) => {
  const handed: Array<Handed> = []
  const pending: Array<Pending> = []
  let claimNo = 0

  const take = Effect.fnUntraced(function* (name: "SMS" | "IVR", most: number, now: number) {
    const database = yield* Database
    const senderId = name === "SMS" ? senders[0] : senders[1]
    yield* releaseHeld(database, companyId, senderId, now)
    return yield* claim(database, { companyId, senderId, channel: channelOf(name), most, now, turn: claimNo })
  })

  /** Claims by the numbers of these channels at the same time; gives how many messages left. */
  const send = Effect.fnUntraced(function* (names: ReadonlyArray<"SMS" | "IVR">, most: number, now: number) {
    claimNo += 1
    const found = yield* Effect.all(
      names.map((name) => Effect.map(take(name, most, now), ({ claimed }) => ({ name, claimed }))),
      { concurrency: "unbounded" },
    )
    const before = handed.length
    for (const { name, claimed } of found)
      for (const one of claimed) {
        const of = { ...one, channel: name, claimNo, at: now, fate: fateOf(handed.length) }
        handed.push(of)
        pending.push({ of, says: "answer" })
        if (wasTaken(of)) pending.push({ of, says: "reported" }, { of, says: "over" })
      }
    return handed.length - before
  })

  const factOf = ({ key, fate }: Handed, now: number): RecipientFact => {
    if (fate === "refused") return { _tag: "SendRefused", code: "21614" }
    if (fate === "deferred") return { _tag: "SendDeferred", code: "20429", until: new Date(now + 60_000).toISOString() }
    return fate === "lost" ? { _tag: "SendLost" } : { _tag: "SendAccepted", sid: `SM${key}` }
  }

  const hear = Effect.fnUntraced(function* ({ of, says }: Pending, now: number) {
    const database = yield* Database
    const at = new Date(now).toISOString()
    const { campaignId, recipientId, key } = of
    const channel = channelOf(of.channel)
    if (says === "answer")
      return yield* recordEnded(database, companyId, at, channel, [
        { campaignId, recipientId, key, facts: [factOf(of, now)] },
      ])
    const words = statuses[of.channel]
    const status = says === "reported" ? words.reported : words[of.fate === "failed" ? "failed" : "delivered"]
    const errorCode = status === "undelivered" ? "30003" : null
    return yield* recordReports(database, channel, at, [
      { id: `${key} ${status}`, sid: `SM${key}`, key, status, errorCode },
    ])
  })

  /** Hears one of what is still to be heard, by chance; `again` keeps it to be heard once more. Gives whether there was any. */
  const hearOne = Effect.fnUntraced(function* (chance: number, again: boolean, now: number) {
    const place = Math.floor(chance * pending.length)
    const one = pending[place]
    if (one === undefined) return false
    if (!again) pending.splice(place, 1)
    yield* hear(one, now)
    return true
  })

  return { handed: handed as ReadonlyArray<Handed>, send, hearOne }
}
