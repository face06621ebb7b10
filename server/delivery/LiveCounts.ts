import { Context, Effect, Latch, Layer } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { streamId } from "#server/decider.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"

/** The least time between two notices of one campaign. */
const every = "1 second"

/** The type of the notice; it is no event, and its version and position are 0. */
export const countsChanged = "CountsChanged"

const make = Effect.gen(function* () {
  const { sql } = yield* Database
  const dirty = new Map<string, { readonly companyId: CompanyId; readonly campaignId: CampaignId }>()
  const waiting = yield* Latch.make(false)

  const flush = Effect.gen(function* () {
    const notices = [...dirty.values()].map(({ companyId, campaignId }) => ({
      companyId,
      stream: streamId(campaignProjection, campaignId),
      type: countsChanged,
      version: 0,
      pos: 0,
    }))
    dirty.clear()
    waiting.closeUnsafe()
    yield* notifyChanges(sql, notices)
  })

  yield* waiting.await.pipe(
    Effect.andThen(flush),
    Effect.catchCause((cause) => Effect.logWarning("Changed numbers could not be announced", cause)),
    Effect.andThen(Effect.sleep(every)),
    Effect.forever,
    Effect.forkScoped,
  )

  return LiveCounts.of({
    changed: (companyId, campaignId) => {
      dirty.set(`${companyId} ${campaignId}`, { companyId, campaignId })
      waiting.openUnsafe()
    },
  })
})

/**
 * Notifies all processes, through the event store, that a
 * campaign's numbers have moved: at most once a second for each campaign.
 */
export class LiveCounts extends Context.Service<
  LiveCounts,
  { readonly changed: (companyId: CompanyId, campaignId: CampaignId) => void }
>()("admin-view/delivery/LiveCounts") {
  static readonly layer = Layer.effect(LiveCounts, make)
}
