import { Cause, Clock, Effect, FiberMap, Latch, Layer, Stream } from "effect"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { openOwnership } from "#server/store/ownership.ts"
import { CampaignCommands } from "./CampaignCommands.ts"
import { elapsed, openClockWatch } from "./clockWatch.ts"
import { findWork, type SenderRow } from "./findWork.ts"
import { runLane } from "./lane.ts"
import { lookupPauses } from "./reconcile.ts"
import { SendGate } from "./SendGate.ts"
import { standInAfterMillis } from "./standIn.ts"

/** How the sending engine works. */
export type DispatcherOptions = {
  /** The address of this server as the carrier knows it; reports are sent there. */
  readonly publicUrl: string
  /** Most texts claimed at once by one sender (default 500). */
  readonly batch?: number
  /** Most requests under way at once for one sender (default 64). */
  readonly connections?: number
  /** Pauses between the questions about a lost send, in milliseconds (default 5 s to 60 s). */
  readonly lookupPauses?: ReadonlyArray<number>
  /** How often new work is looked for while there is any, in milliseconds (default 1,000). */
  readonly tickMillis?: number
  /** How long a number is in trouble before another one sends for it, in milliseconds (default two minutes). */
  readonly standInAfterMillis?: number
}

/** How often work is looked for when nothing is due and nothing happened, in milliseconds: a notification may be lost. */
const longestSleepMillis = 30_000

const work = Effect.fnUntraced(function* (options: DispatcherOptions) {
  const database = yield* Database
  const commands = yield* CampaignCommands
  const gate = yield* SendGate
  const owns = yield* openOwnership(database)
  const lanes = yield* FiberMap.make<string>()
  const wakes = new Map<string, Latch.Latch>()
  const heard = yield* Latch.make(true)
  const { tickMillis = 1_000, standInAfterMillis: standInAfter = standInAfterMillis } = options
  const wasMoved = yield* openClockWatch
  /** What may have made work since the last look, and when the next is known to be due. */
  let hasNews = true
  let isMoved = false
  let next = 0
  let looked = 0

  // What is planned, queued or allowed without an event of the campaign follows from other events.
  yield* (yield* EventStore).changes.pipe(
    Stream.runForEach(() => Effect.sync(() => void (hasNews = true))),
    Effect.forkScoped,
  )

  yield* Effect.acquireRelease(
    Effect.sync(() =>
      gate.onCampaign(() => {
        hasNews = true
        heard.openUnsafe()
        wakes.forEach((wake) => wake.openUnsafe())
      }),
    ),
    (end) => Effect.sync(end),
  )

  const startLane = Effect.fnUntraced(function* (name: string, { company_id, sender_id }: SenderRow) {
    const wake = yield* Latch.make(false)
    wakes.set(name, wake)
    const lane = runLane({
      companyId: company_id,
      senderId: sender_id,
      publicUrl: options.publicUrl,
      batch: options.batch ?? 500,
      connections: options.connections ?? 64,
      lookupPauses: options.lookupPauses ?? lookupPauses,
      tickMillis,
      standInAfter,
      judgesHeld: isMoved,
      owned: owns(name),
      wake,
    })
    yield* FiberMap.run(
      lanes,
      name,
      Effect.ensuring(
        lane,
        Effect.sync(() => wakes.delete(name)),
      ),
    )
  })

  const idleTicks = new Map<string, number>()
  const idleUntilEnd = 5
  const keepLanes = Effect.fnUntraced(function* (senders: ReadonlyArray<SenderRow>) {
    const busy = new Map(senders.map((row) => [`sender-${row.company_id}-${row.sender_id}`, row]))
    for (const [name, row] of busy) {
      idleTicks.delete(name)
      if (!(yield* FiberMap.has(lanes, name))) yield* startLane(name, row)
    }
    for (const name of [...wakes.keys()].filter((one) => !busy.has(one))) {
      const idle = (idleTicks.get(name) ?? 0) + 1
      idleTicks.set(name, idle)
      if (idle < idleUntilEnd) continue
      idleTicks.delete(name)
      yield* FiberMap.remove(lanes, name)
    }
  })

  const look = Effect.gen(function* () {
    hasNews = false
    looked = yield* elapsed
    const work = yield* findWork(database, yield* Clock.currentTimeMillis, isMoved, standInAfter)
    for (const { company_id, campaign_id } of work.due) {
      yield* commands.start(company_id, campaign_id)
      // Its sender is busy from now on.
      hasNews = true
      heard.openUnsafe()
    }
    yield* keepLanes(work.busy)
    for (const { company_id, campaign_id } of work.finished) yield* commands.complete(company_id, campaign_id)
    next = work.next
    isMoved = false
  })

  /** Nothing is asked of the database while there is nothing to do. */
  const isTime = Effect.gen(function* () {
    heard.closeUnsafe()
    isMoved ||= yield* wasMoved
    if (hasNews || isMoved || wakes.size > 0) return true
    return (yield* Clock.currentTimeMillis) >= next || (yield* elapsed) - looked >= longestSleepMillis
  })

  yield* Effect.flatMap(isTime, (is) => (is ? look : Effect.void)).pipe(
    Effect.catchCause((cause) => {
      hasNews = true
      return Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logError("The sending engine failed and goes on", cause)
    }),
    Effect.andThen(Effect.timeoutOption(heard.await, tickMillis)),
    Effect.forever,
    Effect.forkScoped,
  )
})

/**
 * The sending engine (docs/architecture.md#sending): one lane for each sender with something
 * to do, starts of scheduled campaigns, and their completion. Everything it
 * knows is in the database, so it may end at any moment and go on in any
 * process; each sender is served by one process at a time.
 */
export const dispatcher = (options: DispatcherOptions) => Layer.effectDiscard(work(options))
