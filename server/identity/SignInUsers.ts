import { Context, Effect, Layer } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import { whenTaken } from "#server/store/takenKeys.ts"
import { normalEmail } from "./email.ts"
import { hashPassword, passwordMatches } from "./passwords.ts"
import { RealTime } from "./realTime.ts"

/** A person the embedded provider can sign in; `id` is the subject of their tokens. */
export type SignInUser = { readonly id: string; readonly email: string; readonly displayName: string }

/** What came of a password; `userId` says whose failure it was, where there is such a person. */
export type PasswordOutcome =
  | { readonly _tag: "Right"; readonly user: SignInUser }
  | { readonly _tag: "Wrong"; readonly userId?: string; readonly lockedOut: boolean }

/** Failures of one person, wrong passwords and wrong codes together, before the lock-out (docs/policy.md#sign-in). */
export const failuresAllowed = 5
/** How long a lock-out lasts and how long a failure counts, in milliseconds. */
export const lockOutMillis = 15 * 60_000
/** Codes mailed to one person in a window as long as a lock-out: a known password must not let anyone flood a mailbox with them. */
export const codesAllowed = 30

type UserRow = {
  readonly id: string
  readonly email: string
  readonly display_name: string
  readonly password_hash: string
}

const taken = () => problem("AlreadyExists", "Someone signs in with this e-mail address already.")

const make = Effect.gen(function* () {
  const { sql } = yield* Database
  const realTime = yield* RealTime
  // A hash no one's password has: an unknown address costs the same time as a known one.
  const noHash = yield* hashPassword(crypto.randomUUID())

  /**
   * Books one failure before the attempt is judged, so that attempts sent at the
   * same moment cannot all see the last free one. Gives how many more are allowed; nothing while locked out.
   */
  const countAttempt = Effect.fn("SignInUsers.countAttempt")(function* (userId: string) {
    const now = realTime()
    const at = new Date(now).toISOString()
    const forgottenAt = new Date(now - lockOutMillis).toISOString()
    const [booked] = yield* sql<{ readonly fails: number }>`
      update idp_users set
        fails = case when failed_at is null or failed_at <= ${forgottenAt}::timestamptz then 1 else fails + 1 end,
        failed_at = ${at}::timestamptz
      where id = ${userId} and (fails < ${failuresAllowed} or failed_at <= ${forgottenAt}::timestamptz)
      returning fails`
    return booked === undefined ? undefined : failuresAllowed - booked.fails
  }, Effect.orDie)

  const countCode = Effect.fn("SignInUsers.bookCode")(function* (userId: string) {
    const now = realTime()
    const at = new Date(now).toISOString()
    const forgottenAt = new Date(now - lockOutMillis).toISOString()
    const booked = yield* sql`
      update idp_users set
        codes = case when codes_since is null or codes_since <= ${forgottenAt}::timestamptz then 1 else codes + 1 end,
        codes_since = case when codes_since is null or codes_since <= ${forgottenAt}::timestamptz
                      then ${at}::timestamptz else codes_since end
      where id = ${userId} and (codes < ${codesAllowed} or codes_since <= ${forgottenAt}::timestamptz)
      returning id`
    return booked.length === 1
  }, Effect.orDie)

  const subjectOf = Effect.fn("SignInUsers.subjectOf")(function* (email: string) {
    const [row] = yield* sql<UserRow>`select id from idp_users where email = ${normalEmail(email)}`
    return row?.id
  }, Effect.orDie)

  const returnTry = Effect.fn("SignInUsers.returnTry")(function* (userId: string) {
    yield* sql`update idp_users set fails = greatest(fails - 1, 0) where id = ${userId}`
  }, Effect.orDie)

  const signedIn = Effect.fn("SignInUsers.signedIn")(function* (userId: string) {
    yield* sql`update idp_users set fails = 0, failed_at = null where id = ${userId}`
  }, Effect.orDie)

  const checkPassword = Effect.fn("SignInUsers.checkPassword")(function* (email: string, password: string) {
    const [row] =
      yield* sql<UserRow>`select id, email, display_name, password_hash from idp_users where email = ${normalEmail(email)}`
    const allowed = (yield* countAttempt(row?.id ?? "")) !== undefined
    const right = yield* passwordMatches(password, row?.password_hash ?? noHash)
    if (row === undefined) return { _tag: "Wrong", lockedOut: false } satisfies PasswordOutcome
    if (!allowed || !right) return { _tag: "Wrong", userId: row.id, lockedOut: !allowed } satisfies PasswordOutcome
    yield* returnTry(row.id)
    return {
      _tag: "Right",
      user: { id: row.id, email: row.email, displayName: row.display_name },
    } satisfies PasswordOutcome
  }, Effect.orDie)

  const find = Effect.fn("SignInUsers.find")(function* (userId: string) {
    const [row] = yield* sql<UserRow>`select id, email, display_name from idp_users where id = ${userId}`
    return row === undefined ? undefined : { id: row.id, email: row.email, displayName: row.display_name }
  }, Effect.orDie)

  const create = Effect.fn("SignInUsers.create")(function* (person: {
    readonly email: string
    readonly displayName: string
    readonly passwordHash: string
  }) {
    const id = crypto.randomUUID()
    yield* sql`
      insert into idp_users (id, email, password_hash, display_name)
      values (${id}, ${normalEmail(person.email)}, ${person.passwordHash}, ${person.displayName})`.pipe(
      whenTaken(["idp_users_email"], taken),
      Effect.catchTag("SqlError", Effect.die),
    )
    return id
  })

  const setPassword = Effect.fn("SignInUsers.setPassword")(function* (userId: string, passwordHash: string) {
    yield* sql`update idp_users set password_hash = ${passwordHash} where id = ${userId}`
    yield* sql`delete from idp_links where user_id = ${userId}`
  }, Effect.orDie)

  return SignInUsers.of({
    countAttempt: countAttempt,
    countCode: countCode,
    returnTry,
    signedIn,
    checkPassword,
    find,
    subjectOf,
    setPassword,
    create,
  })
})

/**
 * The embedded provider's people and their lock-out: five failures in fifteen
 * minutes close the door for fifteen minutes, said with the words of a wrong
 * password. It is not the account lock, which is an administrator's (docs/architecture.md#identity).
 */
export class SignInUsers extends Context.Service<
  SignInUsers,
  {
    readonly find: (userId: string) => Effect.Effect<SignInUser | undefined>
    /** Who signs in with an address, for the audit only: what a person is answered must not depend on it. */
    readonly subjectOf: (email: string) => Effect.Effect<string | undefined>
    /** Judges a password in the same time for known, unknown and locked-out addresses. */
    readonly checkPassword: (email: string, password: string) => Effect.Effect<PasswordOutcome>
    /** Books a failure in advance and gives how many more are allowed; nothing, and nothing booked, while locked out. */
    readonly countAttempt: (userId: string) => Effect.Effect<number | undefined>
    /** Books a mailed code; false, and nothing booked, when too many were mailed to this person lately. */
    readonly countCode: (userId: string) => Effect.Effect<boolean>
    /** Takes a booked failure back: the attempt was right. */
    readonly returnTry: (userId: string) => Effect.Effect<void>
    /** A completed sign-in forgets the failures before it. */
    readonly signedIn: (userId: string) => Effect.Effect<void>
    /** Sets another password, and ends the mailed link to set one; joins an open transaction. */
    readonly setPassword: (userId: string, passwordHash: string) => Effect.Effect<void>
    /** Adds a person and gives the subject; `AlreadyExists` when the address is taken. */
    readonly create: (person: {
      readonly email: string
      readonly displayName: string
      readonly passwordHash: string
    }) => Effect.Effect<string, Problem>
  }
>()("admin-view/identity/SignInUsers") {
  static readonly layer = Layer.effect(SignInUsers, make)
}
