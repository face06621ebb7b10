import { afterAll, beforeEach, describe, expect, it, vi } from "vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { hostedIdentity } from "#server/identity/IdentityConfig.ts"
import { tenantKeys } from "#server/identity/tenantKeys.ts"
import { verifyWith } from "#server/identity/TokenVerifier.ts"
import { startTenant, type Tenant } from "#tests/support/tenant/hostedTenant.ts"

const user = { subject: randomUUID(), email: "person@clinic.test", name: "A Person" }
const started: Array<Tenant> = []
let tenant: Tenant
let verify: (token: string) => Promise<string>
/** The world's time ahead of the clock, in milliseconds. */
let ahead = 0

beforeEach(async () => {
  tenant = await startTenant([user])
  started.push(tenant)
  ahead = 0
  const now = () => Date.now() + ahead
  const { clientId, issuer, audience, scope, policy } = tenant.names
  const { rules } = hostedIdentity(
    { publicUrl: "http://localhost:4180" },
    {
      authority: "https://t.example",
      metadataUri: "",
      clientId,
      issuer,
      audience,
      scope,
      policy,
      authorizedParty: clientId,
      subjectClaim: "sub",
    },
    tenant.metadata,
  )
  const check = verifyWith(tenantKeys(tenant.metadata.jwks_uri, now), rules, now)
  verify = (token) =>
    Effect.runPromise(
      Effect.match(check(token), { onSuccess: ({ subject }) => subject, onFailure: ({ problem }) => problem }),
    )
  return () => void vi.useRealTimers()
})
afterAll(() => Promise.all(started.map(({ close }) => close())))

/** Lets the library's own pause between two readings pass; requests go on in real time. */
const later = (millis: number) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + millis })
}
const token = () => tenant.tokens.access(user, "1")

describe("the keys of a hosted tenant", () => {
  it("are read once for many calls, at the first", async () => {
    const good = await token()
    expect(await Promise.all(Array.from({ length: 20 }, () => verify(good)))).toEqual(Array(20).fill(user.subject))
    expect(await verify(good)).toBe(user.subject)
    expect(tenant.asked.keys).toHaveLength(1)
  })

  it("are read again for an unknown key id, once, and then not again during the pause", async () => {
    const before = await token()
    expect(await verify(before)).toBe(user.subject)
    await tenant.tokens.rotate()
    const after = await token()
    expect(await verify(after)).toBe("Unauthenticated")
    expect(tenant.asked.keys).toHaveLength(1)

    later(31_000)
    expect(await Promise.all([verify(after), verify(after), verify(after)])).toEqual(Array(3).fill(user.subject))
    expect(tenant.asked.keys).toHaveLength(2)
    // A token of a withdrawn key is refused when it is verified the next time, a minute after the last.
    later(29_000)
    expect(await verify(before)).toBe("Unauthenticated")
    expect(tenant.asked.keys).toHaveLength(2)
  })

  it("that cannot be read make a call fail for now, and sign no one out", async () => {
    tenant.state.keysDown = true
    const good = await token()
    expect(await verify(good)).toBe("Unavailable")
    tenant.state.keysDown = false
    expect(await verify(good)).toBe(user.subject)
    await tenant.close()
    await tenant.tokens.rotate()
    later(31_000)
    expect(await verify(await token())).toBe("Unavailable")
  })

  it("once read go on counting for a day while the tenant does not answer", async () => {
    const good = await token()
    expect(await verify(good)).toBe(user.subject)
    tenant.state.keysDown = true
    later(11 * 60_000)
    expect(await verify(good)).toBe(user.subject)
    expect(tenant.asked.keys).toHaveLength(2)
    ahead = 25 * 3_600_000
    expect(await verify(good)).toBe("Unavailable")
  })
})
