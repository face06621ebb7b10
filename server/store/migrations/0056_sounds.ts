import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * The sounds of a company by the hash of their master, and their bytes in pieces, so that no row is large: the master,
 * and what the phone network carries. `spoken_as` is the hash of the words and the voice of one that was spoken.
 */
export const sounds0056 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table sounds (
       company_id integer not null,
       hash text not null check (hash ~ '^[0-9a-f]{64}$'),
       made text not null check (made in ('speech', 'upload')),
       spoken_as text,
       seconds real not null,
       master_bytes integer not null,
       phone_bytes integer not null,
       user_id integer not null,
       at timestamptz not null,
       primary key (company_id, hash))`,
    `create unique index sounds_spoken on sounds (company_id, spoken_as) where spoken_as is not null`,
    `create index sounds_hash on sounds (hash)`,
    `create table sound_parts (
       company_id integer not null,
       hash text not null,
       form text not null check (form in ('master', 'phone')),
       part integer not null,
       bytes bytea not null,
       primary key (company_id, hash, form, part),
       foreign key (company_id, hash) references sounds on delete cascade)`,
    `alter table sound_parts alter column bytes set storage external`,
  ])
  for (const name of ["sounds", "sound_parts"]) yield* tenantTable(sql, name)
})
