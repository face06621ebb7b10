import { Context, Effect, Layer } from "effect"
import { Database } from "#server/store/Database.ts"
import { RealTime } from "./realTime.ts"

/** How long it counts that someone has just given their password again, in milliseconds. */
export const confirmationMillis = 10 * 60_000

const make = Effect.gen(function* () {
  const { sql } = yield* Database
  const realTime = yield* RealTime
  const inMillis = (millis: number) => new Date(realTime() + millis).toISOString()

  const keep = Effect.fn("Confirmations.keep")(function* (sessionUid: string) {
    yield* sql`
      insert into idp_confirmations (session_uid, expires_at) values (${sessionUid}, ${inMillis(confirmationMillis)}::timestamptz)
      on conflict (session_uid) do update set expires_at = excluded.expires_at`
  }, Effect.orDie)

  const holds = Effect.fn("Confirmations.holds")(function* (sessionUid: string) {
    const found = yield* sql`
      select 1 from idp_confirmations where session_uid = ${sessionUid} and expires_at > ${inMillis(0)}::timestamptz`
    return found.length === 1
  }, Effect.orDie)

  return Confirmations.of({ keep, holds })
})

/** Sessions whose person has just shown again that it is them: only they change how they sign in (OWASP ASVS 3.7). */
export class Confirmations extends Context.Service<
  Confirmations,
  {
    readonly keep: (sessionUid: string) => Effect.Effect<void>
    readonly holds: (sessionUid: string) => Effect.Effect<boolean>
  }
>()("admin-view/identity/Confirmations") {
  static readonly layer = Layer.effect(Confirmations, make)
}
