import { Clock, Effect, Layer, Schedule } from "effect"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { dayIn } from "#server/domain/administration/contract.ts"
import { commandCampaign } from "./campaigns.ts"
import { judgeContract } from "./companies.ts"
import { systemContext } from "./handle.ts"

/** After these a company's people cannot work, so nothing of theirs is sent either. */
const stopping: ReadonlyArray<string> = ["ContractEnded", "ContractPostponed", "CompanySuspended", "CompanyRetired"]

/** How often contracts are looked at: the login call judges by the dates themselves, this stops what runs. */
const lookEvery = "1 minute"

type Dated = { readonly companyId: number; readonly timezone: string }

/** Companies whose dates may say something else than their state; the day before and after covers every zone. */
const doubtful = Effect.fnUntraced(function* (now: number) {
  const { sql, everyCompany } = yield* Database
  const day = new Date(now).toISOString().slice(0, 10)
  return yield* everyCompany(sql<Dated>`
    select company_id as "companyId", timezone from companies
    where (status = 'active' and (contract_end < ${day}::date + 1 or contract_start > ${day}::date - 1))
       or (status = 'notStarted' and (contract_start is null or contract_start <= ${day}::date + 1))
       or (status = 'expired' and (contract_end is null or contract_end >= ${day}::date - 1))
    order by company_id`)
})

const judgeAll = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  for (const { companyId, timezone } of yield* doubtful(now)) {
    const context = systemContext(companyId, `contract-${companyId}`)
    yield* judgeContract(context, companyId, dayIn(timezone, now))
  }
})

const runningOf = Effect.fnUntraced(function* (companyId: number) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<{ campaign_id: number }>`
      select campaign_id from campaign_runs where company_id = ${companyId} and state = 'running'`,
  )
})

const pauseCampaigns = Effect.fn("pauseCampaigns")(function* (companyId: number) {
  for (const { campaign_id: campaignId } of yield* runningOf(companyId)) {
    const context = systemContext(companyId, `contract-campaign-${campaignId}`)
    // A refusal means that the campaign has ended or stopped meanwhile.
    yield* Effect.ignore(commandCampaign(context, campaignId, { _tag: "PauseCampaign" }))
  }
})

const stopped = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<number> => [
  ...new Set(
    events
      .filter(({ stream, type }) => stream.startsWith("company-") && stopping.includes(type))
      .map(({ companyId }) => companyId),
  ),
]

/**
 * The background work of companies, for processes with the worker role: contracts
 * begin and end with their dates, and the campaigns of a company that ended pause
 * (product.md §2f).
 */
export const companyWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    yield* judgeAll.pipe(
      Effect.catchCause((cause) => Effect.logError("Contracts could not be judged", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.forkScoped,
    )
    yield* store
      .subscribe("company-work", (events) => Effect.forEach(stopped(events), pauseCampaigns, { discard: true }))
      .pipe(Effect.forkScoped)
  }),
)
