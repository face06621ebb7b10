import { Effect } from "effect"
import { CampaignId, type CompanyId } from "#schemas/ids.ts"
import type { CampaignFacts } from "#schemas/outreach/campaign.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { CommandContext } from "#server/handle.ts"
import type { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { commandCampaign } from "./campaign.commands.ts"
import { campaignProjection } from "./campaign.projection.ts"

/** The next number of a campaign or template; joins the open transaction. */
export const nextId = Effect.fnUntraced(function* (sequence: "campaign_ids" | "template_ids") {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ id: number }>`select nextval(${sequence}::regclass)::int as id`)
  return row?.id ?? (yield* Effect.die(`The sequence ${sequence} gave no id`))
})

/** A name as it is wished for, or with the first number behind it that makes it free; joins the open transaction. */
export const freeName = Effect.fnUntraced(function* (
  companyId: CompanyId,
  projection: typeof campaignProjection | typeof templateProjection,
  wanted: string,
) {
  const { sql } = yield* Database
  const rows = yield* Effect.orDie(sql<{ name: string }>`
    select lower(row ->> 'name') as name from read_models
    where company_id = ${companyId} and ${rowsOf(sql, "read_models", projection)} and state <> 'deleted'
      and starts_with(lower(row ->> 'name'), ${wanted.toLowerCase()})`)
  const taken = new Set(rows.map(({ name }) => name))
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`
  return name
})

/** What an ongoing campaign is made of; one whose number is not given gets the next one. */
type Ongoing = Pick<CampaignFacts, "name" | "purpose" | "templateId" | "templateVersion" | "senderId"> &
  Partial<Pick<CampaignFacts, "campaignId" | "campaignType">>

/**
 * Makes a campaign that takes people one at a time, for texts where nothing else is said, and launches it; gives its
 * number. A taken name gets a number behind it. Joins the open transaction. Fails as a campaign of that number and
 * company does.
 */
export const launchOngoing = Effect.fn("launchOngoing")(function* (
  context: CommandContext,
  { name: wanted, campaignId: given, campaignType = textFacts.name, ...parts }: Ongoing,
) {
  const campaignId = given ?? CampaignId.make(yield* nextId("campaign_ids"))
  const name = yield* freeName(context.actingCompanyId, campaignProjection, wanted)
  const now = yield* isoNow
  yield* commandCampaign(context, campaignId, {
    _tag: "CreateCampaign",
    campaign: { ...parts, campaignId, name, campaignType, listId: null, startAt: null },
  })
  yield* commandCampaign(context, campaignId, { _tag: "LaunchCampaign", now })
  return campaignId
})
