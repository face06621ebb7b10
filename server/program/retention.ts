import { Cause, Clock, Effect, Layer, Schedule } from "effect"
import { dayMillis, retention } from "#schemas/constants.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { selectGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { Database } from "#server/store/Database.ts"
import type { Fragment } from "effect/sql/Statement"

/** How often it is looked for what has had its time. */
const tidyEvery = "1 hour"
/** So many rows go in one transaction: a long one would hold back every subscription. */
const batch = 5_000

/** What grows with use and is not the record, by its column `at`. The record is never removed. */
const periods = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const { reportDays, mailDays } = yield* everyCompany(selectGlobalSettings(sql))
  return {
    byProductTime: {
      commands: retention.commandMillis,
      reservations: retention.reservationMillis,
      user_notices: retention.noticeMillis,
      test_calls: retention.testCallMillis,
      past_exports: retention.exportMillis,
      report_mails: retention.reportMailMillis,
      webhooks_seen: reportDays * dayMillis,
      stray_reports: reportDays * dayMillis,
    },
    byRealTime: { mailbox: mailDays * dayMillis },
  }
})

/** Applies a statement to all rows of a table that are found, a batch at a time. */
const inBatches = Effect.fnUntraced(function* (table: string, statement: Fragment, found: Fragment) {
  const { sql, everyCompany } = yield* Database
  while (true) {
    const done = yield* everyCompany(sql`
      ${statement} where ctid = any (array (
        select ctid from ${sql(table)} where ${found} limit ${batch})) returning 1`)
    if (done.length < batch) return
  }
})

const removeBefore = Effect.fnUntraced(function* (table: string, before: number, column = "at") {
  const { sql } = yield* Database
  yield* inBatches(
    table,
    sql`delete from ${sql(table)}`,
    sql`${sql(column)} < ${new Date(before).toISOString()}::timestamptz`,
  )
})

/** Rows of list files go some time after the upload; the import itself, with its counts, is part of the record. */
const removeImportRows = Effect.fnUntraced(function* (before: number) {
  const { sql } = yield* Database
  const isExpired = sql`(company_id, import_id) in (
    select company_id, import_id from imports where created_at < ${new Date(before).toISOString()}::timestamptz)`
  yield* inBatches("import_rejections", sql`delete from import_rejections`, isExpired)
  yield* inBatches("imports", sql`update imports set sample = '[]'`, sql`${isExpired} and sample <> '[]'`)
})

/** Files of exports have their time from when they were taken; parts without an export are of a download whose program ended. */
const removeExportFiles = Effect.fnUntraced(function* (now: number) {
  const { sql } = yield* Database
  const at = (millis: number) => sql`${new Date(now - millis).toISOString()}::timestamptz`
  yield* inBatches(
    "past_export_parts",
    sql`delete from past_export_parts`,
    sql`past_export_parts.at < ${at(retention.exportPartMillis)} and not exists (
      select from past_exports e where e.company_id = past_export_parts.company_id
        and e.export_id = past_export_parts.export_id and e.state = 'kept' and e.at > ${at(retention.exportFileMillis)})`,
  )
})

/** Removes what has been kept for its time; done twice, or by two processes at once, it does no harm. */
export const removeExpired = Effect.gen(function* () {
  const { byProductTime, byRealTime } = yield* periods
  const now = yield* Clock.currentTimeMillis
  const realNow = (yield* RealTime)()
  for (const [table, kept] of Object.entries(byProductTime)) yield* removeBefore(table, now - kept)
  for (const [table, kept] of Object.entries(byRealTime)) yield* removeBefore(table, realNow - kept)
  yield* removeBefore("sign_ins", now - retention.signInMillis, "seen_at")
  yield* removeImportRows(now - retention.importRowsMillis)
  yield* removeExportFiles(now)
}).pipe(Effect.withSpan("removeExpired"))

/**
 * Keeps the tables of passing things small, for processes with the worker role. Unused uploads go with the import
 * worker, and what the embedded identity provider keeps with the provider.
 */
export const retentionLayer = Layer.effectDiscard(
  removeExpired.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Expired rows could not be removed", Cause.pretty(cause))),
    Effect.repeat(Schedule.spaced(tidyEvery)),
    Effect.forkScoped,
  ),
)
