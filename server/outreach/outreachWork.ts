import { Effect, Layer } from "effect"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { cancelRecipients } from "./cancelRecipients.ts"
import { planRecipients } from "./planRecipients.ts"

type CampaignJob = { readonly companyId: number; readonly campaignId: number }

const planJob = "outreach.plan"
const cancelJob = "outreach.cancel"

/** Which background work follows a campaign's event. */
const jobOf: Readonly<Record<string, string>> = {
  CampaignLaunched: planJob,
  CampaignResumed: planJob,
  CampaignCancelled: cancelJob,
}

const keyOf = ({ companyId, campaignId }: CampaignJob): string => `${companyId}.${campaignId}`

const work = Effect.gen(function* () {
  const store = yield* EventStore
  const jobs = yield* JobQueue
  yield* jobs.define<CampaignJob, never, never>(planJob, yield* provided(planRecipients), { concurrency: 2 })
  yield* jobs.define<CampaignJob, never, never>(cancelJob, yield* provided(cancelRecipients))
  // The event log is the outbox: adding a job twice is harmless (architecture §5).
  yield* store
    .subscribe("outreach-work", (events) =>
      Effect.forEach(
        events.filter(({ stream, type }) => stream.startsWith("campaign-") && jobOf[type] !== undefined),
        ({ companyId, stream, type }) => {
          const data = { companyId, campaignId: Number(stream.slice("campaign-".length)) }
          return jobs.add(jobOf[type] ?? planJob, data, { key: keyOf(data) })
        },
        { discard: true },
      ),
    )
    .pipe(Effect.forkScoped)
})

/** Binds a piece of work to the services at hand. */
const provided = <E, R>(run: (companyId: number, campaignId: number) => Effect.Effect<void, E, R>) =>
  Effect.map(
    Effect.context<R>(),
    (services) =>
      ({ companyId, campaignId }: CampaignJob): Effect.Effect<void, E> =>
        Effect.provideContext(run(companyId, campaignId), services),
  )

/** The background work of campaigns, for processes with the worker role: planning recipients, and cancelling them. */
export const outreachWork = Layer.effectDiscard(work)
