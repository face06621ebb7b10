import { Cause, Clock, Effect, Latch } from "effect"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { Database } from "#server/store/Database.ts"
import { claim } from "./claim.ts"
import { tell, tellEnded, type Told } from "./ledger.ts"
import { LiveCounts } from "./LiveCounts.ts"
import { loseNotices, sendNotices } from "./notices.ts"
import { makePacer } from "./pacer.ts"
import { reconcile } from "./reconcile.ts"
import { judgeHeldAgain, releaseHeld } from "./releaseHeld.ts"
import { factOf, isSendersTrouble } from "./results.ts"
import { openSendQueue, type Ended } from "./sendQueue.ts"

/** One sender of one company, and how its lane works. */
export type LaneOptions = {
  readonly companyId: number
  readonly senderId: number
  readonly publicUrl: string
  /** Most texts claimed at once. */
  readonly batch: number
  readonly connections: number
  readonly lookupPauses: ReadonlyArray<number>
  /** How long an idle lane waits to look again, in milliseconds. */
  readonly tickMillis: number
  /** Whether this process may work on this sender now. */
  readonly owned: Effect.Effect<boolean>
  /** Opened when something may have changed for the sender. */
  readonly wake: Latch.Latch
}

/** How much of a second's texts is claimed ahead: a stop reaches all that is not claimed. */
const aheadSeconds = 0.4
/** How long answers gather before they are recorded, in milliseconds. */
const shortestGathering = 20
const longestGathering = 200
/** How long a part of a lane rests after something unexpected went wrong in it, in milliseconds. */
const troubleMillis = 1_000
/** This many deferrals in a row that blame the sender make it rest. */
const mostTrouble = 5
const longestRest = 60_000
/** A difference of wall time and elapsed time beyond this means that the clock was moved, in milliseconds. */
const movedMillis = 5_000

const nowMillis = Clock.currentTimeMillis
const isoNow = Effect.map(nowMillis, (millis) => new Date(millis).toISOString())
const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Runs again until the database takes it: what the carrier answered must not be lost while this process lives. */
const insist = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.interrupt
      : Effect.logError(`${what} could not be recorded and is tried again`, cause).pipe(
          Effect.andThen(Effect.sleep(1_000)),
          Effect.andThen(insist(what, effect)),
        ),
  )

/** Keeps one part of a lane going whatever goes wrong in it. */
const untroubled = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  effect.pipe(
    Effect.asVoid,
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.andThen(Effect.logError(`${what} failed and is tried again`, cause), Effect.sleep(troubleMillis)),
    ),
  )

/** What a sender is doing wrong with its carrier, if anything. */
const makeHealth = () => {
  let trouble = 0
  let rests = 0
  let restUntil = 0
  return {
    isGood: () => trouble < mostTrouble,
    restsFor: (now: number) => Math.max(0, restUntil - now),
    note: ({ ending }: Ended, now: number) => {
      if (ending._tag === "HeldBack") return
      if (ending._tag !== "Deferred" || !isSendersTrouble(ending.code)) {
        trouble = 0
        rests = 0
        return
      }
      trouble += 1
      if (trouble < mostTrouble || restUntil > now) return
      restUntil = now + Math.max(ending.retryAfterMillis ?? 0, Math.min(longestRest, 1_000 * 2 ** rests))
      rests += 1
    },
  }
}

/**
 * Works on everything one sender has to do, until interrupted: claims, sends,
 * records, releases held people, looks up lost sends, answers HELP. Interrupted,
 * it puts back what has not started and waits for the answers to what has.
 */
export const runLane = Effect.fn("runLane")(function* (options: LaneOptions) {
  const { companyId, senderId, batch, wake, tickMillis } = options
  const database = yield* Database
  const counts = yield* LiveCounts
  const health = makeHealth()
  const pacer = makePacer(1)
  const endings: Array<Ended> = []
  const ended = yield* Latch.make(false)
  const started = new Set<string>()

  const moved = (campaigns: Iterable<number>) => {
    for (const campaignId of campaigns) counts.changed(companyId, campaignId)
  }

  const queue = yield* openSendQueue({
    companyId,
    pacer,
    connections: options.connections,
    statusCallback: options.publicUrl.replace(/\/$/, "") + webhookPaths.status,
    onEnded: (one) => {
      endings.push(one)
      ended.openUnsafe()
    },
  })

  let lastRecording = 0
  /** Answers gather while the last ones are recorded, and as long again: many small transactions would cost more. */
  const gather = Effect.suspend(() =>
    endings.length >= batch
      ? Effect.void
      : Effect.sleep(Math.min(Math.max(lastRecording, shortestGathering), longestGathering)),
  )
  const record = Effect.gen(function* () {
    const some = endings.splice(0, batch)
    ended.closeUnsafe()
    if (endings.length > 0) ended.openUnsafe()
    if (some.length === 0) return
    const millis = yield* elapsed
    const now = yield* nowMillis
    some.forEach((one) => health.note(one, millis))
    const told: ReadonlyArray<Told> = some.map(({ claimed, ending }) => ({
      campaignId: claimed.campaignId,
      recipientId: claimed.recipientId,
      key: claimed.key,
      facts: [factOf(ending, claimed, now, health.isGood())],
    }))
    yield* insist("What the carrier answered", tellEnded(database, companyId, new Date(now).toISOString(), told))
    some.forEach(({ claimed }) => started.delete(claimed.key))
    moved(new Set(told.map(({ campaignId }) => campaignId)))
    lastRecording = (yield* elapsed) - millis
  })

  /** Sends that were begun by a process that is gone. */
  const findLost = Effect.gen(function* () {
    const rows = yield* database.company(companyId)(
      database.sql<{ campaign_id: number; recipient_id: number; send_key: string }>`
        select r.campaign_id, r.recipient_id, r.send_key
        from campaign_runs c join recipients r on r.company_id = c.company_id and r.campaign_id = c.campaign_id
        where c.company_id = ${companyId} and c.sender_id = ${senderId} and r.state = 'sending'`,
    )
    const told = rows
      .filter(({ send_key }) => !started.has(send_key))
      .map((row) => ({
        campaignId: row.campaign_id,
        recipientId: row.recipient_id,
        key: row.send_key,
        facts: [{ _tag: "SendLost" } as const],
      }))
    yield* tell(database, companyId, yield* isoNow, told)
    yield* loseNotices(database, companyId, senderId)
    moved(told.map(({ campaignId }) => campaignId))
  })

  const readCap = Effect.gen(function* () {
    const [row] = yield* database.company(companyId)(
      database.sql<{ cap: number }>`
        select segments_per_second as cap from senders where company_id = ${companyId} and sender_id = ${senderId}`,
    )
    const cap = row?.cap ?? 1
    pacer.setCap(cap)
    return cap
  })

  let cap = yield* readCap
  let owned = false
  let turn = 0
  const pause = Effect.suspend(() => {
    wake.closeUnsafe()
    return Effect.asVoid(Effect.timeoutOption(wake.await, tickMillis))
  })

  const claimSome = Effect.gen(function* () {
    const mine = yield* options.owned
    if (mine && !owned) yield* findLost
    owned = mine
    const rest = health.restsFor(yield* elapsed)
    if (!mine || rest > 0) return yield* Effect.sleep(Math.min(Math.max(rest, 100), tickMillis))
    const most = Math.min(batch, Math.max(1, Math.ceil(cap * aheadSeconds)))
    yield* queue.below(Math.ceil(most / 2))
    turn += 1
    const found = yield* Effect.uninterruptible(
      Effect.tap(claim(database, { companyId, senderId, most, now: yield* nowMillis, turn }), ({ claimed }) =>
        Effect.sync(() => {
          claimed.forEach(({ key }) => started.add(key))
          queue.add(claimed)
        }),
      ),
    )
    moved(found.campaigns)
    if (!found.more) yield* pause
    // A claim whose commit got no answer may have left people marked as being sent: they are looked for like lost ones.
  }).pipe(Effect.tapCause(() => Effect.sync(() => void (owned = false))))

  let clock = (yield* nowMillis) - (yield* elapsed)
  const look = Effect.gen(function* () {
    if (!owned) return
    cap = yield* readCap
    const now = yield* nowMillis
    const ahead = now - (yield* elapsed)
    if (Math.abs(ahead - clock) > movedMillis) yield* judgeHeldAgain(database, companyId, senderId, now)
    clock = ahead
    let released = yield* releaseHeld(database, companyId, senderId, now)
    if (released.length > 0) wake.openUnsafe()
    while (released.length > 0) {
      moved(released)
      released = yield* releaseHeld(database, companyId, senderId, now)
    }
    moved(yield* reconcile(database, companyId, senderId, now, options.lookupPauses))
    yield* sendNotices(database, companyId, senderId, options.publicUrl.replace(/\/$/, "") + webhookPaths.status)
  })

  const recorder = yield* Effect.forkScoped(
    Effect.forever(ended.await.pipe(Effect.andThen(gather), Effect.andThen(Effect.uninterruptible(record)))),
  )
  yield* Effect.addFinalizer(() =>
    queue.drain.pipe(
      Effect.andThen(
        Effect.suspend(() => Effect.forEach(Array.from({ length: Math.ceil(endings.length / batch) }), () => record)),
      ),
    ),
  )
  void recorder
  yield* Effect.forkScoped(
    Effect.forever(Effect.andThen(untroubled("Looking after a sender", look), Effect.sleep(tickMillis))),
  )
  return yield* Effect.forever(untroubled("Claiming texts", claimSome))
}, Effect.scoped)
