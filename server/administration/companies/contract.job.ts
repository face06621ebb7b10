import { Clock, Effect, Layer, Schedule } from "effect"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { dayIn } from "./contract.rule.ts"
import { commandCampaign } from "#server/outreach/campaigns/campaign.commands.ts"
import { judgeContract } from "./company.commands.ts"
import { systemContext } from "#server/handle.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** After these a company's people cannot work, so nothing of theirs is sent either. */
const stopping: ReadonlyArray<string> = ["ContractEnded", "ContractPostponed", "CompanySuspended", "CompanyRetired"]

/** How often contracts are looked at: the login call judges by the dates themselves, this stops what runs. */
const lookEvery = "1 minute"

type Dated = { readonly companyId: CompanyId; readonly timezone: string }

/** Companies whose dates may say something else than their state; the day before and after covers every zone. */
const doubtful = Effect.fnUntraced(function* (now: number) {
  const { sql, readEveryCompany } = yield* Database
  const day = new Date(now).toISOString().slice(0, 10)
  return yield* readEveryCompany(sql<Dated>`
    select company_id as "companyId", timezone from companies
    where (status = 'active' and (contract_end < ${day}::date + 1 or contract_start > ${day}::date - 1))
       or (status = 'notStarted' and (contract_start is null or contract_start <= ${day}::date + 1))
       or (status = 'expired' and (contract_end is null or contract_end >= ${day}::date - 1))
    order by company_id`)
})

/** A start that was missed by so long is not made up for: what was written for one day goes out on no other. */
const lateStart = "1 hour"

type Stopped = { readonly company_id: CompanyId; readonly campaign_id: CampaignId; readonly state: string }

/** Pauses what runs for companies whose contract does not, and cancels what should have started meanwhile. */
const stopCampaigns = Effect.gen(function* () {
  const { sql, readEveryCompany } = yield* Database
  const at = yield* isoNow
  const open = yield* readEveryCompany(sql<Stopped>`
    select r.company_id, r.campaign_id, r.state from campaign_runs r join companies c on c.company_id = r.company_id
    where c.status <> 'active' and (r.state = 'running'
      or (r.state = 'scheduled' and r.start_at < ${at}::timestamptz - ${lateStart}::interval))`)
  for (const { company_id: companyId, campaign_id: campaignId, state } of open) {
    const context = systemContext(companyId, `contract-campaign-${campaignId}`)
    const command = { _tag: state === "running" ? "PauseCampaign" : "CancelCampaign" } as const
    // A refusal means that the campaign has ended or stopped meanwhile.
    yield* Effect.ignore(commandCampaign(context, campaignId, command))
  }
})

const judgeAll = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  for (const { companyId, timezone } of yield* doubtful(now)) {
    const context = systemContext(companyId, `contract-${companyId}`)
    // Another worker may have been first, and one company's trouble must not keep the others from being judged.
    yield* judgeContract(context, companyId, dayIn(timezone, now)).pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning(`The contract of company ${companyId} could not be judged`, cause),
      ),
    )
  }
  yield* stopCampaigns
})

const isStopping = ({ stream, type }: StoredEvent): boolean => stream.startsWith("company-") && stopping.includes(type)

/**
 * The background work of companies, for processes with the worker role: contracts
 * begin and end with their dates, and the campaigns of a company that ended pause
 * (docs/policy.md#companies).
 */
export const contractWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    yield* judgeAll.pipe(
      Effect.catchCause((cause) => Effect.logError("Contracts could not be judged", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.forkScoped,
    )
    yield* store
      .subscribe("company-work", (events) => (events.some(isStopping) ? stopCampaigns : Effect.void))
      .pipe(Effect.forkScoped)
  }),
)
