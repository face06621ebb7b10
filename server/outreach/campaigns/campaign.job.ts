import { Effect, Layer } from "effect"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { thingOf } from "#server/decider.ts"
import { campaignProjection } from "./campaign.projection.ts"
import { cancelRecipients } from "#server/outreach/recipients/cancelRecipients.job.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { CampaignId, type CompanyId } from "#schemas/ids.ts"

type CampaignJob = { readonly companyId: CompanyId; readonly campaignId: CampaignId }

const planJob = "outreach.plan"
const cancelJob = "outreach.cancel"

/** Which background work follows a campaign's event. */
const jobOf: Readonly<Record<string, string>> = {
  CampaignLaunched: planJob,
  CampaignResumed: planJob,
  CampaignCancelled: cancelJob,
}

const dataOf = ({ companyId, stream }: StoredEvent): CampaignJob => ({
  companyId,
  campaignId: CampaignId.make(thingOf(campaignProjection, stream) ?? 0),
})
const keyOf = ({ companyId, campaignId }: CampaignJob): string => `${companyId}.${campaignId}`

const work = Effect.gen(function* () {
  const store = yield* EventStore
  const jobs = yield* JobQueue
  yield* jobs.define<CampaignJob, never, never>(planJob, yield* provided(planRecipients), { concurrency: 2 })
  yield* jobs.define<CampaignJob, never, never>(cancelJob, yield* provided(cancelRecipients))
  const { sql, everyCompany } = yield* Database
  // A job gives up after many tries; the next start takes up what it left.
  const left = yield* everyCompany(
    sql<CampaignJob>`select company_id as "companyId", campaign_id as "campaignId" from campaign_runs
                     where not planned and state in ('running', 'paused')`,
  )
  yield* Effect.forEach(left, (data) => jobs.add(planJob, data, { key: keyOf(data) }), { discard: true })
  /** Campaigns that ended since need no work: a log read from its beginning names hundreds of them. */
  const stillMatters = (events: ReadonlyArray<StoredEvent>) =>
    everyCompany(
      sql<CampaignJob>`
        select company_id as "companyId", campaign_id as "campaignId" from campaign_runs
        where state in ('running', 'paused', 'cancelled') and campaign_id = any(${`{${events.map((event) => dataOf(event).campaignId).join(",")}}`}::int[])`,
    ).pipe(
      Effect.orDie,
      Effect.map((rows) => {
        const open = new Set(rows.map(keyOf))
        return events.filter((event) => open.has(keyOf(dataOf(event))))
      }),
    )
  // The event log is the outbox: adding a job twice is harmless (docs/architecture.md#jobs).
  yield* store
    .subscribe("outreach-work", (events) =>
      Effect.flatMap(stillMatters(events.filter(({ type }) => jobOf[type] !== undefined)), (open) =>
        Effect.forEach(
          open,
          (event) => jobs.add(jobOf[event.type] ?? planJob, dataOf(event), { key: keyOf(dataOf(event)) }),
          { discard: true },
        ),
      ),
    )
    .pipe(Effect.forkScoped)
})

/** Binds a piece of work to the services at hand. */
const provided = <E, R>(run: (companyId: CompanyId, campaignId: CampaignId) => Effect.Effect<void, E, R>) =>
  Effect.map(
    Effect.context<R>(),
    (services) =>
      ({ companyId, campaignId }: CampaignJob): Effect.Effect<void, E> =>
        Effect.provideContext(run(companyId, campaignId), services),
  )

/** The background work of campaigns, for processes with the worker role: planning recipients, and cancelling them. */
export const campaignWork = Layer.effectDiscard(work)
