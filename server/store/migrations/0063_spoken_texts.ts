import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * The sound of each text that was spoken, by the hash of its words and voice: two texts may sound alike, and each finds
 * the one sound of both.
 */
export const spokenTexts0063 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table spoken_texts (
       company_id integer not null,
       spoken_as text not null,
       hash text not null,
       primary key (company_id, spoken_as),
       foreign key (company_id, hash) references sounds on delete cascade)`,
    `create index spoken_texts_sound on spoken_texts (company_id, hash)`,
  ])
  yield* tenantTable(sql, "spoken_texts", "select, insert")
  yield* statements(sql, [
    `select set_config('app.company_id', '*', true)`,
    `insert into spoken_texts (company_id, spoken_as, hash)
     select company_id, spoken_as, hash from sounds where spoken_as is not null`,
    `alter table sounds drop column spoken_as`,
  ])
})
