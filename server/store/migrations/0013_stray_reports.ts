import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sharedTable, statements } from "../tenantTable.ts"

/** What the carrier reported and nothing fits; it names no company for certain, and no person. */
const strayReports = `create table stray_reports (
   id text collate "C" primary key,
   sid text not null,
   key text,
   status text not null,
   error_code text,
   why text not null check (why in ('noKey', 'noText', 'status')),
   at timestamptz not null)`

/** Reports of the carrier that fit no text of ours, or are in words we do not know, kept for those who look into them. */
export const strayReports0013 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [strayReports, `create index stray_reports_at on stray_reports (at)`])
  yield* sharedTable(sql, "stray_reports")
})
