import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * Tests of texts (decision 106): which text of its step a campaign carries, and where each test is. `seated` is how
 * many people were given a text of it; `judge_at` is when it can be judged at the earliest, null while people are split.
 */
export const variants0075 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table ladder_steps add column variant smallint not null default 0`,
    `create table ladder_tests (
       company_id integer not null references companies,
       multi_campaign_id integer not null,
       step_id smallint not null,
       seated integer not null default 0,
       judge_at timestamptz,
       decided boolean not null default false,
       winner smallint,
       primary key (company_id, multi_campaign_id, step_id))`,
  ])
  yield* tenantTable(sql, "ladder_tests")
})
