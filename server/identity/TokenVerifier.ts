import type { PgClient } from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { createLocalJWKSet, jwtVerify, type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey } from "jose"
import { parseRoles } from "#schemas/roles.ts"
import { clockSkewSeconds } from "#schemas/constants.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { isStorable } from "#server/http/body.rule.ts"
import { Database } from "#server/store/Database.ts"
import { Identity, type TokenRules } from "./IdentityConfig.ts"
import { rememberTokens } from "./rememberedTokens.ts"
import { ProviderKeys } from "./ProviderKeys.ts"
import { RealTime } from "./realTime.ts"
import { isSessionOpen } from "./sessions.ts"
import { KeysUnreachable, tenantKeys } from "./tenantKeys.ts"

/** Who a verified access token was issued to. `issuer` is the name accounts keep it under. */
export type VerifiedClaims = {
  readonly issuer: string
  readonly subject: string
  readonly roles: ReadonlyArray<number>
  /** The sign-in session, or the token's own id where the tenant names no session. */
  readonly sessionId: string
  /** The e-mail address, where the provider says that it has verified it: who is invited may join by it, once. */
  readonly verifiedEmail?: string
}

/** Types a token may say it is: the embedded provider's, a hosted tenant's, or none at all. */
const accessTokenTypes = new Set(["at+jwt", "application/at+jwt", "jwt"])

/** No provider gives access for longer; an end farther away is a mistake or a forgery, in seconds. */
const longestTokenSeconds = 31 * 86_400

/** An end that a signed number may not be: JSON's `1e999` is one, and would never come. */
const isSoundEnd = (exp: number | undefined, nowSeconds: number): boolean =>
  exp !== undefined && Number.isFinite(exp) && exp > 0 && exp <= nowSeconds + longestTokenSeconds

const claimText = (value: unknown): string => (typeof value === "string" ? value : "")

/** Hosted tenants name the claim `scp`, other providers `scope` (RFC 9068). */
const scopesOf = (payload: JWTPayload): ReadonlyArray<string> =>
  claimText(payload["scp"] ?? payload["scope"]).split(" ")

/** Only the provider's own word that it has verified the address counts (OpenID Connect Core 5.1). */
const verifiedEmailIn = (payload: JWTPayload): { readonly verifiedEmail?: string } => {
  const email = claimText(payload["email"])
  return payload["email_verified"] === true && email !== "" && isStorable(email) ? { verifiedEmail: email } : {}
}

/** Why a payload that is signed, current and for us is still not an access token of ours; undefined when it is. */
const tokenError = (
  payload: JWTPayload,
  { typ, kid }: JWTHeaderParameters,
  rules: TokenRules,
  nowSeconds: number,
): string | undefined => {
  if (typ !== undefined && !accessTokenTypes.has(typ.toLowerCase())) return "typ"
  if (kid === undefined) return "kid"
  if (!isSoundEnd(payload.exp, nowSeconds)) return "exp"
  if (payload.iat !== undefined && payload.iat > nowSeconds + clockSkewSeconds) return "iat"
  if (claimText(payload[rules.subjectClaim]) === "") return "subject"
  // They are asked of the database, which fails on what it cannot hold.
  if (![payload[rules.subjectClaim], payload["sid"], payload.jti].every((value) => isStorable(claimText(value))))
    return "characters"
  // An ID token names the browser application as audience and carries no scope; the scope settles it where tenants share an audience.
  if (!scopesOf(payload).some((scope) => rules.scopes.includes(scope))) return "scope"
  if (rules.policy !== undefined && (payload["tfp"] ?? payload["acr"]) !== rules.policy) return "policy"
  if (rules.authorizedParty !== undefined && payload["azp"] !== rules.authorizedParty) return "azp"
  return undefined
}

const unauthenticated = () => problem("Unauthenticated", "Your sign-in is not valid any more. Please sign in again.")
const keysUnreachable = () =>
  problem(
    "Unavailable",
    "Sign-ins cannot be checked just now, because the identity provider does not answer. Please try again.",
  )

/**
 * Checks one access token (docs/architecture.md#tokens): RS256 only, a key of the
 * pinned set by its id, pinned issuer, audience and scope, an end that is a sound date, with 300 s skew.
 * Fails with `Unauthenticated` for any token that is not ours, and with
 * `Unavailable` when the keys could not be read: the token may be good.
 */
export const verifyWith = (key: JWTVerifyGetKey, rules: TokenRules, realTime: () => number) => {
  const remembered = rememberTokens<VerifiedClaims>()
  return (bearer: string): Effect.Effect<VerifiedClaims, Problem> =>
    Effect.gen(function* () {
      const now = realTime()
      const known = remembered.get(bearer, now)
      if (known !== undefined) return known
      const { payload, protectedHeader } = yield* Effect.tryPromise({
        try: () =>
          jwtVerify(bearer, key, {
            issuer: rules.issuer,
            audience: rules.audience,
            algorithms: ["RS256"],
            requiredClaims: ["exp", rules.subjectClaim],
            clockTolerance: clockSkewSeconds,
            currentDate: new Date(now),
          }),
        catch: (cause) => (cause instanceof KeysUnreachable ? keysUnreachable() : unauthenticated()),
      })
      const { exp = 0 } = payload
      if (tokenError(payload, protectedHeader, rules, now / 1000) !== undefined)
        return yield* Effect.fail(unauthenticated())
      const claims = {
        issuer: rules.accountIssuer,
        subject: claimText(payload[rules.subjectClaim]),
        // Only text counts: a list or a number in this claim grants nothing.
        roles: parseRoles(payload["Roles"] ?? payload["extension_Roles"]),
        sessionId: claimText(payload["sid"]) || claimText(payload.jti),
        ...verifiedEmailIn(payload),
      }
      remembered.keep(bearer, claims, { now, exp })
      return claims
    })
}

/** What a token says, before its session was asked for. */
export type ReadToken = {
  readonly claims: VerifiedClaims
  /** A condition in SQL: the session it was issued in is open. Absent where sessions are not ours to know. */
  readonly isOpen?: (sql: PgClient) => Fragment
}

type Verify = (bearer: string) => Effect.Effect<VerifiedClaims, Problem>

/** A verifier of tokens that say all by themselves. */
export const byTokenAlone = (verify: Verify) => ({
  verify,
  read: (bearer: string): Effect.Effect<ReadToken, Problem> => Effect.map(verify(bearer), (claims) => ({ claims })),
})

/** Verifies the bearer token of a call: the same code for the hosted tenant and the embedded provider (docs/architecture.md#identity). */
export class TokenVerifier extends Context.Service<
  TokenVerifier,
  {
    /** Fails with `Unauthenticated` whatever is wrong with the token, without the reason; with `Unavailable` while it cannot be checked. */
    readonly verify: Verify
    /** As `verify`, without a question to the database: the caller asks `isOpen` with whatever it reads. */
    readonly read: (bearer: string) => Effect.Effect<ReadToken, Problem>
  }
>()("admin-view/identity/TokenVerifier") {
  /** Keys of the hosted tenant come from the set it publishes. */
  static readonly hosted = Layer.effect(
    TokenVerifier,
    Effect.gen(function* () {
      const { metadata, rules } = yield* Identity
      const realTime = yield* RealTime
      return TokenVerifier.of(byTokenAlone(verifyWith(tenantKeys(metadata.jwks_uri, realTime), rules, realTime)))
    }),
  )

  /**
   * Keys of the embedded provider are at hand in the same process, and so are its
   * sessions: a token ends with the session it was issued in, at logout at the latest.
   */
  static readonly embedded = Layer.effect(
    TokenVerifier,
    Effect.gen(function* () {
      const { rules } = yield* Identity
      const { publicKeys } = yield* ProviderKeys
      const { sql } = yield* Database
      const realTime = yield* RealTime
      const verifySigned = verifyWith(createLocalJWKSet(publicKeys), rules, realTime)
      const isOpen = ({ sessionId }: VerifiedClaims, asked: PgClient) => isSessionOpen(realTime())(asked, sessionId)
      const verify = Effect.fn("TokenVerifier.verify")(function* (bearer: string) {
        const claims = yield* verifySigned(bearer)
        const [session] = yield* Effect.orDie(sql<{ open: boolean }>`select ${isOpen(claims, sql)} as open`)
        return session?.open === true ? claims : yield* Effect.fail(unauthenticated())
      })
      const read = (bearer: string) =>
        Effect.map(verifySigned(bearer), (claims): ReadToken => ({ claims, isOpen: (asked) => isOpen(claims, asked) }))
      return TokenVerifier.of({ verify, read })
    }),
  )
}
