import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Struct } from "effect"
import type { CampaignId } from "#schemas/ids.ts"
import type { RecipientState } from "#schemas/outreach/recipient.ts"
import { reportedShares, type ReportedPerson, type ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { reasonWords } from "#server/reporting/exports/exportTable.rule.ts"
import { recipientStatus } from "#server/outreach/recipients/recipientStatus.queries.ts"
import { callsOf } from "#server/outreach/recipients/personCalls.queries.ts"
import { readWhy } from "#server/outreach/recipients/why.queries.ts"
import { repliesOf } from "#server/people/answers/answer.queries.ts"
import { Database } from "#server/store/Database.ts"
import { limitOf } from "#server/store/ordering.ts"
import { notSaid, optOutIdOf } from "./breakdowns.rule.ts"
import { lastOptOut, readNames, readOptedOut } from "./reportTables.queries.ts"
import { inScope, type Scope } from "./scope.queries.ts"

/** Which of the people of a scope are listed, and after whom: the newest campaign's first. */
export type PeoplePage = {
  readonly share: ReportedShare | undefined
  readonly reason: string | undefined
  readonly after: { readonly campaignId: number; readonly recipientId: number } | undefined
  readonly pageSize: number
}

/** The condition for the people of a share, as `isInShare` says it of one person. */
const ofShare = (sql: PgClient, share: ReportedShare) => {
  const wanted: { readonly statuses?: ReadonlyArray<string>; readonly accepted?: boolean } = reportedShares[share]
  const { status } = recipientStatus(sql)
  return sql.and([
    wanted.statuses === undefined ? sql`true` : sql`${status} in ${sql.in(wanted.statuses)}`,
    wanted.accepted === undefined ? sql`true` : sql`(r.sent_at is not null) = ${wanted.accepted}`,
  ])
}

/** The condition for one of the reasons that a report counts. */
const forReason = Effect.fnUntraced(function* (scope: Scope, share: ReportedShare | undefined, reason: string) {
  const { sql } = yield* Database
  if (share !== "optedOut") {
    const { status } = recipientStatus(sql)
    const code = sql`case when ${status} = 'stoppedBefore' then 'optedOut' else coalesce(r.reason, ${notSaid}) end`
    return sql`${status} in ('excluded', 'stoppedBefore', 'failed') and ${code} = ${reason}`
  }
  const said = (yield* readOptedOut(scope)).filter((one) => optOutIdOf(one) === reason)
  return sql`exists (
    select 1 from (select 1) one left join lateral ${lastOptOut(sql)} o on true
    join jsonb_to_recordset(${sql.json(said)}) as s (source text, said text)
      on s.source is not distinct from o.source and s.said is not distinct from o.said)`
})

type Row = Omit<ReportedPerson, "campaign" | "channel" | "heldUntil" | "why" | "updatedOn" | "state"> & {
  readonly campaignId: CampaignId
  readonly state: RecipientState
  readonly heldUntil: Date | null
  readonly updatedOn: Date
}

/** The people behind a number of a report, a page at a time; `count` is how many there are in all. */
export const readReportedPeople = Effect.fn("reporting.readReportedPeople")(function* (scope: Scope, page: PeoplePage) {
  const { sql, read, company } = yield* Database
  const { share, reason, after, pageSize } = page
  const chosen = sql.and([
    yield* inScope(scope),
    share === undefined ? sql`true` : ofShare(sql, share),
    reason === undefined ? sql`true` : yield* forReason(scope, share, reason),
  ])
  const further =
    after === undefined
      ? sql`true`
      : sql`(r.campaign_id < ${after.campaignId} or (r.campaign_id = ${after.campaignId} and r.recipient_id > ${after.recipientId}))`
  const rows = yield* read(
    scope.companyId,
    sql<Row>`
      with wanted as materialized (
        select r.* from recipients r where ${chosen} and ${further}
        order by r.campaign_id desc, r.recipient_id ${limitOf(sql, pageSize)})
      select r.campaign_id as "campaignId", r.recipient_id as "recipientId",
        trim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')) as patient, coalesce(r.phone, '') as phone,
        r.state, case when r.state = 'optedOut' and r.sent_at is null then 'optedOut' else r.reason end as reason,
        r.held_until as "heldUntil", r.zone, r.updated_at as "updatedOn", null as booked,
        ${repliesOf(sql)} as replies, ${callsOf(sql)} as calls
      from wanted r left join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
      order by r.campaign_id desc, r.recipient_id`,
  )
  const [counted] = after === undefined ? yield* read(scope.companyId, countOf(sql, chosen)) : []
  const names = yield* readNames(scope.companyId, [...new Set(rows.map(({ campaignId }) => campaignId))])
  const known = new Map(names.map((one) => [one.campaignId, one]))
  const shown = rows.slice(0, pageSize)
  const stored = (row: Row) => ({ ...row, channel: known.get(row.campaignId)?.channel ?? textFacts.name })
  const whyOf = yield* company(scope.companyId)(readWhy(sql, scope.companyId, shown.map(stored)))
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    people: shown.map(stored).map(({ updatedOn, ...row }): ReportedPerson => {
      const { campaignHashedId: hashedId = null, name = "" } = known.get(row.campaignId) ?? {}
      return {
        ...Struct.omit(row, ["campaignId"]),
        campaign: { hashedId, name },
        reason: reasonWords(row.channel, row.state, row.reason) || null,
        heldUntil: row.state === "held" ? (row.heldUntil?.toISOString() ?? null) : null,
        why: whyOf(row),
        updatedOn: updatedOn.toISOString(),
      }
    }),
    next: last === undefined ? undefined : `${last.campaignId}-${last.recipientId}`,
    count: counted?.people,
  }
})

const countOf = (sql: PgClient, chosen: ReturnType<PgClient["and"]>) =>
  sql<{ readonly people: number }>`select count(*)::int as people from recipients r where ${chosen}`
