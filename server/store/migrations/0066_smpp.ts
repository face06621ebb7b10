import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * By which carrier a number sends; how the carrier named an answer, by which its receipts are found; and the parts of a
 * person's long text until all of them are there (decision 100).
 */
export const smpp0066 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table senders add column carrier text not null default 'twilio' check (carrier in ('twilio', 'smpp'))`,
    `alter table senders add constraint senders_smpp check (carrier <> 'smpp' or channel = 'SMS')`,
    `alter table notices add column sid text`,
    `create index notices_phone on notices (phone, company_id)`,
    `create table inbound_parts (
       company_id integer not null,
       number text not null,
       phone text not null,
       reference integer not null,
       total integer not null,
       part integer not null,
       body text not null,
       at timestamptz not null,
       primary key (company_id, number, phone, reference, total, part))`,
  ])
  yield* tenantTable(sql, "inbound_parts")
})
