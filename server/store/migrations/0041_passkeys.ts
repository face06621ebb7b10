import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sharedTable, statements } from "../tenantTable.ts"

const tables = [
  // A public key, as CBOR in base64url; the private one never leaves the person's device.
  `create table idp_passkeys (
     credential_id text primary key,
     user_id text not null references idp_users on delete cascade,
     public_key text not null,
     counter bigint not null,
     transports jsonb not null,
     device text not null,
     created_at timestamptz not null,
     used_at timestamptz)`,
  `create index idp_passkeys_user on idp_passkeys (user_id)`,
  // What an authenticator is asked to sign: for one sign-in, or for one session that adds a passkey.
  `create table idp_challenges (
     holder text primary key,
     challenge text not null,
     expires_at timestamptz not null)`,
]

/** Passkeys at the embedded provider. */
export const passkeys0041 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, tables)
  for (const name of ["idp_passkeys", "idp_challenges"]) yield* sharedTable(sql, name)
})
