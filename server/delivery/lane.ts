import { Cause, Clock, Effect, type Latch } from "effect"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { openAnswerLog } from "./answerLog.ts"
import { claim } from "./claim.ts"
import { elapsed, openClockWatch } from "./clockWatch.ts"
import { LiveCounts } from "./LiveCounts.ts"
import { readLostReports } from "./calls/lostReports.ts"
import { carryTestCalls } from "./calls/testCalls.ts"
import { readLostReceipts } from "./lostReceipts.ts"
import { findLostSends } from "./lostSends.ts"
import { sendNotices } from "./notices.ts"
import { makePacer } from "./pacer.ts"
import { reconcile } from "./reconcile.ts"
import { judgeHeldAgain, releaseHeld } from "./releaseHeld.ts"
import { makeSenderHealth, type Trouble } from "./senderHealth.ts"
import { openSendQueue } from "./sendQueue.ts"
import { noteTrouble } from "./senderTrouble.ts"
import { readSender, type ServedSender } from "./servedSender.ts"

/** One sender of one company, and how its lane works. */
export type LaneOptions = {
  readonly companyId: CompanyId
  readonly senderId: SenderId
  readonly publicUrl: string
  /** Most texts claimed at once. */
  readonly batch: number
  readonly connections: number
  readonly lookupPauses: ReadonlyArray<number>
  /** How long an idle lane waits to look again, in milliseconds. */
  readonly tickMillis: number
  /** How long a number is in trouble before this one sends for it, in milliseconds. */
  readonly standInAfter: number
  /** Whether those who are held have to be judged again first: the clock was moved. */
  readonly judgesHeld: boolean
  /** Whether this process may work on this sender now. */
  readonly owned: Effect.Effect<boolean>
  /** Opened when something may have changed for the sender. */
  readonly wake: Latch.Latch
}

/** How much of a second's cap is claimed ahead: a stop reaches all that is not claimed. */
const aheadSeconds = 0.4
/** How long a part of a lane rests after something unexpected went wrong in it, in milliseconds. */
const troubleMillis = 1_000
/** How long a carrier that could not be reached is not asked again, in milliseconds. */
const unreachedMillis = 60_000
/** Keeps one part of a lane going whatever goes wrong in it. */
const restarting = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  effect.pipe(
    Effect.asVoid,
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.andThen(Effect.logError(`${what} failed and is tried again`, cause), Effect.sleep(troubleMillis)),
    ),
  )

/** Opens what a lane sends with, and puts it in order when the scope closes: nothing new, answers awaited and recorded. */
const openSending = Effect.fnUntraced(function* (
  options: LaneOptions,
  { channel }: ServedSender,
  trouble: Trouble | null,
) {
  const { companyId, batch, connections } = options
  const health = makeSenderHealth(channel, trouble)
  const pacer = makePacer(1)
  /** Sends this process has begun whose end is not recorded. */
  const begun = new Set<string>()
  const answers = yield* openAnswerLog({
    companyId,
    channel,
    batch,
    health,
    onRecorded: (keys) => keys.forEach((key) => begun.delete(key)),
  })
  const statusCallback = options.publicUrl.replace(/\/$/, "") + channel.reportPath
  const queue = yield* openSendQueue({ companyId, channel, pacer, connections, statusCallback, onEnded: answers.add })
  yield* Effect.addFinalizer(() => Effect.andThen(queue.drain, answers.flush))
  return { health, pacer, begun, queue, statusCallback }
})

type Sending = Effect.Success<ReturnType<typeof openSending>>

/** Claims texts as long as there are any, a little ahead of the sender's pace. */
const claiming = Effect.fnUntraced(function* (options: LaneOptions, sending: Sending, shared: Shared) {
  const { batch, wake, tickMillis } = options
  const { companyId, senderId } = shared.sender
  const { begun, health, queue } = sending
  const database = yield* Database
  let turn = 0
  const pause = Effect.suspend(() => {
    wake.closeUnsafe()
    return Effect.asVoid(Effect.timeoutOption(wake.await, tickMillis))
  })
  const some = Effect.gen(function* () {
    const mine = yield* options.owned
    if (mine && !shared.owned) {
      shared.moved(yield* findLostSends(database, companyId, senderId, begun))
      // Another process may have stored otherwise meanwhile.
      shared.noted = undefined
    }
    shared.owned = mine
    const rest = health.restsFor(yield* elapsed)
    if (!mine || rest > 0) return yield* Effect.sleep(Math.min(Math.max(rest, 100), tickMillis))
    // In trouble one text tries it: the others stay free for a number that stands in.
    const most = health.isGood() ? Math.min(batch, Math.max(1, Math.ceil(shared.cap * aheadSeconds))) : 1
    yield* queue.below(Math.ceil(most / 2))
    turn += 1
    const now = yield* Clock.currentTimeMillis
    const found = yield* Effect.uninterruptible(
      Effect.tap(
        claim(database, { ...shared.sender, most, now, turn, standInAfter: options.standInAfter }),
        ({ claimed }) =>
          Effect.sync(() => {
            claimed.forEach(({ key }) => begun.add(key))
            queue.add(claimed, now)
          }),
      ),
    )
    shared.moved(found.campaigns)
    if (!found.more) yield* pause
  })
  return yield* Effect.forever(restarting("Claiming texts", some))
})

/** Looks after everything else of the sender, once in each tick. */
const lookingAfter = Effect.fnUntraced(function* (options: LaneOptions, sending: Sending, shared: Shared) {
  const { lookupPauses, tickMillis, wake } = options
  const { companyId, senderId } = shared.sender
  const database = yield* Database
  const wasMoved = yield* openClockWatch
  let judgesHeld = options.judgesHeld
  const noteHealth = Effect.gen(function* () {
    const trouble = sending.health.trouble()
    const code = trouble === undefined ? undefined : (trouble?.code ?? null)
    if (trouble === undefined || code === shared.noted) return
    shared.moved(yield* noteTrouble(database, shared.sender, trouble))
    shared.noted = code
  })
  const release = Effect.fnUntraced(function* (now: number) {
    for (;;) {
      const released = yield* releaseHeld(database, companyId, senderId, now)
      if (released.length === 0) return
      shared.moved(released)
      wake.openUnsafe()
    }
  })
  const look = Effect.gen(function* () {
    const found = yield* readSender(companyId, senderId)
    if (found === undefined) return
    shared.cap = found.costPerSecond
    sending.pacer.setCap(shared.cap)
    judgesHeld ||= yield* wasMoved
    if (!shared.owned) return
    yield* noteHealth
    const now = yield* Clock.currentTimeMillis
    if (judgesHeld) yield* judgeHeldAgain(database, companyId, senderId, now)
    judgesHeld = false
    yield* release(now)
    shared.moved(yield* reconcile(database, shared.sender, now, lookupPauses))
    if (shared.sender.channel.goesOn) {
      yield* readLostReports(database, shared.sender, new Date(now).toISOString())
      yield* carryTestCalls(database, shared.sender, sending.statusCallback, now)
    }
    shared.moved(yield* sendNotices(database, shared.sender, sending.statusCallback))
  })
  yield* Effect.forever(Effect.andThen(restarting("Looking after a sender", look), Effect.sleep(tickMillis)))
})

/** Asks about texts without a receipt, apart from the rest: a carrier that hangs must hold up nothing else. */
const asking = Effect.fnUntraced(function* (options: LaneOptions, shared: Shared) {
  const { tickMillis } = options
  const database = yield* Database
  const look = Effect.gen(function* () {
    if (!shared.owned) return yield* Effect.sleep(tickMillis)
    const now = yield* Clock.currentTimeMillis
    const { next, campaigns } = yield* readLostReceipts(database, shared.sender, now)
    shared.moved(campaigns)
    if (next !== "more") yield* Effect.sleep(next === "trouble" ? unreachedMillis : tickMillis)
  })
  yield* Effect.forever(restarting("Asking about texts", look))
})

/** What the parts of a lane know. */
type Shared = {
  readonly sender: ServedSender
  owned: boolean
  cap: number
  /** The code of the trouble that this process stored last, null for none, undefined before. */
  noted: string | null | undefined
  readonly moved: (campaigns: Iterable<CampaignId>) => void
}

/**
 * Works on everything one sender has to do, until interrupted: claims, sends,
 * records, releases held people, looks up lost sends, sends notices. Interrupted,
 * it puts back what has not started and waits for the answers to what has.
 */
export const runLane = Effect.fn("runLane")(function* (options: LaneOptions) {
  const { companyId, senderId } = options
  const counts = yield* LiveCounts
  const found = yield* readSender(companyId, senderId)
  if (found === undefined) return
  const { channel, costPerSecond: cap, trouble } = found
  const sender = { companyId, senderId, channel }
  const sending = yield* openSending(options, sender, trouble)
  sending.pacer.setCap(cap)
  const shared: Shared = {
    sender,
    owned: false,
    cap,
    noted: undefined,
    moved: (campaigns) => {
      for (const campaignId of campaigns) counts.changed(companyId, campaignId)
    },
  }
  yield* Effect.forkScoped(lookingAfter(options, sending, shared))
  if (!channel.goesOn) yield* Effect.forkScoped(asking(options, shared))
  return yield* claiming(options, sending, shared)
}, Effect.scoped)
