import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * What people are told of: one row for each person and thing, which the event's stream, version and type name, so that
 * an event that is handed over again tells no one twice. `mail` is null where none is wanted.
 */
export const notices0045 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table accounts add column notice_choices jsonb`,
    `create sequence user_notice_ids as integer`,
    `grant usage on sequence user_notice_ids to ${applicationRole}`,
    `create table user_notices (
       company_id integer not null references companies,
       notice_id integer not null primary key default nextval('user_notice_ids'),
       user_id integer not null references accounts,
       kind text not null,
       type text not null,
       stream_id text not null,
       version integer not null,
       is_shown boolean not null,
       at timestamptz not null,
       read_at timestamptz,
       mail text check (mail in ('due', 'sent', 'given up')),
       unique (user_id, stream_id, version, type))`,
    `create index user_notices_shown on user_notices (company_id, user_id, notice_id desc) where is_shown`,
    `create index user_notices_due on user_notices (notice_id) where mail = 'due'`,
    `create index user_notices_at on user_notices (at)`,
  ])
  yield* tenantTable(sql, "user_notices")
})
