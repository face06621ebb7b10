import { Effect, Option, Stream } from "effect"
import { limits } from "#schemas/constants.ts"
import { problem } from "#schemas/problem.ts"
import type { ExportRow } from "#server/domain/reporting/exportTable.ts"
import { Database } from "#server/store/Database.ts"
import { inScope, type Scope } from "./reportTables.ts"

/** Rows read at once: each page is a short transaction, so a slow download holds nothing. */
const pageRows = 2_000

type PageRow = ExportRow & { readonly campaignId: number; readonly recipientId: number }

const readPage = Effect.fn("reporting.readPage")(function* (
  scope: Scope,
  after: { readonly campaignId: number; readonly recipientId: number },
) {
  const { sql, company } = yield* Database
  const condition = yield* inScope(scope)
  const millis = (column: string) => sql`(extract(epoch from r.${sql.literal(column)}) * 1000)::float8`
  return yield* company(scope.companyId)(
    sql<PageRow>`
      select r.campaign_id as "campaignId", r.recipient_id as "recipientId", coalesce(c.row ->> 'name', '') as campaign,
             p.external_id as "externalId", coalesce(p.first_name, '') as "firstName", coalesce(p.last_name, '') as "lastName",
             r.phone, r.state, r.reason, r.segments, r.zone,
             ${millis("sent_at")} as "sentAt", ${millis("delivered_at")} as "deliveredAt",
             case when r.state = 'failed' then ${millis("updated_at")} end as "failedAt",
             ${millis("replied_at")} as "repliedAt", ${millis("opted_out_at")} as "optedOutAt"
      from recipients r
      left join patients p on p.company_id = ${scope.companyId} and p.patient_id = r.patient_id
      left join read_models c on c.company_id = ${scope.companyId} and c.category = 'campaign.v1' and c.id = r.campaign_id
      where ${condition} and (r.campaign_id, r.recipient_id) > (${after.campaignId}, ${after.recipientId})
      order by r.campaign_id, r.recipient_id limit ${pageRows}`,
  )
})

/** How many people an export has; fails with Invalid when they are more than `most`, too many for one file. */
export const countRows = Effect.fn("reporting.countRows")(function* (scope: Scope, most: number = limits.exportRows) {
  const { sql, company } = yield* Database
  const condition = yield* inScope(scope)
  const [row] = yield* company(scope.companyId)(
    sql<{ rows: number }>`select count(*)::float8 as rows from recipients r where ${condition}`,
  )
  const rows = row?.rows ?? 0
  if (rows <= most) return rows
  const [allowed, found] = [most, rows].map((count) => count.toLocaleString("en"))
  return yield* Effect.fail(
    problem(
      "Invalid",
      `An export holds at most ${allowed} people, this one would have ${found}. Choose a shorter range or one campaign.`,
    ),
  )
})

/** The people of an export in pages, oldest campaign first, each in the state it has when its page is read. */
export const exportPages = (scope: Scope): Stream.Stream<ReadonlyArray<ExportRow>, never, Database> =>
  Stream.paginate({ campaignId: 0, recipientId: 0 }, (after) =>
    Effect.map(readPage(scope, after), (rows) => {
      const last = rows.at(-1)
      const next = last === undefined || rows.length < pageRows ? Option.none() : Option.some(last)
      return [rows.length === 0 ? [] : [rows], next] as const
    }),
  )
