import { Context, Effect, Layer } from "effect"
import { Database } from "#server/store/Database.ts"
import { normalEmail } from "./email.ts"
import { endSignIns } from "./endSignIns.ts"
import { hashOfSecret, newSecret } from "./linkSecrets.ts"
import { RealTime } from "./realTime.ts"
import type { SignInUser } from "./SignInUsers.ts"

/** How long a link to set a new password works, in milliseconds. */
export const passwordLinkMillis = 30 * 60_000
/** So many links are mailed to one person in a window. */
export const passwordLinks = 3
/** Length of that window, in milliseconds. */
export const passwordLinksMillis = 15 * 60_000

type Row = { readonly id: string; readonly email: string; readonly display_name: string }
const toUser = ({ id, email, display_name }: Row): SignInUser => ({ id, email, displayName: display_name })

const make = Effect.gen(function* () {
  const database = yield* Database
  const { sql } = database
  const realTime = yield* RealTime
  const inMillis = (millis: number) => new Date(realTime() + millis).toISOString()

  const ask = Effect.fn("PasswordLinks.ask")(function* (email: string) {
    const secret = newSecret()
    const windowBegan = inMillis(-passwordLinksMillis)
    const [user] = yield* sql<Row>`
      with asked as (
        insert into idp_links (user_id, hash, expires_at, asked_at)
        select id, ${hashOfSecret(secret)}, ${inMillis(passwordLinkMillis)}::timestamptz, ${inMillis(0)}::timestamptz
        from idp_users where email = ${normalEmail(email)}
        on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at,
          asks = case when idp_links.asked_at <= ${windowBegan}::timestamptz then 1 else idp_links.asks + 1 end,
          asked_at = case when idp_links.asked_at <= ${windowBegan}::timestamptz then excluded.asked_at else idp_links.asked_at end
        where idp_links.asks < ${passwordLinks} or idp_links.asked_at <= ${windowBegan}::timestamptz
        returning user_id)
      select id, email, display_name from idp_users where id in (select user_id from asked)`
    return user === undefined ? undefined : { secret, user: toUser(user) }
  }, Effect.orDie)

  const owner = Effect.fn("PasswordLinks.owner")(function* (secret: string) {
    const [user] = yield* sql<Row>`
      select id, email, display_name from idp_users join idp_links on user_id = id
      where hash = ${hashOfSecret(secret)} and expires_at > ${inMillis(0)}::timestamptz`
    return user === undefined ? undefined : toUser(user)
  }, Effect.orDie)

  const take = Effect.fnUntraced(function* (secret: string, passwordHash: string) {
    const [taken] = yield* sql<{ readonly user_id: string }>`
      update idp_links set hash = null
      where hash = ${hashOfSecret(secret)} and expires_at > ${inMillis(0)}::timestamptz returning user_id`
    if (taken === undefined) return undefined
    const [user] = yield* sql<Row>`
      update idp_users set password_hash = ${passwordHash}, fails = 0, failed_at = null
      where id = ${taken.user_id} returning id, email, display_name`
    yield* endSignIns(taken.user_id).pipe(Effect.provideService(Database, database))
    return user === undefined ? undefined : toUser(user)
  })

  return PasswordLinks.of({
    ask,
    owner,
    use: (secret, passwordHash) => database.everyCompany(take(secret, passwordHash)),
  })
})

/**
 * Links by which a person who has forgotten their password sets a new one: one
 * a person, the newest, used once, for half an hour, only its hash stored.
 */
export class PasswordLinks extends Context.Service<
  PasswordLinks,
  {
    /** Makes the link to mail; nothing for an address no one has, or one that has asked too often. */
    readonly ask: (email: string) => Effect.Effect<{ readonly secret: string; readonly user: SignInUser } | undefined>
    /** Whose link this is, or nothing when it does not work (any more). */
    readonly owner: (secret: string) => Effect.Effect<SignInUser | undefined>
    /** Sets the password, ends the lock-out and every sign-in of the person. Nothing when the link does not work. */
    readonly use: (secret: string, passwordHash: string) => Effect.Effect<SignInUser | undefined>
  }
>()("admin-view/identity/PasswordLinks") {
  static readonly layer = Layer.effect(PasswordLinks, make)
}
