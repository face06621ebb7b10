import { Effect, Option, Stream } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { limits } from "#schemas/constants.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { CampaignId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { ResponseRow } from "#server/outreach/responseFiles/responseFile.rule.ts"
import { replyColumns, type ExportRow } from "./exportTable.rule.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { callsOf } from "#server/outreach/recipients/personCalls.queries.ts"
import { recipientStatus } from "#server/outreach/recipients/recipientStatus.queries.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { campaignChannel } from "#server/outreach/campaigns/campaignChannel.queries.ts"
import { inScope, type Scope } from "#server/reporting/report/scope.queries.ts"

/** Rows read at once: each page is a short transaction of its own. The embedded engine works alone, so a larger page makes others wait longer. */
const pageRows = 500

/** A campaign with people in an export, how many, and the last of them: who is added while the file is made stays out. */
type Part = {
  readonly campaignId: CampaignId
  readonly campaign: string
  readonly channel: ChannelName
  readonly last: number
  readonly rows: number
}
type PageRow = Omit<ResponseRow, "campaign" | "channel"> & { readonly recipientId: number }

/** How pages are read: how many rows at once, and whether with what only response files hold. */
type Reading = { readonly rows: number; readonly detailed: boolean }
const plain: Reading = { rows: pageRows, detailed: false }

/** The campaigns of an export and their people, in one look at all of them. */
export const readParts = Effect.fn("reporting.readParts")(function* (scope: Scope) {
  const { sql, company } = yield* Database
  const condition = yield* inScope(scope)
  return yield* company(scope.companyId)(
    sql<Part>`
      select found.campaign_id as "campaignId", coalesce(c.row ->> 'name', '') as campaign, found.last, found.rows,
             ${campaignChannel(sql, { company: sql`${scope.companyId}::int`, campaign: sql`found.campaign_id` })} as channel
      from (select r.campaign_id, max(r.recipient_id)::float8 as last, count(*)::float8 as rows from recipients r where ${condition} group by 1) found
      left join read_models c
        on c.company_id = ${scope.companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.id = found.campaign_id
      order by 1`,
  )
})

/** One page of one campaign, found by its key: the page is cut first and joined then. */
const readPage = Effect.fn("reporting.readPage")(function* (
  scope: Scope,
  { after, last, channel }: { readonly after: number; readonly last: number; readonly channel: ChannelName },
  reading: Reading,
) {
  const { sql, company } = yield* Database
  const condition = yield* inScope(scope)
  const { status, deliveredAt, failedAt, repliedAt, optedOutAt } = recipientStatus(sql)
  const millis = (at: Fragment) => sql`(extract(epoch from ${at}) * 1000)::float8`
  const calls = channel === callChannel ? callsOf(sql) : sql`'[]'::jsonb`
  const details = reading.detailed
    ? sql`, p.language, p.zip, p.custom, r.attempts, (
        select jsonb_object_agg(x.name, x.value order by x.inbound_id) from rule_replies x
        where x.company_id = r.company_id and x.campaign_id = r.campaign_id and x.recipient_id = r.recipient_id
          and x.outcome = 'setValue') as replied`
    : sql``
  return yield* company(scope.companyId)(
    sql<PageRow>`
      with page as materialized (
        select * from recipients r where ${condition} and r.recipient_id > ${after} and r.recipient_id <= ${last}
        order by r.company_id, r.campaign_id, r.recipient_id limit ${reading.rows})
      select r.recipient_id as "recipientId", p.external_id as "externalId", coalesce(p.first_name, '') as "firstName",
             coalesce(p.last_name, '') as "lastName", r.phone, ${status} as status, r.reason, r.segments, r.zone,
             case when r.sent_at is null then '{}'::text[] else array(
               select i.body from inbound_messages i
               where i.company_id = r.company_id and i.phone = r.phone and i.campaign_id = r.campaign_id
                 and i.recipient_id = r.recipient_id
               order by i.inbound_id limit ${replyColumns}) end as replies,
             ${millis(sql`r.sent_at`)} as "sentAt", ${millis(deliveredAt)} as "deliveredAt", ${millis(failedAt)} as "failedAt",
             ${millis(repliedAt)} as "repliedAt", ${millis(optedOutAt)} as "optedOutAt",
             ${calls} as calls ${details}
      from page r left join patients p on p.company_id = ${scope.companyId} and p.patient_id = r.patient_id
      order by r.recipient_id`,
  )
})

/** Fails with Invalid when an export has more people than `most`, too many for one file. */
export const refuseTooMany = (parts: ReadonlyArray<Part>, most: number = limits.exportRows) => {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  if (rows <= most) return Effect.void
  const [allowed, found] = [most, rows].map((count) => count.toLocaleString("en"))
  return Effect.fail(
    problem(
      "Invalid",
      `An export holds at most ${allowed} people, this one would have ${found}. Choose a shorter range or one campaign.`,
    ),
  )
}

const pagesOf = (scope: Scope, { campaignId, campaign, channel, last }: Part, reading: Reading) =>
  Stream.paginate(0, (after) =>
    Effect.map(readPage({ ...scope, campaignId }, { after, last, channel }, reading), (rows) => {
      const end = rows.at(-1)
      const next = end === undefined || rows.length < reading.rows ? Option.none() : Option.some(end.recipientId)
      const page: ReadonlyArray<ResponseRow> = rows.map((row) => ({ ...row, campaign, channel }))
      return [page.length === 0 ? [] : [page], next] as const
    }),
  )

const pagesWith = (scope: Scope, parts: ReadonlyArray<Part>, reading: Reading) =>
  Stream.flatMap(Stream.fromIterable(parts), (part) => pagesOf(scope, part, reading))

/** The people of an export in pages, oldest campaign first, each in the state it has when its page is read. */
export const exportPages = (
  scope: Scope,
  parts: ReadonlyArray<Part>,
): Stream.Stream<ReadonlyArray<ExportRow>, never, Database> => pagesWith(scope, parts, plain)

/** The people of a response file, with what only it holds. */
export const responsePages = (
  scope: Scope,
  parts: ReadonlyArray<Part>,
  rows = pageRows,
): Stream.Stream<ReadonlyArray<ResponseRow>, never, Database> => pagesWith(scope, parts, { rows, detailed: true })
