import { Cause, Clock, Effect, FiberMap, Latch, Layer } from "effect"
import { openStates } from "#server/outreach/recipients/recipient.rule.ts"
import { Database } from "#server/store/Database.ts"
import { openOwnership } from "#server/store/ownership.ts"
import { CampaignCommands } from "./CampaignCommands.ts"
import { runLane } from "./lane.ts"
import { lookupPauses } from "./reconcile.ts"
import { SendGate } from "./SendGate.ts"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"

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
  /** How often new work is looked for without a notification, in milliseconds (default 1,000). */
  readonly tickMillis?: number
}

type SenderRow = { readonly company_id: CompanyId; readonly sender_id: SenderId }
type CampaignPlace = { readonly company_id: CompanyId; readonly campaign_id: CampaignId }
type Found = SenderRow & CampaignPlace & { readonly what: "due" | "busy" | "finished" }

/** Campaigns whose time has come, senders with anything to do, and campaigns with nothing left to do: one statement, each second. */
const findWork = ({ sql, readEveryCompany }: Database["Service"], now: string) =>
  readEveryCompany(sql<Found>`
    select 'due' as what, company_id, campaign_id, sender_id from campaign_runs
    where state = 'scheduled' and start_at <= ${now}::timestamptz
    union all
    select 'busy', company_id, 0, sender_id from (
      select company_id, sender_id from campaign_runs where state = 'running'
      union
      select c.company_id, c.sender_id from campaign_runs c
      where exists (select from recipients r where r.company_id = c.company_id and r.campaign_id = c.campaign_id
                    and r.state in ('sending', 'unknown'))
      union
      select n.company_id, n.sender_id from notices n join senders s using (company_id, sender_id)
      where n.state in ('queued', 'sending')) busy
    union all
    select 'finished', c.company_id, c.campaign_id, c.sender_id from campaign_runs c
    where c.state = 'running' and c.planned and not exists (
      select from campaign_counts k where k.company_id = c.company_id and k.campaign_id = c.campaign_id
        and k.people > 0 and k.state in (select jsonb_array_elements_text(${sql.json(openStates)})))`)

const work = Effect.fnUntraced(function* (options: DispatcherOptions) {
  const database = yield* Database
  const commands = yield* CampaignCommands
  const gate = yield* SendGate
  const owns = yield* openOwnership(database)
  const lanes = yield* FiberMap.make<string>()
  const wakes = new Map<string, Latch.Latch>()
  const heard = yield* Latch.make(true)
  const tickMillis = options.tickMillis ?? 1_000

  yield* Effect.acquireRelease(
    Effect.sync(() =>
      gate.onCampaign(() => {
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
    heard.closeUnsafe()
    const now = yield* Clock.currentTimeMillis
    const found = yield* findWork(database, new Date(now).toISOString())
    const those = (what: Found["what"]) => found.filter((one) => one.what === what)
    for (const { company_id, campaign_id } of those("due")) {
      yield* commands.start(company_id, campaign_id)
      // Its sender is busy from now on.
      heard.openUnsafe()
    }
    yield* keepLanes(those("busy"))
    for (const { company_id, campaign_id } of those("finished")) yield* commands.complete(company_id, campaign_id)
  })

  yield* look.pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logError("The sending engine failed and goes on", cause),
    ),
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
