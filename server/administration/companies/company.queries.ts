import { Effect } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import {
  type companyList,
  type ActingCompany,
  type Company,
  type CompanySummary,
} from "#schemas/administration/company.ts"
import { type CompanyDraft } from "#schemas/administration/companyDraft.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { troubleOf } from "#server/outreach/campaigns/senderTrouble.queries.ts"
import { streamId } from "#server/decider.ts"
import { Database } from "#server/store/Database.ts"
import { companyProjection } from "./company.projection.ts"
import { containing, limitOf, ordered, pageOf, type ListPage } from "#server/store/ordering.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** A number that cannot send, as it is stored. */
type Stuck = {
  readonly senderId: number
  readonly channel: ChannelName
  readonly code: string
  readonly since: string
  readonly standIn: string | null
}
type StoredCompany = Omit<Company, "company" | "troubles"> &
  Company["company"] & { readonly stuck: ReadonlyArray<Stuck> }

const troublesOf = (stuck: ReadonlyArray<Stuck>): Company["troubles"] =>
  stuck.flatMap(({ senderId, channel, code, since, standIn }) => {
    const trouble = troubleOf(factsOf(channel), { code, since: new Date(since), standIn })
    return trouble === null ? [] : [{ senderId, ...trouble }]
  })

/** What a list says of a company, from `companies c`. */
const summary = (sql: PgClient) => sql`
  c.company_id as "companyId", c.hashed_id as "hashedId", c.name, c.code, c.status as state, c.timezone,
  c.contract_start::text as "contractStart", c.contract_end::text as "contractEnd",
  (select count(*)::int from accounts a where a.company_id = c.company_id) as people`

/** By which columns companies may be ordered; without a contract's end comes last. */
const ordering = {
  columns: {
    name: `lower(c.name) collate "C"`,
    code: `lower(c.code) collate "C"`,
    contractEnd: `coalesce(c.contract_end::text, '9999-12-31')`,
    people: `(select count(*) from accounts a where a.company_id = c.company_id)`,
  } satisfies Record<(typeof companyList.columns)[number], string>,
  id: "c.company_id",
}

/** Campaigns that keep a company from being deleted, as a condition on `campaign_runs r`. */
const isOpen = (sql: PgClient) => sql`r.state in ('unconfirmed', 'scheduled', 'running', 'paused')`

/** One page of all companies but deleted ones; `next` is the id to go on after. */
export const readCompanies = Effect.fn("readCompanies")(function* ({
  after,
  pageSize,
  search,
  state,
  sort = "name",
}: ListPage) {
  const { sql, everyCompany } = yield* Database
  const { beyond, by } = ordered(
    sql,
    ordering,
    { sort, after },
    (id) => sql`from companies c where c.company_id = ${id}`,
  )
  const rows = yield* everyCompany(sql<CompanySummary>`
    select ${summary(sql)}
    from companies c where c.status <> 'retired'
      ${search === undefined ? sql`` : sql`and (c.name ilike ${containing(search)} or c.code ilike ${containing(search)})`}
      ${state === undefined ? sql`` : sql`and c.status = ${state}`}
      ${beyond} order by ${by} ${limitOf(sql, pageSize)}`)
  return pageOf(rows, pageSize, ({ companyId }) => companyId)
})

/** A company by its number, deleted ones left out; absent when there is none. */
export const readCompany = Effect.fn("readCompany")(function* (companyId: CompanyId) {
  const { sql, everyCompany } = yield* Database
  const [row] = yield* everyCompany(sql<StoredCompany>`
    select ${summary(sql)}, c.country, c.languages, c.features as "selectedRolesList", c.addresses, c.holidays,
      c.text_countries as "textCountries", c.sending_from as "sendingFrom", c.sending_to as "sendingTo",
      c.calling_from as "callingFrom", c.calling_to as "callingTo", c.recording_days as "recordingDays", c.confirm_above as "confirmAbove",
      c.approved_only as "approvedOnly",
      c.pronunciations, coalesce(c.help_text, '') as "helpText",
      (select coalesce(jsonb_agg(jsonb_build_object('senderId', s.sender_id, 'e164', s.e164, 'label', s.label,
          'channel', s.channel, 'carrier', s.carrier, 'standIn', s.stand_in, 'segmentsPerSecond', s.segments_per_second, 'concurrentCalls', s.concurrent_calls) order by s.sender_id), '[]')
        from senders s where s.company_id = c.company_id) as senders,
      (select coalesce(jsonb_agg(jsonb_build_object('senderId', s.sender_id, 'channel', s.channel, 'code', s.trouble_code,
          'since', s.trouble_since, 'standIn', s.stand_in) order by s.sender_id), '[]')
        from senders s where s.company_id = c.company_id and s.trouble_code is not null) as stuck,
      (select count(*)::int from campaign_runs r
        where r.company_id = c.company_id and ${isOpen(sql)}) as "openCampaigns",
      (select coalesce(jsonb_agg(jsonb_build_object('accessId', held.id, 'people', held.people, 'first', held.names[1:3])
          order by held.id), '[]')
        from (select one.id, count(*)::int as people, array_agg(one.name order by lower(one.name) collate "C") as names
          from (select distinct a.user_id, a.display_name as name, unnest(a.access_ids || coalesce(
                (select array_agg(value::int) from read_models g, jsonb_array_elements_text(g.row -> 'accessIds')
                  where g.company_id = a.company_id and g.category = 'group' and g.state = 'active'
                    and g.id = any(a.group_ids)), '{}')) as id
              from accounts a where a.company_id = c.company_id and a.is_active) one
          where one.id = any(c.features) group by one.id) held) as holders,
      (select max(e.version) from events e
        where e.company_id = c.company_id and e.stream_id = ${streamId(companyProjection, companyId)}) as version,
      to_char(coalesce(c.updated_at, timestamptz '1970-01-01') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedOn"
    from companies c where c.company_id = ${companyId} and c.status <> 'retired'`)
  if (row === undefined) return undefined
  const { hashedId, state, version, updatedOn, people, openCampaigns, holders, stuck, companyId: _, ...company } = row
  return {
    companyId,
    hashedId,
    state,
    version,
    updatedOn,
    people,
    openCampaigns,
    holders,
    troubles: troublesOf(stuck),
    company,
  } satisfies Company
})

/** How many of a company's campaigns are scheduled, running or paused, as the command's transaction sees it. */
export const countOpenCampaigns = Effect.fn("countOpenCampaigns")(function* (companyId: CompanyId) {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(
    sql<{ open: number }>`
      select count(*)::int as open from campaign_runs r where r.company_id = ${companyId} and ${isOpen(sql)}`,
  )
  return row?.open ?? 0
})

/** The number of the company with a public id; absent for deleted ones too. */
export const findCompanyId = Effect.fn("findCompanyId")(function* (hashedId: string) {
  return (yield* findActing(hashedId))?.companyId
})

/** A company with what a Super Admin who works for it must know, by its public id; absent for deleted ones. */
export const findActing = Effect.fn("findActing")(function* (hashedId: string) {
  const { sql, everyCompany } = yield* Database
  const [row] = yield* everyCompany(sql<ActingCompany>`
    select company_id as "companyId", hashed_id as "hashedId", name, timezone
    from companies where hashed_id = ${hashedId} and status <> 'retired'`)
  return row
})

/** The company that has an address, by the address's public id. */
export const findAddress = Effect.fn("findAddress")(function* (hashedId: string) {
  const { sql, everyCompany } = yield* Database
  const [row] = yield* everyCompany(sql<{ company_id: CompanyId }>`
    select company_id from companies
    where status <> 'retired' and addresses @> ${sql.json([{ hashedId }])}::jsonb`)
  return row?.company_id
})

/** Writes what is set up for a company, new or changed; joins the command's transaction. A taken code is a `UniqueViolation`. */
export const writeCompany = (
  sql: PgClient,
  { companyId, hashedId, state, at }: { companyId: CompanyId; hashedId: string; state: string; at: string },
  draft: CompanyDraft,
) => sql`
  insert into companies (company_id, hashed_id, name, code, country, timezone, contract_start, contract_end, status,
    features, languages, addresses, holidays, text_countries, sending_from, sending_to, calling_from, calling_to, recording_days, confirm_above, approved_only, pronunciations,
    help_text, updated_at)
  values (${companyId}, ${hashedId}, ${draft.name}, ${draft.code}, ${draft.country}, ${draft.timezone},
    ${draft.contractStart}::date, ${draft.contractEnd}::date, ${state}, ${`{${draft.selectedRolesList.join(",")}}`}::integer[],
    ${sql.json(draft.languages)}, ${sql.json(draft.addresses)}, ${sql.json(draft.holidays)}, ${sql.json(draft.textCountries)}, ${draft.sendingFrom},
    ${draft.sendingTo}, ${draft.callingFrom}, ${draft.callingTo}, ${draft.recordingDays}, ${draft.confirmAbove}, ${draft.approvedOnly}, ${sql.json(draft.pronunciations)}, nullif(${draft.helpText}, ''), ${at}::timestamptz)
  on conflict (company_id) do update set name = excluded.name, code = excluded.code, country = excluded.country,
    timezone = excluded.timezone, contract_start = excluded.contract_start, contract_end = excluded.contract_end,
    status = excluded.status, features = excluded.features, languages = excluded.languages,
    addresses = excluded.addresses, holidays = excluded.holidays,
    text_countries = excluded.text_countries, sending_from = excluded.sending_from,
    sending_to = excluded.sending_to, calling_from = excluded.calling_from, calling_to = excluded.calling_to,
    recording_days = excluded.recording_days, confirm_above = excluded.confirm_above, approved_only = excluded.approved_only,
    pronunciations = excluded.pronunciations, help_text = excluded.help_text, updated_at = excluded.updated_at`

/** Where a company's lifecycle stands by now. */
export const writeCompanyState = (sql: PgClient, companyId: CompanyId, state: string, at: string) =>
  sql`update companies set status = ${state}, updated_at = ${at}::timestamptz where company_id = ${companyId}`
