import { Context, Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import { productName } from "#schemas/session/words.ts"
import { Database } from "#server/store/Database.ts"
import { ProviderKeys } from "./ProviderKeys.ts"
import { RealTime } from "./realTime.ts"
import { seal, unseal } from "./sealedSecrets.ts"

/** Recovery codes that a person gets at once. */
export const recoveryCodes = 10
/** How long an app's code counts, in milliseconds; the one before and the one after are taken too (RFC 6238). */
export const stepMillis = 30_000

/** What a person has chosen in place of mailed codes. */
export type Factors = { readonly authenticator: boolean; readonly recoveryLeft: number }

/** A secret for an authenticator app, as text and as an address that apps read. */
export type AppSecret = { readonly secret: string; readonly uri: string }

const totpOf = (secret: string, email = "") =>
  new TOTP({
    issuer: productName,
    label: email,
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: stepMillis / 1000,
  })

/** The half minute that a code belongs to, undefined for a wrong one. */
const stepOf = (secret: string, typed: string, now: number): number | undefined => {
  // The library throws for digits of other scripts.
  if (!/^[0-9]{6}$/.test(typed)) return undefined
  const delta = totpOf(secret).validate({ token: typed, window: 1, timestamp: now })
  return delta === null ? undefined : Math.floor(now / stepMillis) + delta
}

const letters = "abcdefghjkmnpqrstuvwxyz23456789"
/** Sixteen letters, 79 random bits: nothing to guess, so a plain hash is enough. */
const newRecoveryCode = (): string => {
  const drawn: Array<string> = []
  while (drawn.length < 16)
    for (const byte of randomBytes(32)) if (byte < 248 && drawn.length < 16) drawn.push(letters[byte % 31] ?? "")
  return drawn.join("").replace(/(.{4})(?=.)/g, "$1-")
}
const hashOf = (userId: string, code: string): string =>
  createHash("sha256").update(`${userId} ${code}`).digest("base64url")

const make = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const realTime = yield* RealTime
  const { factors } = yield* ProviderKeys
  const key = Buffer.from(factors, "base64url")

  const stateOf = Effect.fn("SecondFactors.stateOf")(function* (userId: string) {
    const [row] = yield* sql<Factors>`
      select exists (select from idp_authenticators where user_id = ${userId} and confirmed) as authenticator,
        (select count(*)::int from idp_recovery_codes where user_id = ${userId}) as "recoveryLeft"`
    return row ?? { authenticator: false, recoveryLeft: 0 }
  }, Effect.orDie)

  const secretOf = Effect.fnUntraced(function* (userId: string, confirmed: boolean) {
    const [row] = yield* sql<{ readonly secret: string }>`
      select secret from idp_authenticators where user_id = ${userId} and confirmed = ${confirmed}`
    return row === undefined ? undefined : unseal(key, row.secret)
  })

  const begin = Effect.fn("SecondFactors.begin")(function* (userId: string, email: string) {
    const fresh = seal(key, new Secret({ size: 20 }).base32)
    yield* sql`insert into idp_authenticators (user_id, secret) values (${userId}, ${fresh}) on conflict do nothing`
    const secret = yield* secretOf(userId, false)
    return secret === undefined ? undefined : { secret, uri: totpOf(secret, email).toString() }
  }, Effect.orDie)

  const makeCodes = Effect.fnUntraced(function* (userId: string) {
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    yield* sql`delete from idp_recovery_codes where user_id = ${userId}`
    const hashes = codes.map((code) => hashOf(userId, code.replaceAll("-", "")))
    yield* sql`insert into idp_recovery_codes (user_id, hash)
      select ${userId}, value from jsonb_array_elements_text(${sql.json(hashes)})`
    return codes
  })

  const confirm = Effect.fn("SecondFactors.confirm")(function* (userId: string, typed: string) {
    const secret = yield* secretOf(userId, false)
    const step = secret === undefined ? undefined : stepOf(secret, typed.replace(/\s/g, ""), realTime())
    if (step === undefined) return undefined
    const confirmed = yield* sql`
      update idp_authenticators set confirmed = true, last_step = ${step}
      where user_id = ${userId} and not confirmed returning user_id`
    return confirmed.length === 0 ? undefined : yield* makeCodes(userId)
  })

  const takeAppCode = Effect.fnUntraced(function* (userId: string, typed: string) {
    const secret = yield* secretOf(userId, true)
    const step = secret === undefined ? undefined : stepOf(secret, typed, realTime())
    if (step === undefined) return false
    // Of two right answers at the same moment one comes too late, as a code seen over a shoulder does.
    const taken = yield* sql`
      update idp_authenticators set last_step = ${step}
      where user_id = ${userId} and confirmed and last_step < ${step} returning user_id`
    return taken.length === 1
  })

  const take = Effect.fn("SecondFactors.take")(function* (userId: string, typed: string) {
    const code = typed.replace(/[\s-]/g, "").toLowerCase()
    if (code.length <= 6) return yield* takeAppCode(userId, code)
    const used = yield* sql`
      delete from idp_recovery_codes where user_id = ${userId} and hash = ${hashOf(userId, code)} returning user_id`
    return used.length === 1
  }, Effect.orDie)

  const remove = Effect.fn("SecondFactors.remove")(function* (userId: string) {
    yield* sql`delete from idp_recovery_codes where user_id = ${userId}`
    yield* sql`delete from idp_authenticators where user_id = ${userId}`
  })

  return SecondFactors.of({
    stateOf,
    begin,
    confirm: (userId, typed) => Effect.orDie(everyCompany(confirm(userId, typed))),
    take,
    renewCodes: (userId) => Effect.orDie(everyCompany(makeCodes(userId))),
    remove: (userId) => Effect.orDie(everyCompany(remove(userId))),
  })
})

/**
 * An authenticator app (TOTP, RFC 6238) in place of the mailed code, with recovery codes for who lost it. Secrets are
 * stored encrypted, recovery codes hashed; each code is taken once.
 */
export class SecondFactors extends Context.Service<
  SecondFactors,
  {
    readonly stateOf: (userId: string) => Effect.Effect<Factors>
    /** The secret to put into an app, the same until it is confirmed; nothing where an app is set up already. */
    readonly begin: (userId: string, email: string) => Effect.Effect<AppSecret | undefined>
    /** Sets the app up when its code is right, and gives the recovery codes, which are shown this once. */
    readonly confirm: (userId: string, typed: string) => Effect.Effect<ReadonlyArray<string> | undefined>
    /** Whether a code of the app, or a recovery code, is right; it is used up by that. */
    readonly take: (userId: string, typed: string) => Effect.Effect<boolean>
    /** New recovery codes; those before do not work any more. */
    readonly renewCodes: (userId: string) => Effect.Effect<ReadonlyArray<string>>
    /** Back to mailed codes. */
    readonly remove: (userId: string) => Effect.Effect<void>
  }
>()("admin-view/identity/SecondFactors") {
  static readonly layer = Layer.effect(SecondFactors, make)
}
