import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/** The words of a company’s glossary: names of people may be among them, so events only pin them (decision 111). */
export const glossary0081 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table glossary_terms (
       company_id integer not null,
       term_id integer not null,
       kind text not null check (kind in ('neverTranslate', 'preferred', 'forbidden')),
       words text not null,
       language text,
       said_as text not null,
       note text not null,
       primary key (company_id, term_id))`,
  ])
  yield* tenantTable(sql, "glossary_terms")
})
