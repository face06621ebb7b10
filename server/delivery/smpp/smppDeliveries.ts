import { Cause, Clock, Effect, Layer, Queue } from "effect"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { textChannel } from "../channels/textChannel.ts"
import { receiveTexts } from "../inboundMessages.ts"
import { LiveCounts } from "../LiveCounts.ts"
import { SendGate } from "../SendGate.ts"
import { recordReports } from "../statusReports.ts"
import { type HandedOver, readHandedOver } from "./handedOver.rule.ts"
import { forgetParts, joinParts, overdueTexts } from "./inboundParts.ts"
import { type Receipt, readReceipts } from "./receiptOwners.ts"
import { comeAgain, SmppLink } from "./SmppLink.ts"
import type { Handed } from "./smppSession.ts"

/** Most taken in at once. */
const most = 500
/** How long a receipt may wait for the answer that says whose it is, and how often that is looked for, in milliseconds. */
const longestWait = 60_000
const lookAgain = 250
/** How often texts are looked for of which a part never came, in milliseconds. */
const overdueMillis = 60_000

type Waiting = { readonly handed: Handed; readonly read: HandedOver; readonly since: number }

const isReceipt = (one: Waiting): one is Waiting & { readonly read: Receipt } => one.read._tag === "Receipt"

const work = Effect.gen(function* () {
  const database = yield* Database
  const gate = yield* SendGate
  const counts = yield* LiveCounts
  const { handed } = yield* SmppLink
  const later = yield* Queue.unbounded<Waiting>()

  const announce = (moved: Effect.Success<ReturnType<typeof receiveTexts>>) => {
    for (const { companyId, campaignId } of moved) counts.changed(companyId, campaignId)
  }

  const takeReceipts = Effect.fnUntraced(function* (
    receipts: ReadonlyArray<Waiting & { readonly read: Receipt }>,
    at: string,
  ) {
    const now = yield* Clock.currentTimeMillis
    const reads = yield* readReceipts(
      database,
      at,
      receipts.map(({ read }) => read),
    )
    const waits = new Set<Waiting>()
    const reports = reads.flatMap(({ report }, place): ReadonlyArray<StatusReport> => {
      const one = receipts[place]
      if (report !== undefined || one === undefined) return report === undefined ? [] : [report]
      if (now - one.since < longestWait) {
        waits.add(one)
        return []
      }
      const { id, to, state } = one.read
      return [{ id: `smpp ${to} ${id} ${state}`, sid: id, key: null, status: state.toLowerCase(), errorCode: null }]
    })
    if (reports.length > 0) announce(yield* recordReports(database, textChannel, at, reports))
    return waits
  })

  const takeTexts = Effect.fnUntraced(function* (joined: Effect.Success<ReturnType<typeof joinParts>>, at: string) {
    if (joined.length === 0) return
    const messages = joined.map(({ message }) => message)
    announce(yield* receiveTexts(database, gate, at, messages))
    yield* forgetParts(database, joined)
  })

  /** Stores what was handed over, and acknowledges it then; what is not known yet waits. */
  const store = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
    const at = yield* isoNow
    const waits = yield* takeReceipts(batch.filter(isReceipt), at)
    const texts = batch.flatMap(({ read }) => (read._tag === "Text" ? [read] : []))
    yield* takeTexts(yield* joinParts(database, at, texts), at)
    const strange = batch.filter(({ read }) => read._tag === "Unreadable").length
    if (strange > 0) yield* Effect.logWarning(`The SMPP carrier handed over ${strange} messages that cannot be read`)
    for (const one of batch) {
      if (waits.has(one)) Queue.offerUnsafe(later, one)
      else one.handed.answer(0)
    }
  })

  /** One that cannot be stored must not keep the others from it: alone, it is asked to come again. */
  const take = (batch: ReadonlyArray<Waiting>): Effect.Effect<void> =>
    Effect.catchCause(store(batch), (cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      if (batch.length > 1) return Effect.forEach(batch, (one) => take([one]), { discard: true })
      for (const one of batch) one.handed.answer(comeAgain)
      return Effect.logError("What the SMPP carrier handed over could not be stored and comes again", cause)
    })

  const arrivals = Effect.gen(function* () {
    const some = yield* Queue.takeBetween(handed, 1, most)
    const since = yield* Clock.currentTimeMillis
    yield* take(some.map((one) => ({ handed: one, read: readHandedOver(one.pdu), since })))
  })
  const waiting = Effect.gen(function* () {
    const first = yield* Queue.take(later)
    yield* Effect.sleep(lookAgain)
    const others = Queue.sizeUnsafe(later) === 0 ? [] : yield* Queue.takeBetween(later, 1, most - 1)
    yield* take([first, ...others])
  })
  const overdue = Effect.gen(function* () {
    yield* Effect.sleep(overdueMillis)
    const at = yield* isoNow
    yield* takeTexts(yield* overdueTexts(database, at), at)
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logError("Texts that lack a part could not be taken in and are tried again", cause),
    ),
  )
  for (const part of [arrivals, waiting, overdue]) yield* Effect.forkScoped(Effect.forever(part))
})

/**
 * Takes in what the SMPP carrier hands over, as the webhooks do for Twilio: receipts become reports, texts become
 * replies. Each is acknowledged once it is stored; what is not comes again.
 */
export const smppDeliveries = Layer.effectDiscard(work)
