import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { Database } from "#server/store/Database.ts"

const key = "simulatedCarrier"

type Account = { readonly accountSid: string; readonly authToken: string }

/**
 * The account at the simulated carrier, made once and kept in `settings`: every
 * process of the demo checks the carrier's signatures with the same secret.
 */
export const simulatedAccount = Effect.gen(function* () {
  const { sql } = yield* Database
  const made: Account = {
    accountSid: `AC${randomBytes(16).toString("hex")}`,
    authToken: randomBytes(16).toString("hex"),
  }
  yield* sql`insert into settings (key, value) values (${key}, ${sql.json(made)}) on conflict (key) do nothing`
  const [row] = yield* sql<{ readonly value: Account }>`select value from settings where key = ${key}`
  const { accountSid, authToken } = row?.value ?? made
  return { accountSid, authToken: Redacted.make(authToken) }
}).pipe(Effect.orDie)
