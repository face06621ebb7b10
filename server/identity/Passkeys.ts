import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { isIP } from "node:net"
import { productName } from "#schemas/session/words.ts"
import { Database } from "#server/store/Database.ts"
import { Identity } from "./IdentityConfig.ts"
import { RealTime } from "./realTime.ts"
import type { SignInUser } from "./SignInUsers.ts"

/** How long a person has to answer their authenticator, in milliseconds. */
export const challengeMillis = 5 * 60_000
/** Passkeys that a person may have. */
export const passkeysAllowed = 20
/** ES256 and RS256, which every authenticator offers one of (COSE algorithm numbers). */
const algorithms = [-7, -257]

/** A passkey as its owner sees it; times in ISO 8601. */
export type Passkey = {
  readonly credentialId: string
  readonly device: string
  readonly createdAt: string
  readonly usedAt: string | null
}

type Stored = {
  readonly user_id: string
  readonly public_key: string
  readonly counter: string
  readonly transports: ReadonlyArray<"usb" | "nfc" | "ble" | "internal" | "hybrid" | "cable" | "smart-card">
}

/** An answer as the form brings it; the library judges what is in it. */
const Answer = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const answerIn = (text: string) => Option.getOrUndefined(Schema.decodeUnknownOption(Answer)(text))

/**
 * Where passkeys belong: the host of the public address. Browsers know none for an address of numbers, and none
 * outside of a secure context.
 */
const placeOf = (origin: string) => {
  const { hostname, protocol } = new URL(origin)
  const isSecure = protocol === "https:" || hostname === "localhost"
  return isSecure && isIP(hostname) === 0 ? hostname : undefined
}

const make = Effect.gen(function* () {
  const { sql } = yield* Database
  const realTime = yield* RealTime
  const { origin } = yield* Identity
  const rpID = placeOf(origin)
  const inMillis = (millis: number) => new Date(realTime() + millis).toISOString()

  const keep = (holder: string, challenge: string) => sql`
    insert into idp_challenges (holder, challenge, expires_at)
    values (${holder}, ${challenge}, ${inMillis(challengeMillis)}::timestamptz)
    on conflict (holder) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`

  /** Gives the challenge that was set, once: an answer to it is taken once. */
  const redeem = Effect.fnUntraced(function* (holder: string) {
    const [row] = yield* sql<{ readonly challenge: string }>`
      delete from idp_challenges where holder = ${holder} and expires_at > ${inMillis(0)}::timestamptz returning challenge`
    return row?.challenge
  })

  const list = Effect.fn("Passkeys.list")(function* (userId: string) {
    const iso = (column: "created_at" | "used_at") =>
      sql.literal(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
    return yield* sql<Passkey>`
      select credential_id as "credentialId", device, ${iso("created_at")} as "createdAt", ${iso("used_at")} as "usedAt"
      from idp_passkeys where user_id = ${userId} order by created_at, credential_id`
  }, Effect.orDie)

  const creation = Effect.fn("Passkeys.creation")(function* (user: SignInUser, sessionUid: string) {
    if (rpID === undefined) return undefined
    const known = yield* list(user.id)
    if (known.length >= passkeysAllowed) return undefined
    const options = yield* Effect.promise(() =>
      generateRegistrationOptions({
        rpName: productName,
        rpID,
        userName: user.email,
        userDisplayName: user.displayName,
        userID: new TextEncoder().encode(user.id),
        attestationType: "none",
        excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
        timeout: challengeMillis,
      }),
    )
    yield* keep(`add ${sessionUid}`, options.challenge)
    return JSON.stringify(options)
  }, Effect.orDie)

  const add = Effect.fn("Passkeys.add")(function* (
    { userId, sessionUid }: { readonly userId: string; readonly sessionUid: string },
    given: { readonly answer: string; readonly device: string },
  ) {
    const expectedChallenge = yield* redeem(`add ${sessionUid}`)
    const response = answerIn(given.answer)
    if (rpID === undefined || expectedChallenge === undefined || response === undefined) return false
    const judged = yield* Effect.option(
      Effect.tryPromise(() =>
        verifyRegistrationResponse({
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        }),
      ),
    )
    if (Option.isNone(judged) || !judged.value.verified) return false
    const { id, publicKey, counter, transports = [] } = judged.value.registrationInfo.credential
    const added = yield* sql`
      insert into idp_passkeys (credential_id, user_id, public_key, counter, transports, device, created_at)
      values (${id}, ${userId}, ${Buffer.from(publicKey).toString("base64url")}, ${counter}, ${sql.json(transports)},
        ${given.device}, ${inMillis(0)}::timestamptz)
      on conflict do nothing returning credential_id`
    return added.length === 1
  }, Effect.orDie)

  const request = Effect.fn("Passkeys.request")(function* (uid: string) {
    if (rpID === undefined) return undefined
    const options = yield* Effect.promise(() =>
      generateAuthenticationOptions({ rpID, userVerification: "required", timeout: challengeMillis }),
    )
    yield* keep(`sign-in ${uid}`, options.challenge)
    return JSON.stringify(options)
  }, Effect.orDie)

  const take = Effect.fn("Passkeys.take")(function* (uid: string, answer: string) {
    const expectedChallenge = yield* redeem(`sign-in ${uid}`)
    const response = answerIn(answer) as AuthenticationResponseJSON | undefined
    if (rpID === undefined || expectedChallenge === undefined || response === undefined) return undefined
    const [stored] = yield* sql<Stored>`
      select user_id, public_key, counter, transports from idp_passkeys where credential_id = ${response.id}`
    if (stored === undefined) return undefined
    const { user_id: userId, transports } = stored
    const judged = yield* Effect.option(
      Effect.tryPromise(() =>
        verifyAuthenticationResponse({
          response,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: response.id,
            publicKey: new Uint8Array(Buffer.from(stored.public_key, "base64url")),
            counter: Number(stored.counter),
            transports: [...transports],
          },
        }),
      ),
    )
    if (Option.isNone(judged) || !judged.value.verified) return { userId, isRight: false }
    // A counter that has grown meanwhile is another answer of the same key; those of synced keys stay 0.
    const { newCounter } = judged.value.authenticationInfo
    const taken = yield* sql`
      update idp_passkeys set counter = ${newCounter}, used_at = ${inMillis(0)}::timestamptz
      where credential_id = ${response.id} and counter = ${stored.counter}::bigint returning credential_id`
    return { userId, isRight: taken.length === 1 }
  }, Effect.orDie)

  const remove = Effect.fn("Passkeys.remove")(function* (userId: string, credentialId: string) {
    const removed = yield* sql`
      delete from idp_passkeys where user_id = ${userId} and credential_id = ${credentialId} returning credential_id`
    return removed.length === 1
  }, Effect.orDie)

  return Passkeys.of({
    areOffered: rpID !== undefined,
    list,
    creation,
    add,
    request,
    take,
    remove,
  })
})

/**
 * Passkeys (WebAuthn Level 3) at the embedded provider: a key of the person's device signs in place of password and
 * code, once the device has made sure that it is them. Public keys are stored, each challenge is answered once.
 */
export class Passkeys extends Context.Service<
  Passkeys,
  {
    /** Whether the public address can have any: browsers know none for addresses of numbers or without TLS. */
    readonly areOffered: boolean
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<Passkey>>
    /** What a browser is asked to make a passkey by, as JSON; nothing where no further one may be had. */
    readonly creation: (user: SignInUser, sessionUid: string) => Effect.Effect<string | undefined>
    /** Keeps the passkey that a browser made; false where the answer is not to the question, or is known already. */
    readonly add: (
      who: { readonly userId: string; readonly sessionUid: string },
      given: { readonly answer: string; readonly device: string },
    ) => Effect.Effect<boolean>
    /** What a browser is asked to sign in by, as JSON. */
    readonly request: (uid: string) => Effect.Effect<string | undefined>
    /** Whose passkey answered, and whether rightly; nothing where no one's did. */
    readonly take: (
      uid: string,
      answer: string,
    ) => Effect.Effect<{ readonly userId: string; readonly isRight: boolean } | undefined>
    /** False where the person has no such passkey. */
    readonly remove: (userId: string, credentialId: string) => Effect.Effect<boolean>
  }
>()("admin-view/identity/Passkeys") {
  static readonly layer = Layer.effect(Passkeys, make)
}
