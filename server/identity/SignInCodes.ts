import { Context, Effect, Layer } from "effect"
import { createHash, randomInt, timingSafeEqual } from "node:crypto"
import { Database } from "#server/store/Database.ts"
import { RealTime } from "./realTime.ts"
import { newSecret } from "./linkSecrets.ts"
import { SecondFactors } from "./SecondFactors.ts"
import { SignInUsers } from "./SignInUsers.ts"

/** How long a code works, in milliseconds. */
export const codeMillis = 10 * 60_000
/** Tries of one sign-in, whatever codes were mailed in it. */
export const codeTries = 5
/** How often a sign-in may ask for another code. */
export const codeResends = 3

/** The step between password and code of one sign-in. */
export type PendingCode = {
  readonly userId: string
  readonly resendsLeft: number
  readonly triesLeft: number
  /** Whether the code comes from the person's authenticator app, and is not mailed. */
  readonly byApp: boolean
}

/** What came of a code. `Spent`: no try is left; `Gone`: expired, used or never asked for. */
export type CodeOutcome =
  | { readonly _tag: "Right"; readonly userId: string }
  | { readonly _tag: "Wrong"; readonly userId: string; readonly triesLeft: number; readonly byApp: boolean }
  | { readonly _tag: "Spent" | "LockedOut"; readonly userId: string }
  | { readonly _tag: "Gone" }

type CodeRow = {
  readonly user_id: string
  readonly hash: string
  readonly tries: number
  readonly resends: number
  readonly by_app: boolean
}

const newCode = () => String(randomInt(1_000_000)).padStart(6, "0")
const hashOf = (uid: string, code: string) => createHash("sha256").update(`${uid} ${code}`).digest()
const sameHash = (stored: string, given: Buffer) => timingSafeEqual(Buffer.from(stored, "base64url"), given)

const make = Effect.gen(function* () {
  const { sql } = yield* Database
  const users = yield* SignInUsers
  const factors = yield* SecondFactors
  const realTime = yield* RealTime
  const inMillis = (millis: number) => new Date(realTime() + millis).toISOString()
  const forget = (uid: string) => sql`delete from idp_codes where uid = ${uid}`

  const wait = (uid: string, userId: string, code: string, byApp: boolean) => sql`
    insert into idp_codes (uid, user_id, hash, by_app, expires_at)
    values (${uid}, ${userId}, ${hashOf(uid, code).toString("base64url")}, ${byApp}, ${inMillis(codeMillis)}::timestamptz)
    on conflict (uid) do update set user_id = excluded.user_id, hash = excluded.hash, by_app = excluded.by_app,
      expires_at = excluded.expires_at, tries = 0`

  const start = Effect.fn("SignInCodes.start")(function* (uid: string, userId: string) {
    if ((yield* factors.stateOf(userId)).authenticator) {
      yield* wait(uid, userId, newSecret(), true)
      return "ByApp"
    }
    if (!(yield* users.countCode(userId))) return undefined
    const code = newCode()
    yield* wait(uid, userId, code, false)
    return { code }
  }, Effect.orDie)

  const pending = Effect.fn("SignInCodes.pending")(function* (uid: string) {
    const [row] =
      yield* sql<CodeRow>`select user_id, tries, resends, by_app from idp_codes where uid = ${uid} and tries < ${codeTries}`
    return row === undefined
      ? undefined
      : {
          userId: row.user_id,
          resendsLeft: row.by_app ? 0 : codeResends - row.resends,
          triesLeft: codeTries - row.tries,
          byApp: row.by_app,
        }
  }, Effect.orDie)

  const again = Effect.fn("SignInCodes.again")(function* (uid: string) {
    const waiting = yield* pending(uid)
    if (waiting === undefined || waiting.resendsLeft === 0) return undefined
    if (!(yield* users.countCode(waiting.userId))) return "TooMany"
    const code = newCode()
    const hash = hashOf(uid, code).toString("base64url")
    const [row] = yield* sql<CodeRow>`
      update idp_codes set hash = ${hash}, expires_at = ${inMillis(codeMillis)}::timestamptz, resends = resends + 1
      where uid = ${uid} and resends < ${codeResends} and tries < ${codeTries} returning user_id`
    return row === undefined ? undefined : { code, userId: row.user_id }
  }, Effect.orDie)

  const judge = Effect.fnUntraced(function* (uid: string, code: string, row: CodeRow) {
    const userId = row.user_id
    const failuresLeft = yield* users.countAttempt(userId)
    if (failuresLeft === undefined) {
      yield* forget(uid)
      return { _tag: "LockedOut", userId } as const
    }
    const isRight = row.by_app ? yield* factors.take(userId, code) : sameHash(row.hash, hashOf(uid, code))
    if (!isRight) {
      const triesLeft = Math.min(codeTries - row.tries, failuresLeft)
      if (triesLeft > 0) return { _tag: "Wrong", userId, triesLeft, byApp: row.by_app } as const
      yield* forget(uid)
      return { _tag: "Spent", userId } as const
    }
    // Of two right answers at the same moment, one removes the row: a code works once.
    const taken = yield* sql`delete from idp_codes where uid = ${uid} returning uid`
    if (taken.length === 0) return { _tag: "Gone" } as const
    yield* users.signedIn(userId)
    return { _tag: "Right", userId } as const
  })

  const redeem = Effect.fn("SignInCodes.redeem")(function* (uid: string, typed: string) {
    const code = typed.replace(/[\s-]/g, "")
    const [row] = yield* sql<CodeRow>`
      update idp_codes set tries = tries + 1
      where uid = ${uid} and tries < ${codeTries} and expires_at > ${inMillis(0)}::timestamptz
      returning user_id, hash, tries, resends, by_app`
    const outcome: CodeOutcome = row === undefined ? { _tag: "Gone" } : yield* judge(uid, code, row)
    return outcome
  }, Effect.orDie)

  return SignInCodes.of({ start, again, pending, redeem, forget: (uid) => Effect.asVoid(Effect.orDie(forget(uid))) })
})

/**
 * The second step of a sign-in: six digits by mail, ten minutes, five tries, used
 * once, only a hash stored. A wrong code counts as a failure of the person, like
 * a wrong password, so that a stolen password buys no endless guessing. `uid` is
 * the provider's id of one sign-in under way.
 */
export class SignInCodes extends Context.Service<
  SignInCodes,
  {
    /**
     * After the right password: gives the code to mail, an older one of this sign-in is void; nothing when too many were
     * mailed to the person. `ByApp`: the person's authenticator app has the code, or they have a recovery code.
     */
    readonly start: (uid: string, userId: string) => Effect.Effect<{ readonly code: string } | "ByApp" | undefined>
    /**
     * Gives another code, or nothing when the sign-in has asked too often. The tries used stay used. `TooMany` were
     * mailed to the person lately: the code before still works.
     */
    readonly again: (
      uid: string,
    ) => Effect.Effect<{ readonly code: string; readonly userId: string } | "TooMany" | undefined>
    /** The step this sign-in waits in, or nothing when the password is still wanted. */
    readonly pending: (uid: string) => Effect.Effect<PendingCode | undefined>
    readonly redeem: (uid: string, typed: string) => Effect.Effect<CodeOutcome>
    /** Back to the password. */
    readonly forget: (uid: string) => Effect.Effect<void>
  }
>()("admin-view/identity/SignInCodes") {
  static readonly layer = Layer.effect(SignInCodes, make)
}
