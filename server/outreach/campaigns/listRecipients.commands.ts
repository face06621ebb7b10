import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CampaignId, CompanyId, ListId } from "#schemas/ids.ts"
import type { RecipientList } from "#schemas/outreach/campaign.ts"
import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { problem } from "#schemas/problem.ts"
import { makeList, nextListId } from "#server/people/lists/list.queries.ts"
import { hasBooked } from "#server/scheduling/appointments/booked.queries.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readCampaign } from "./campaign.queries.ts"

/** A list's name has 80 characters at most; what a list of people adds to their campaign's takes the rest. */
const nameLetters = 64

/** Which people of a campaign a list is made of: the condition for `recipients r`, what it adds to the name, and why there is none. */
type Chosen = {
  readonly named: "failed" | "not booked"
  readonly who: (sql: PgClient, channel: ChannelFacts) => Fragment
  readonly none: string
}

/** The first name after the campaign that no list has. */
const freeName = Effect.fnUntraced(function* (companyId: CompanyId, campaignName: string, { named }: Chosen) {
  const { sql } = yield* Database
  const base = `${campaignName.slice(0, nameLetters)}: ${named}`
  const rows = yield* sql<{ name: string }>`
    select lower(name) as name from patient_lists
    where company_id = ${companyId} and lower(name) like lower(${base.replaceAll(/[\\%_]/g, "\\$&")}) || '%'`
  const taken = new Set(rows.map(({ name }) => name))
  let name = base
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base} ${number}`
  return name
})

/** Puts the chosen people on a list, with the variables of the list that they come from; gives how many. */
type Filling = {
  readonly campaignId: CampaignId
  readonly listId: ListId
  readonly from: ListId
  readonly channel: ChannelFacts
}
const fill = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { campaignId, listId, from, channel }: Filling,
  { who }: Chosen,
) {
  const { sql } = yield* Database
  const [row] = yield* sql<{ people: number }>`
    with chosen as (
      insert into list_members (company_id, list_id, patient_id)
      select distinct r.company_id, ${listId}::int, r.patient_id
      from recipients r join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
      where r.company_id = ${companyId} and r.campaign_id = ${campaignId} and ${who(sql, channel)}
      returning 1),
    variables as (
      insert into list_variables (company_id, list_id, name)
      select company_id, ${listId}::int, name from list_variables where company_id = ${companyId} and list_id = ${from})
    update patient_lists set people = (select count(*) from chosen)
    where company_id = ${companyId} and list_id = ${listId} returning people`
  return row?.people ?? 0
})

/** Makes a list of some people of a campaign, named after it. Fails with `NotAllowedNow` where there are none. */
const listOf = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId, chosen: Chosen) {
  const { company } = yield* Database
  const { name: campaignName, listId: from, campaignType } = yield* orNotFound(readCampaign(companyId, campaignId))
  if (from === null) return yield* Effect.fail(problem("NotAllowedNow", "This campaign has no list."))
  const at = yield* isoNow
  return yield* company(companyId)(
    Effect.gen(function* () {
      const listId = yield* nextListId()
      yield* makeList(companyId, { listId, name: yield* freeName(companyId, campaignName, chosen), at })
      const people = yield* fill(companyId, { campaignId, listId, from, channel: factsOf(campaignType) }, chosen)
      if (people === 0) return yield* Effect.fail(problem("NotAllowedNow", chosen.none))
      return { listId, people } satisfies RecipientList
    }),
  )
})

/**
 * Makes a list of the people whose text failed and may arrive at another try, named after the campaign. Those whose
 * number no later text reaches (a landline, a number that is not in service, an opt-out with the carrier) are left
 * out. Fails with `NotAllowedNow` where no one is left.
 */
export const listFailed = Effect.fn("listFailed")((companyId: CompanyId, campaignId: CampaignId) =>
  listOf(companyId, campaignId, {
    named: "failed",
    who: (sql, { lastingCodes }) =>
      sql`r.state = 'failed' and coalesce(r.reason, '') not in (select jsonb_array_elements_text(${sql.json(lastingCodes)}))`,
    none: "No text of this campaign failed in a way that another try can mend. Correct the numbers and upload the list again.",
  }),
)

/**
 * Makes a list of the people who were texted and have not booked by the link of the text, named after the campaign.
 * Who opted out since is left out. Fails with `NotAllowedNow` where everyone booked.
 */
export const listNotBooked = Effect.fn("listNotBooked")((companyId: CompanyId, campaignId: CampaignId) =>
  listOf(companyId, campaignId, {
    named: "not booked",
    who: (sql) => sql`r.state in ('sent', 'delivered', 'replied') and not ${hasBooked(sql)}`,
    none: "Everyone who got the text of this campaign has booked, or no one got it yet.",
  }),
)
