import { Effect } from "effect"
import { accessIds } from "#schemas/access.ts"
import { CampaignId, type CompanyId, UserId } from "#schemas/ids.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { creationStatus, type CampaignDraft } from "#schemas/outreach/campaign.ts"
import type { Problem } from "#schemas/problem.ts"
import type { OccurrenceReason, OutreachRunId, PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import { systemContext } from "#server/handle.ts"
import { commandCampaign } from "#server/outreach/campaigns/campaign.commands.ts"
import { readConfirmation } from "#server/outreach/campaigns/confirmation.queries.ts"
import { storeCampaign } from "#server/outreach/campaigns/createCampaign.commands.ts"
import { readList } from "#server/people/lists/list.queries.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { readRow } from "#server/store/readModels.ts"
import { campaignNames } from "./campaignName.rule.ts"
import { dueOf, nextOf } from "./occurrences.rule.ts"
import { commandOutreachRun } from "./outreachRun.commands.ts"
import { outreachRunProjection, type OutreachRunRow } from "./outreachRun.projection.ts"

const rowOf = readRow(outreachRunProjection)

/** The row of a run, which stays until the end of the transaction: of two processes one waits here for the other. */
const heldRow = Effect.fnUntraced(function* (companyId: CompanyId, runId: OutreachRunId) {
  const { sql } = yield* Database
  const [found] = yield* Effect.orDie(sql<{ row: unknown }>`
    select row from read_models where company_id = ${companyId} and category = 'outreachRun' and id = ${runId}
      and state = 'active' for update`)
  return found === undefined ? undefined : rowOf(found.row)
})

const needed = [accessIds.Schedule, accessIds.Campaign, accessIds.Actions]

/** Whether what a run needs still holds: the features of the company, and the rights of the person who set it up. */
const maySend = Effect.fnUntraced(function* (companyId: CompanyId, userId: number) {
  const { sql } = yield* Database
  const rights = `{${needed.join(",")}}`
  const [found] = yield* Effect.orDie(sql<{ allowed: boolean }>`
    select c.features @> ${rights}::int[] and a.access_ids @> ${rights}::int[] and a.is_active and not a.locked
      and (a.company_id = c.company_id or a.user_type = 1) as allowed
    from companies c, accounts a where c.company_id = ${companyId} and a.user_id = ${userId}`)
  return found?.allowed === true
})

const reasonAt: Readonly<Partial<Record<keyof CampaignDraft, OccurrenceReason>>> = {
  templateId: "template",
  listId: "list",
  senderId: "sender",
}

type Made = { readonly campaignId: CampaignId } | { readonly reason: OccurrenceReason }

/** Makes the campaign of a date under the first free name, and launches it; gives the reason where that is not possible. */
const makeCampaign = Effect.fnUntraced(function* (companyId: CompanyId, row: OutreachRunRow, { date }: PlannedDate) {
  const { sql } = yield* Database
  const [next] = yield* Effect.orDie(sql<{ id: number }>`select nextval('campaign_ids'::regclass)::int as id`)
  const campaignId = CampaignId.make(next?.id ?? 0)
  const context = {
    ...systemContext(companyId, `outreachRun-${row.runId}-${date}`),
    onBehalfOf: UserId.make(row.setUpBy),
  }
  const { purpose, templateId, listId, senderId } = row
  const parts = {
    campaignId,
    campaignType: textFacts.name,
    purpose,
    templateId,
    listId,
    senderId,
    startAt: null,
  } as const
  for (const name of campaignNames(row.name, date)) {
    const made = yield* storeCampaign(context, { ...parts, name })
    if (made.status === creationStatus.duplicateName) continue
    if (made.status === creationStatus.noEligible) return { reason: "noOne" } satisfies Made
    if ("message" in made) return { reason: (made.field && reasonAt[made.field]) ?? "other" } satisfies Made
    // Who set the run up is one person: to a long list, someone else confirms each campaign of it.
    const confirmation = {
      by: context.onBehalfOf,
      confirms: false,
      listId,
      ...(yield* readConfirmation(companyId, listId)),
    }
    yield* commandCampaign(context, campaignId, { _tag: "LaunchCampaign", now: yield* isoNow, confirmation })
    return { campaignId } satisfies Made
  }
  return { reason: "other" } satisfies Made
})

/** A launch that the company's contract does not allow leaves no campaign behind. */
const orReason = <R>(companyId: CompanyId, effect: Effect.Effect<Made, Problem, R>) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    return yield* company(companyId)(sql.withTransaction(effect)).pipe(
      Effect.catch((failure) =>
        Effect.succeed<Made>({ reason: failure.problem === "NotAllowedNow" ? "contract" : "other" }),
      ),
    )
  })

const launch = Effect.fnUntraced(function* (companyId: CompanyId, row: OutreachRunRow, due: PlannedDate, may: boolean) {
  const { runId } = row
  const context = {
    ...systemContext(companyId, `outreachRun-${runId}-${due.date}`),
    onBehalfOf: UserId.make(row.setUpBy),
  }
  const dated = { date: due.date, dueAt: due.at }
  const made: Made = may ? yield* orReason(companyId, makeCampaign(companyId, row, due)) : { reason: "rights" }
  yield* commandOutreachRun(
    context,
    runId,
    "campaignId" in made
      ? { _tag: "LaunchOccurrence", ...dated, campaignId: made.campaignId }
      : { _tag: "FailOccurrence", ...dated, reason: made.reason },
  )
})

/**
 * Decides what is due of a run: at most one campaign is made and launched, and what is too late is marked as missed, all
 * or nothing, in one transaction that holds the run’s row. A list that an import still fills waits for the next look,
 * until the date is too late. Ends the run when no date is left.
 */
export const settleOutreachRun = Effect.fn("settleOutreachRun")(function* (companyId: CompanyId, runId: OutreachRunId) {
  const { everyCompany } = yield* Database
  const now = yield* isoNow
  // Of all companies: a Super Admin who set a run up belongs to another one.
  yield* everyCompany(
    Effect.gen(function* () {
      const row = yield* heldRow(companyId, runId)
      if (row === undefined) return
      const { missed, due } = dueOf(row, row, now)
      const context = systemContext(companyId, `outreachRun-${runId}-${now}`)
      for (const { date, at } of missed)
        yield* commandOutreachRun(context, runId, { _tag: "MissOccurrence", date, dueAt: at })
      if (due !== undefined && (yield* readList(companyId, row.listId))?.isBeingImported !== true)
        yield* launch(companyId, row, due, yield* maySend(companyId, row.setUpBy))
      else if (due === undefined && nextOf(row, row, now) === undefined)
        yield* commandOutreachRun(context, runId, { _tag: "EndOutreachRun", now })
    }),
  )
})
