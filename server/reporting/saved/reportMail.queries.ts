import { Effect } from "effect"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import type { LinkedReport, SavedViewId, ShownDays } from "#schemas/reporting/savedView.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** Which mail of a saved view is meant: one for each view, recipient and date. */
export type ReportMailJob = {
  readonly companyId: CompanyId
  readonly viewId: SavedViewId
  readonly userId: UserId
  /** `YYYY-MM-DD` in the company's zone. */
  readonly date: string
}

/** Keeps the mails of a view on a date, for its recipients; in the transaction of the event that says so. */
export const keepDueMails = Effect.fnUntraced(function* (
  { companyId, viewId, date }: Omit<ReportMailJob, "userId">,
  people: ReadonlyArray<UserId>,
  { search, startDate, endDate }: LinkedReport,
) {
  const { sql } = yield* Database
  const at = yield* isoNow
  yield* Effect.orDie(sql`
    insert into report_mails (company_id, view_id, user_id, date, search, start_date, end_date, state, at)
    select ${companyId}, ${viewId}, user_id, ${date}::date, ${sql.json(search)}, ${startDate}::date, ${endDate}::date, 'due',
      ${at}::timestamptz
    from unnest(${integers(people)}::int[]) as user_id`)
})

/** The mails that wait, of all companies. */
export const readDueMails = Effect.flatMap(Database, ({ sql, readEveryCompany }) =>
  readEveryCompany(sql<ReportMailJob>`
    select company_id as "companyId", view_id as "viewId", user_id as "userId", date::text as date
    from report_mails where state = 'due' order by at`),
)

/** A mail that waits, with what it says; who may receive it is looked at by the one who asks. */
export type DueMail = ShownDays & {
  readonly to: string
  readonly name: string
  /** Whether the view is still there and meant for this person, and no later time of it came since. */
  readonly isWanted: boolean
}

/** A mail that waits; undefined where it was sent already. */
export const readDueMail = Effect.fnUntraced(function* ({ companyId, viewId, userId, date }: ReportMailJob) {
  const { sql, company } = yield* Database
  const [mail] = yield* company(companyId)(sql<DueMail>`
    select a.email as to, v.row ->> 'name' as name, m.start_date::text as "startDate", m.end_date::text as "endDate",
      v.state = 'saved' and v.row -> 'recipients' @> to_jsonb(m.user_id)
        and m.date = (v.row ->> 'lastDate')::date as "isWanted"
    from report_mails m join accounts a on a.user_id = m.user_id
      join read_models v on v.company_id = m.company_id and v.category = 'savedView' and v.id = m.view_id
    where m.company_id = ${companyId} and m.view_id = ${viewId} and m.user_id = ${userId} and m.date = ${date}::date
      and m.state = 'due'`)
  return mail
})

/** Keeps what the secret of a mail's link is known by; a link that an earlier try mailed works no longer. */
export const keepLink = Effect.fnUntraced(function* (
  { companyId, viewId, userId, date }: ReportMailJob,
  hash: string,
  expiresAt: string,
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    update report_mails set link_hash = ${hash}, expires_at = ${expiresAt}::timestamptz
    where company_id = ${companyId} and view_id = ${viewId} and user_id = ${userId} and date = ${date}::date`)
})

/** Keeps what became of a mail; false where that was known already. */
export const endMail = Effect.fnUntraced(function* (
  { companyId, viewId, userId, date }: ReportMailJob,
  state: "sent" | "dropped" | "failed",
) {
  const { sql, company } = yield* Database
  const ended = yield* company(companyId)(sql`
    update report_mails set state = ${state}
    where company_id = ${companyId} and view_id = ${viewId} and user_id = ${userId} and date = ${date}::date
      and state = 'due' returning 1`)
  return ended.length > 0
})

/** What is known of a mailed link, of whichever company. */
export type FoundLink = LinkedReport & {
  readonly companyId: CompanyId
  readonly viewId: SavedViewId
  readonly date: string
  readonly isExpired: boolean
  readonly isDeleted: boolean
}

/** A mailed link by the hash of its secret; undefined where no mail has it. */
export const findLink = Effect.fnUntraced(function* (hash: string) {
  const { sql, everyCompany } = yield* Database
  const now = yield* isoNow
  const [link] = yield* everyCompany(sql<FoundLink>`
    select m.company_id as "companyId", m.view_id as "viewId", m.date::text as date, m.search,
      m.start_date::text as "startDate", m.end_date::text as "endDate",
      m.expires_at <= ${now}::timestamptz as "isExpired", v.state = 'deleted' as "isDeleted"
    from report_mails m join read_models v on v.company_id = m.company_id and v.category = 'savedView' and v.id = m.view_id
    where m.link_hash = ${hash}`)
  return link
})
