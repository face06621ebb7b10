import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Struct } from "effect"
import { accessIds } from "#schemas/access.ts"
import { dayAt } from "#schemas/calendar.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { SavedViewFacts, SavedViewId, type ReportReader, type SavedView } from "#schemas/reporting/savedView.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { savedViewProjection, type SavedViewRow } from "./savedView.projection.ts"
import { daysOn, nextMail } from "./savedViewTimes.rule.ts"

const rowOf = readRow(savedViewProjection)

/** Those of a company who may see its reports now, by their rights in force (docs/policy.md#rights). */
const readersOf = (sql: PgClient, companyId: CompanyId) => sql<ReportReader>`
  select a.user_id as "userId", a.display_name as name
  from accounts a join companies c on c.company_id = a.company_id
  where a.company_id = ${companyId} and c.status = 'active' and a.is_active and not a.locked and ${accessIds.Report} = any(c.features)
    and (${accessIds.Report} = any(a.access_ids) or exists (
      select from read_models g where g.company_id = a.company_id and g.category = 'group' and g.state = 'active'
        and g.id = any(a.group_ids) and g.row -> 'accessIds' @> to_jsonb(${accessIds.Report}::int)))
  order by lower(a.display_name), a.user_id`

/** The people of a company who may see its reports, by name. */
export const readReportReaders = Effect.fn("readReportReaders")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  return yield* read(companyId, readersOf(sql, companyId))
})

type StoredView = {
  readonly row: unknown
  readonly hashedId: string
  readonly version: number
  readonly timezone: string
  readonly campaignName: string | null
  readonly notMailed: SavedView["notMailed"]
}

/** The name of the campaign that a view, the row `v`, is about; null where it is about all, and for a deleted one. */
const campaignOf = (sql: PgClient) => sql`(
  select r.row ->> 'name' from hashed_ids k
    join read_models r on r.company_id = k.company_id and ${rowsOf(sql, "r", campaignProjection)} and r.id = k.id
  where k.company_id = v.company_id and k.kind = 'campaign' and k.hashed_id = v.row -> 'search' ->> 'campaign'
    and r.state <> 'deleted')`

/** The views of a company, each with its campaign's name and who did not get its last mails. */
const views = (sql: PgClient, companyId: CompanyId) => sql`
  select v.row, h.hashed_id as "hashedId", v.stream_version as version, c.timezone,
    ${campaignOf(sql)} as "campaignName",
    (select jsonb_build_object('date', m.date::text, 'names', jsonb_agg(coalesce(a.display_name, 'User ' || m.user_id)))
     from report_mails m left join accounts a on a.user_id = m.user_id
     where m.company_id = v.company_id and m.view_id = v.id and m.state = 'failed' and m.date = (v.row ->> 'lastDate')::date
     group by m.date) as "notMailed"
  from read_models v ${withHashedId(sql, "v", savedViewProjection)} join companies c on c.company_id = v.company_id
  where v.company_id = ${companyId} and ${rowsOf(sql, "v", savedViewProjection)} and v.state <> 'deleted'`

const readAs =
  (now: string, readers: ReadonlyArray<ReportReader>) =>
  ({ row: stored, timezone, campaignName, ...known }: StoredView): SavedView => {
    const row = rowOf(stored)
    const left = readers.filter(({ userId }) => row.recipients.includes(userId))
    return {
      ...known,
      updatedOn: row.updatedOn,
      view: Struct.pick(row, Struct.keys(SavedViewFacts.fields)),
      campaignName: row.search["campaign"] === undefined ? null : (campaignName ?? ""),
      shown: daysOn(row, dayAt(Date.parse(now), timezone)),
      readers: left,
      next: nextMail(row, timezone, now) ?? null,
    }
  }

/** The saved views of a company by name. */
export const readSavedViews = Effect.fn("readSavedViews")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const now = yield* isoNow
  const readers = yield* readReportReaders(companyId)
  const stored = yield* read(
    companyId,
    sql<StoredView>`${views(sql, companyId)} order by lower(v.row ->> 'name') collate "C", v.id`,
  )
  return stored.map(readAs(now, readers))
})

/** A saved view of the company; fails with NotFound. */
export const foundSavedView = Effect.fn("foundSavedView")(function* (companyId: CompanyId, viewId: SavedViewId) {
  const { sql, read } = yield* Database
  const now = yield* isoNow
  const readers = yield* readReportReaders(companyId)
  const one = Effect.map(read(companyId, sql<StoredView>`${views(sql, companyId)} and v.id = ${viewId}`), ([stored]) =>
    stored === undefined ? undefined : readAs(now, readers)(stored),
  )
  return yield* orNotFound(one)
})

/** How many views a company has saved. */
export const countSavedViews = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ views: number }>`
      select count(*)::int as views from read_models
      where company_id = ${companyId} and category = 'savedView' and state <> 'deleted'`,
  )
  return row?.views ?? 0
})

/** The number of a new view. */
export const nextSavedViewId = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ id: number }>`select nextval('saved_view_ids'::regclass)::int as id`)
  return SavedViewId.make(row?.id ?? (yield* Effect.die("No number could be had for a saved view")))
})

/** A view that may have come due, with the zone of its company. */
export type ScheduledView = {
  readonly companyId: CompanyId
  readonly viewId: SavedViewId
  readonly version: number
  readonly timezone: string
  readonly row: SavedViewRow
}

/** The views of all companies that are mailed. */
export const readScheduledViews = Effect.gen(function* () {
  const { sql, readEveryCompany } = yield* Database
  const found = yield* readEveryCompany(sql<Omit<ScheduledView, "row"> & { readonly row: unknown }>`
    select v.company_id as "companyId", v.id as "viewId", v.stream_version as version, c.timezone, v.row
    from read_models v join companies c on c.company_id = v.company_id
    where v.category = 'savedView' and v.state = 'saved' and v.row ->> 'frequency' <> 'never' and c.status = 'active'`)
  return found.map((view): ScheduledView => ({ ...view, row: rowOf(view.row) }))
})

/** The row of a view with its company's zone, which stays until the end of the transaction: of two processes one waits here for the other. */
export const heldSavedView = Effect.fnUntraced(function* (companyId: CompanyId, viewId: SavedViewId) {
  const { sql } = yield* Database
  const [found] = yield* Effect.orDie(sql<{ row: unknown; timezone: string; isCampaignGone: boolean }>`
    select v.row, c.timezone,
      v.row -> 'search' ->> 'campaign' is not null and ${campaignOf(sql)} is null as "isCampaignGone"
    from read_models v join companies c on c.company_id = v.company_id
    where v.company_id = ${companyId} and v.category = 'savedView' and v.id = ${viewId} and v.state = 'saved'
    for update of v`)
  return found === undefined ? undefined : { ...found, row: rowOf(found.row) }
})

/** Those among some people who may be mailed a report now. */
export const readersAmong = Effect.fnUntraced(function* (companyId: CompanyId, people: ReadonlyArray<UserId>) {
  const readers = yield* readReportReaders(companyId)
  return readers.filter(({ userId }) => people.includes(userId)).map(({ userId }) => userId)
})
