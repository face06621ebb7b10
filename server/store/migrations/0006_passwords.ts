import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, sharedTable, statements, tenantTable } from "../tenantTable.ts"

/**
 * Links to set a password, and invitations. Only a hash of a link's secret is
 * stored. Times are the real world's, as all of the embedded provider's are.
 */
export const passwords0006 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    // What a company has bought: the upper bound of its people's access ids (docs/policy.md#rights).
    `alter table companies add column features integer[] not null
       default '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17}'`,
    // One row a person: the newest link replaces the one before.
    `create table idp_links (
       user_id text primary key references idp_users on delete cascade,
       hash text unique,
       expires_at timestamptz not null,
       asks integer not null default 1,
       asked_at timestamptz not null)`,
    `create sequence invitation_ids as integer`,
    `grant usage on sequence invitation_ids to ${applicationRole}`,
    `create table invitations (
       company_id integer not null references companies,
       invitation_id integer primary key default nextval('invitation_ids'),
       hash text not null unique,
       email text not null,
       display_name text not null,
       user_type smallint not null check (user_type between 1 and 3),
       access_ids integer[] not null,
       expires_at timestamptz not null,
       constraint invitations_email unique (company_id, email))`,
    `alter table idp_users add column codes integer not null default 0, add column codes_since timestamptz`,
    // Ending all sign-ins of one person.
    `create index idp_artifacts_account on idp_artifacts ((payload ->> 'accountId'))`,
  ])
  yield* sharedTable(sql, "idp_links")
  yield* tenantTable(sql, "invitations")
})
