import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

const columns = [
  `alter table invitations add column group_ids integer[] not null default '{}', add column is_open boolean not null default true`,
  `alter table invitations alter column hash drop not null`,
  `alter table invitations drop constraint invitations_email`,
  `create unique index invitations_email on invitations (company_id, email) where is_open`,
  `alter table hashed_ids drop constraint hashed_ids_kind_check`,
  `alter table hashed_ids add constraint hashed_ids_kind_check check (kind in
     ('template', 'campaign', 'location', 'appointment', 'outreachRun', 'user', 'group', 'invitation'))`,
]

const meta = `jsonb_build_object('commandId', 'invitations', 'actorId', null, 'companyId', null,
  'actingCompanyId', company_id, 'correlationId', 'invitations', 'causationId', null, 'sessionId', null, 'address', null,
  'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
const expires = `to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const offered = `jsonb_build_object('invitationId', invitation_id, 'userType', user_type, 'accessIds', access_ids,
  'groupIds', '[]'::jsonb, 'expiresAt', ${expires})`

/** Invitations of earlier releases have no stream: theirs begins as they stand. */
const streams = [
  `select set_config('app.company_id', '*', true)`,
  `insert into hashed_ids (company_id, kind, id, hashed_id)
   select company_id, 'invitation', invitation_id, substr(replace(gen_random_uuid()::text, '-', ''), 1, 22) from invitations`,
  `insert into events (company_id, stream_id, version, type, data, meta, at)
   select company_id, 'invitation-' || invitation_id, 1, 'UserInvited', ${offered}, ${meta}, now()
   from invitations order by invitation_id`,
  `insert into read_models (company_id, category, id, version, stream_version, unique_key, state, row, updated_at)
   select company_id, 'invitation', invitation_id, 1, 1, null, 'pending', '{"state":"pending"}', now() from invitations`,
]

/** Invitations have a life of their own: sent again, withdrawn, taken. */
export const invitations0038 = Effect.gen(function* () {
  yield* statements(yield* SqlClient, [...columns, ...streams])
})
