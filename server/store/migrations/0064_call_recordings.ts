import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** How long a company keeps what was recorded in its calls, and when the carrier was asked to remove what a call left. */
export const callRecordings0064 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table companies add column recording_days integer not null default 90 check (recording_days between 1 and 3650)`,
    `alter table calls add column recordings_removed_at timestamptz`,
    // What is asked of JSON is not asked before the policy (decision 071): the calls with recordings are few.
    `create index calls_recordings on calls (company_id) where recordings <> '[]'`,
    `create index calls_recordings_kept on calls (company_id, ended_at) where recordings <> '[]' and recordings_removed_at is null`,
  ])
})
