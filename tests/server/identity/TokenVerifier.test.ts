import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWTPayload } from "jose"
import { beforeAll } from "vitest"
import type { TokenRules } from "#server/identity/IdentityConfig.ts"
import { verifyWith } from "#server/identity/TokenVerifier.ts"

const rules: TokenRules = {
  issuer: "https://tenant.example/v2.0/",
  audience: "the-api",
  scopes: ["user.read", "https://tenant.example/api/user.read"],
  policy: "B2C_1_susi",
  authorizedParty: "the-app",
  subjectClaim: "sub",
  accountIssuer: "https://tenant.example/v2.0/",
}
/** The real world's time of these tests, in seconds. */
const now = 1_800_000_000

const good: JWTPayload = {
  iss: rules.issuer,
  aud: rules.audience,
  sub: "person-1",
  iat: now,
  nbf: now,
  exp: now + 900,
  scp: "openid user.read",
  Roles: "1, 2,,x,17,999999999999,-1,18",
  tfp: rules.policy,
  azp: rules.authorizedParty,
  sid: "session-1",
}

type Pair = Awaited<ReturnType<typeof generateKeyPair>>
let ours: Pair
let foreign: Pair
let published: ReturnType<typeof createLocalJWKSet>
let verify: ReturnType<typeof verifyWith>
let verifyByObject: ReturnType<typeof verifyWith>

beforeAll(async () => {
  ours = await generateKeyPair("RS256", { extractable: true })
  foreign = await generateKeyPair("RS256")
  // As hosted tenants publish it: without `alg`.
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(ours.publicKey)), kid: "key-1" }] })
  published = keys
  verify = verifyWith(keys, rules, () => now * 1000)
  verifyByObject = verifyWith(keys, { ...rules, subjectClaim: "oid" }, () => now * 1000)
})

const sign = (payload: JWTPayload, header: Record<string, unknown> = {}, key = ours.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "key-1", typ: "JWT", ...header }).sign(key)

/** Only the algorithm is wrong: the key is ours, and the published key names no algorithm. */
const signAs = async (alg: "RS512" | "PS256") =>
  new SignJWT(good)
    .setProtectedHeader({ alg, kid: "key-1" })
    .sign(await importJWK(await exportJWK(ours.privateKey), alg))

/** A payload whose end is written as no number of JavaScript can be. */
const signEnd = async (exp: string) => {
  const part = (text: string) => Buffer.from(text).toString("base64url")
  const payload = JSON.stringify({ ...good, exp: 0 }).replace('"exp":0', `"exp":${exp}`)
  const signed = `${part(JSON.stringify({ alg: "RS256", kid: "key-1", typ: "JWT" }))}.${part(payload)}`
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", ours.privateKey, Buffer.from(signed))
  return `${signed}.${Buffer.from(signature).toString("base64url")}`
}

const without = (claim: string): JWTPayload =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim))

const forged: Record<string, () => Promise<string>> = {
  "no token": async () => "",
  "not a token": async () => "a.b.c",
  "alg none": async () => new UnsecuredJWT(good).encode(),
  "alg none with a key id": async () =>
    `${Buffer.from(JSON.stringify({ alg: "none", kid: "key-1" })).toString("base64url")}.${Buffer.from(JSON.stringify(good)).toString("base64url")}.`,
  "HS256 with the public key as secret": async () => {
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(ours.publicKey)))
    return new SignJWT(good).setProtectedHeader({ alg: "HS256", kid: "key-1" }).sign(secret)
  },
  "our own key under RS512": () => signAs("RS512"),
  "our own key under PS256": () => signAs("PS256"),
  "a foreign key under our key's id": () => sign(good, {}, foreign.privateKey),
  "an unknown key id": () => sign(good, { kid: "key-2" }),
  "no key id": () => sign(good, { kid: undefined }),
  "a key brought along in the header": async () =>
    sign(good, { kid: undefined, jwk: await exportJWK(foreign.publicKey) }, foreign.privateKey),
  "another audience": () => sign({ ...good, aud: "another-api" }),
  "another issuer": () => sign({ ...good, iss: "https://elsewhere.example/" }),
  "an issuer without its last slash": () => sign({ ...good, iss: rules.issuer.slice(0, -1) }),
  "expired beyond the skew": () => sign({ ...good, exp: now - 301 }),
  "an end without end": () => signEnd("1e999"),
  "an end in the year 5138": () => signEnd("99999999999"),
  "an end further away than any token lives": () => signEnd(String(now + 32 * 86_400)),
  "an end as text": () => signEnd(`"${now + 900}"`),
  "an end that is nothing": () => signEnd("null"),
  "a negative end": () => signEnd("-1e999"),
  "not valid yet beyond the skew": () => sign({ ...good, nbf: now + 301 }),
  "issued in the future beyond the skew": () => sign({ ...good, iat: now + 301 }),
  "times as text": () => sign({ ...good, exp: `${now + 900}` as unknown as number }),
  "no audience": () => sign(without("aud")),
  "no issuer": () => sign(without("iss")),
  "no expiry": () => sign(without("exp")),
  "no subject": () => sign(without("sub")),
  "an empty subject": () => sign({ ...good, sub: "" }),
  "a subject that no database takes": () => sign({ ...good, sub: "person\0" }),
  "half a character in its subject": () => sign({ ...good, sub: "person\ud800" }),
  "a session that no database takes": () => sign({ ...good, sid: "\0" }),
  "an id in place of a session that no database takes": () => sign({ ...without("sid"), jti: "\0" }),
  "no scope, as an ID token": () => sign({ ...without("scp"), nonce: "n" }),
  "another scope": () => sign({ ...good, scp: "user.readwrite" }),
  "scopes as a list": () => sign({ ...good, scp: ["user.read"] }),
  "a scope that only begins alike": () => sign({ ...good, scp: "user.read.all user.reader" }),
  "the right scope next to an empty one": () => sign({ ...good, scp: "", scope: "user.read" }),
  "no user flow": () => sign(without("tfp")),
  "no authorized party": () => sign(without("azp")),
  "another user flow next to the right acr": () => sign({ ...good, tfp: "B2C_1_reset", acr: rules.policy }),
  "another user flow": () => sign({ ...good, tfp: "B2C_1_reset" }),
  "another authorized party": () => sign({ ...good, azp: "another-app" }),
  "a logout token": () => sign(good, { typ: "logout+jwt" }),
}

describe("a token", () => {
  it.effect("of ours is accepted, with roles read strictly", () =>
    Effect.gen(function* () {
      const claims = yield* verify(yield* Effect.promise(() => sign(good)))
      expect(claims).toEqual({
        issuer: rules.accountIssuer,
        subject: "person-1",
        roles: [1, 2, 17],
        sessionId: "session-1",
      })
    }),
  )

  it.effect("belongs to the person its `oid` names, where that is the claim, and to no one without one", () =>
    Effect.gen(function* () {
      const both = yield* Effect.promise(() => sign({ ...good, oid: "object-1" }))
      expect((yield* verifyByObject(both)).subject).toBe("object-1")
      expect((yield* verify(both)).subject).toBe("person-1")
      for (const oid of ["", 7, ["object-1"], undefined]) {
        const token = yield* Effect.promise(() => sign({ ...good, oid }))
        expect((yield* Effect.flip(verifyByObject(token))).problem).toBe("Unauthenticated")
      }
    }),
  )

  it.effect("is still accepted within 300 seconds of its end", () =>
    Effect.gen(function* () {
      const claims = yield* verify(yield* Effect.promise(() => sign({ ...good, exp: now - 299 })))
      expect(claims.subject).toBe("person-1")
    }),
  )

  it.effect("is verified once a minute, and never taken past its end nor before it was verified", () =>
    Effect.gen(function* () {
      let seconds = now
      let verified = 0
      const check = verifyWith(
        async (header, token) => {
          verified += 1
          return published(header, token)
        },
        rules,
        () => seconds * 1000,
      )
      const at = (second: number, token: string) =>
        Effect.suspend(() => {
          seconds = second
          return Effect.exit(check(token))
        }).pipe(Effect.map(({ _tag }) => [_tag, verified]))
      const long = yield* Effect.promise(() => sign(good))
      expect(yield* at(now, long)).toEqual(["Success", 1])
      expect(yield* at(now + 59, long)).toEqual(["Success", 1])
      expect(yield* at(now + 60, long)).toEqual(["Success", 2])
      expect(yield* at(now - 1, long)).toEqual(["Success", 3])
      // The same text but for its signature is another token.
      expect(yield* at(now, `${long.slice(0, -6)}AAAAAA`)).toEqual(["Failure", 4])
      const short = yield* Effect.promise(() => sign({ ...good, exp: now - 270 }))
      expect(yield* at(now, short)).toEqual(["Success", 5])
      expect(yield* at(now + 29, short)).toEqual(["Success", 5])
      expect(yield* at(now + 31, short)).toEqual(["Failure", 6])
    }),
  )

  it.effect.each([
    ["as the claim scope, as providers other than Azure name it", { scp: undefined, scope: "openid user.read" }],
    ["by its full name", { scp: "openid https://tenant.example/api/user.read" }],
    ["among several audiences", { aud: ["another-api", rules.audience] }],
    ["with a not-before within the skew", { nbf: now + 299, iat: now + 299 }],
  ] as const)("is accepted %s", ([_how, change]) =>
    Effect.gen(function* () {
      const claims = yield* verify(yield* Effect.promise(() => sign({ ...good, ...change } as JWTPayload)))
      expect(claims.subject).toBe("person-1")
    }),
  )

  it.effect("may name roles as a user flow attribute and the policy as acr", () =>
    Effect.gen(function* () {
      const { Roles: _, tfp: __, sid: ___, ...rest } = good
      const token = yield* Effect.promise(() =>
        sign({ ...rest, extension_Roles: "4", acr: rules.policy, jti: "token-1" }),
      )
      expect(yield* verify(token)).toMatchObject({ roles: [4], sessionId: "token-1" })
    }),
  )

  for (const [what, make] of Object.entries(forged)) {
    it.effect(`is refused with ${what}`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(verify(yield* Effect.promise(make)))
        // One body, whatever the reason.
        expect(failure).toEqual({
          statusCode: "401",
          status: "error",
          problem: "Unauthenticated",
          message: "Your sign-in is not valid any more. Please sign in again.",
        })
      }),
    )
  }
})
