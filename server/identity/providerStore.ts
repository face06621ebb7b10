import type { Adapter, AdapterPayload } from "oidc-provider"
import { Effect, Schedule } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { Database } from "#server/store/Database.ts"

type Row = { readonly payload: AdapterPayload; readonly consumed_at: Date | null }

/**
 * Where the provider library keeps sessions, grants, codes and tokens: one table,
 * so that they outlive a restart. The library judges expiry itself, by the real
 * world's time.
 * @param realTime the real world's time in milliseconds
 */
export const makeProviderStore = Effect.fnUntraced(function* (realTime: () => number) {
  const { sql } = yield* Database
  const runEffect = yield* Effect.map(Effect.context(), Effect.runPromiseWith)
  const run = <A>(effect: Effect.Effect<A, SqlError>): Promise<A> => runEffect(effect)
  const done = (effect: Effect.Effect<unknown, SqlError>): Promise<void> => run(Effect.asVoid(effect)) as Promise<void>

  const first = async (rows: Effect.Effect<ReadonlyArray<Row>, SqlError>): Promise<AdapterPayload | undefined> => {
    const [row] = await run(rows)
    if (row === undefined) return undefined
    return row.consumed_at === null
      ? row.payload
      : { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
  }

  return (model: string): Adapter => ({
    upsert: (id, payload, expiresIn) => {
      const expiresAt = expiresIn === undefined ? null : new Date(realTime() + expiresIn * 1000).toISOString()
      return done(sql`
        insert into idp_artifacts (model, id, payload, grant_id, uid, user_code, expires_at)
        values (${model}, ${id}, ${sql.json(payload)}, ${payload.grantId ?? null}, ${payload.uid ?? null},
                ${payload.userCode ?? null}, ${expiresAt}::timestamptz)
        on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
          uid = excluded.uid, user_code = excluded.user_code, expires_at = excluded.expires_at`)
    },
    find: (id) => first(sql<Row>`select payload, consumed_at from idp_artifacts where model = ${model} and id = ${id}`),
    findByUid: (uid) =>
      first(sql<Row>`select payload, consumed_at from idp_artifacts where model = ${model} and uid = ${uid}`),
    findByUserCode: (code) =>
      first(sql<Row>`select payload, consumed_at from idp_artifacts where model = ${model} and user_code = ${code}`),
    consume: (id) => {
      const at = new Date(realTime()).toISOString()
      return done(sql`update idp_artifacts set consumed_at = ${at}::timestamptz where model = ${model} and id = ${id}`)
    },
    destroy: (id) => done(sql`delete from idp_artifacts where model = ${model} and id = ${id}`),
    // The library asks once for each kind of token; the grant's other kinds are asked for in their turn.
    revokeByGrantId: (grantId) => done(sql`delete from idp_artifacts where model = ${model} and grant_id = ${grantId}`),
  })
})

/** Sign-ins under way that are kept; the newest ones. */
const maxInteractions = 20_000

/** Removes what has expired, which the provider itself never does, and the oldest of too many sign-ins that only began. */
export const deleteExpired = Effect.fn("identity.deleteExpired")(function* (
  realTime: () => number,
  most: number = maxInteractions,
) {
  const { sql, everyCompany } = yield* Database
  const now = new Date(realTime()).toISOString()
  yield* sql`delete from idp_artifacts where expires_at < ${now}::timestamptz`
  yield* sql`
    delete from idp_artifacts where model = 'Interaction' and expires_at <= (
      select expires_at from idp_artifacts where model = 'Interaction' order by expires_at desc offset ${most} limit 1)`
  yield* sql`delete from idp_codes where expires_at < ${now}::timestamptz`
  // By then the links mailed in its time no longer count either.
  yield* sql`delete from idp_confirmations where expires_at < ${now}::timestamptz`
  yield* sql`delete from idp_challenges where expires_at < ${now}::timestamptz`
  yield* sql`delete from idp_links where expires_at < ${now}::timestamptz`
  // One whose time is over can be sent again: staff see it for a while.
  yield* everyCompany(sql`delete from invitations where expires_at < ${now}::timestamptz - interval '90 days'`)
}, Effect.orDie)

/** Removes it every minute, whatever became of the last time: the database may have been away. */
export const removeExpiredRegularly = (realTime: () => number) =>
  deleteExpired(realTime).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Expired sign-ins could not be removed", cause)),
    Effect.repeat(Schedule.spaced("1 minute")),
  )
