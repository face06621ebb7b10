import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { recipientStates, type Recipient, type RecipientState } from "#schemas/outreach/recipient.ts"
import type { recipientList } from "#schemas/outreach/recipientFilter.ts"
import { startsWith } from "#server/people/patients/patientRanges.queries.ts"
import { patientSearch, type Beginnings } from "#server/people/patients/patientSearch.rule.ts"
import { isBookedByLink } from "#server/scheduling/appointments/booked.queries.ts"
import { repliesOf } from "#server/people/answers/answer.queries.ts"
import { Database } from "#server/store/Database.ts"
import { limitOf, ordered } from "#server/store/ordering.ts"
import { callsOf } from "./personCalls.queries.ts"
import { readWhy } from "./why.queries.ts"
import { isChosen, isSearched, type Chosen } from "./chosenRecipients.queries.ts"

type RecipientPageRow = {
  readonly recipient_id: number
  readonly name: string
  readonly phone: string | null
  readonly state: RecipientState
  readonly reason: string | null
  readonly held_until: Date | null
  readonly channel: ChannelName
  readonly zone: string
  readonly updated_at: Date
  readonly booked: Recipient["booked"]
  readonly replies: Recipient["replies"]
  readonly calls: Recipient["calls"]
}

/** Which people of a campaign, and how many. */
export type RecipientPage = Chosen & {
  readonly after: number | undefined
  readonly pageSize: number
  /** A column with `-` before it descending; without one people stand as on their list, or by name where they are looked for. */
  readonly sort?: string | undefined
  readonly search?: string | undefined
  /** ISO country of the company, for numbers without a country's code. */
  readonly country: string
}

/** By which columns people may be ordered: states as they follow each other, answers by when the first came. */
const ordering = {
  columns: {
    person: ["p.last_key", "p.first_key"],
    state: [`array_position('{${recipientStates.join(",")}}', r.state)`, "coalesce(r.reason, '')"],
    reply: "coalesce(r.replied_at, r.opted_out_at, '-infinity')",
    updated: "r.updated_at",
  } satisfies Record<(typeof recipientList.columns)[number], string | ReadonlyArray<string>>,
  id: "r.recipient_id",
}

/** People by what they are narrowed to and looked for by, in the order that is asked for. */
const chosenPage = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId, page: RecipientPage) => {
  const { search = "", sort = "", after, country } = page
  const people = sql`from recipients r join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId}`
  const { beyond, by } = ordered(sql, ordering, { sort, after }, (id) => sql`${people} and r.recipient_id = ${id}`)
  return sql`select r.recipient_id ${people} and ${isChosen(sql, page)}
      ${search.trim() === "" ? sql`` : sql`and ${isSearched(sql, companyId, search, country)}`} ${beyond}
    order by ${by} ${limitOf(sql, page.pageSize)}`
}

/** People who are looked for, by name where no other order is asked for: patients in the order of an index, each looked up in the campaign. */
const searchedPage = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId, page: RecipientPage) => {
  const ofCompany = sql`p.company_id = ${companyId}`
  const after =
    page.after === undefined
      ? sql`true`
      : sql`(p.last_key, p.first_key, p.patient_id) > (
              select last_key, first_key, patient_id from patients
              where company_id = ${companyId} and patient_id = (
                select patient_id from recipients
                where company_id = ${companyId} and campaign_id = ${campaignId} and recipient_id = ${page.after}))`
  const alternative = (fits: Beginnings) => sql`(
    select found.recipient_id, p.last_key, p.first_key, p.patient_id from patients p
    cross join lateral (
      select r.recipient_id from recipients r
      where r.patient_id = p.patient_id and r.campaign_id = ${campaignId} and r.company_id = ${companyId}
        and ${isChosen(sql, page)} offset 0) found
    where ${sql.and([ofCompany, after, ...startsWith(sql, fits)])}
    order by p.last_key, p.first_key, p.patient_id ${limitOf(sql, page.pageSize)})`
  const all = patientSearch(page.search ?? "", page.country).map(alternative)
  return sql`
    select recipient_id from (${all.reduce((one, other) => sql`${one} union ${other}`)}) every_one
    order by last_key, first_key, patient_id ${limitOf(sql, page.pageSize)}`
}

/** The statement of one page, with one row more than it holds. */
export const recipientPage = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId, page: RecipientPage) => {
  const isByName = page.search !== undefined && page.search.trim() !== "" && page.sort === undefined
  const wanted = isByName ? searchedPage : chosenPage
  const order = isByName
    ? sql`p.last_key, p.first_key, p.patient_id`
    : ordered(sql, ordering, { sort: page.sort ?? "", after: undefined }, () => sql``).by
  return sql<RecipientPageRow>`
    with wanted as materialized (${wanted(sql, companyId, campaignId, page)}),
    bookings as materialized (
      select distinct on (1) b.recipient_id,
        jsonb_build_object('startsAt', b.starts_at, 'zone', b.row ->> 'zone') as booked
      from read_models b
      where b.company_id = ${companyId} and ${isBookedByLink(sql)} and b.campaign_id = ${campaignId}
      order by 1, b.id desc)
    select r.recipient_id, trim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')) as name, r.phone, r.state,
      case when r.state = 'optedOut' and r.sent_at is null then 'optedOut' else r.reason end as reason,
      r.held_until, n.channel, r.zone, r.updated_at, bookings.booked,
      ${repliesOf(sql)} as replies, ${callsOf(sql)} as calls
    from wanted join recipients r
      on r.company_id = ${companyId} and r.campaign_id = ${campaignId} and r.recipient_id = wanted.recipient_id
    join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
    join senders n on n.company_id = c.company_id and n.sender_id = c.sender_id
    left join bookings on bookings.recipient_id = r.recipient_id
    left join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
    order by ${order}`
}

/** One page of a campaign's people with their answers; `next` is the recipient to go on after. No search reads them all. */
export const readRecipients = Effect.fn("readRecipients")(function* (
  companyId: CompanyId,
  campaignId: CampaignId,
  page: RecipientPage,
) {
  const { sql, company } = yield* Database
  const stored = ({ recipient_id: recipientId, reason, held_until: heldUntil, channel }: RecipientPageRow) => ({
    ...{ campaignId, recipientId, channel, reason, heldUntil },
  })
  const { rows, whyOf } = yield* company(companyId)(
    Effect.gen(function* () {
      const rows = yield* recipientPage(sql, companyId, campaignId, page)
      return { rows, whyOf: yield* readWhy(sql, companyId, rows.map(stored)) }
    }),
  )
  const recipients = rows.slice(0, page.pageSize).map((row): Recipient => ({
    recipientId: row.recipient_id,
    patient: row.name,
    phone: row.phone ?? "",
    state: row.state,
    reason: row.reason,
    heldUntil: row.state === "held" ? (row.held_until?.toISOString() ?? null) : null,
    why: whyOf(stored(row)),
    zone: row.zone,
    updatedOn: row.updated_at.toISOString(),
    booked: row.booked,
    replies: row.replies,
    calls: row.calls,
  }))
  return { recipients, next: rows.length > page.pageSize ? recipients.at(-1)?.recipientId : undefined }
})
