import { usualPreferences } from "#schemas/preferences.ts"
import { expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { Account } from "#server/session/login.rule.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { auditStream, SignInAudit } from "#server/identity/SignInAudit.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

const stored = SignInAudit.layer.pipe(
  Layer.provideMerge(Accounts.layer),
  Layer.provideMerge(EventStore.layer),
  Layer.provideMerge(embeddedDatabase),
)

const account: Account = {
  userId: UserId.make(7),
  userName: "person@clinic.test",
  displayName: "A Person",
  userType: 3,
  accessIds: [],
  isActive: true,
  locked: false,
  preferences: usualPreferences,
  company: {
    companyId: CompanyId.make(21),
    name: "Clinic",
    timezone: "UTC",
    state: "active",
    contractStart: null,
    contractEnd: null,
  },
}
const caller = { address: "127.0.0.1", sessionId: "session-1", correlationId: "call-1" }

layer(stored, { timeout: "60 seconds", excludeTestServices: true })("the audit of sign-ins", (it) => {
  it("keeps one stream a company and month", () => {
    const companyId = CompanyId.make(7)
    expect(auditStream(companyId, Date.parse("2026-01-31T23:59:59Z"))).toBe("audit-7-202601")
    expect(auditStream(companyId, Date.parse("2026-02-01T00:00:00Z"))).toBe("audit-7-202602")
  })

  it.effect("records who signed in, and of a refusal whose account it was but no actor", () =>
    Effect.gen(function* () {
      const [companyId, userId] = [CompanyId.make(21), UserId.make(7)]
      const audit = yield* SignInAudit
      const events = yield* EventStore
      yield* audit.judged(account, "ok", caller)
      yield* audit.judged(account, "contractExpired", caller)
      const [signedIn, refused] = yield* events.readStream(
        companyId,
        auditStream(companyId, yield* Clock.currentTimeMillis),
      )
      expect(signedIn).toMatchObject({
        type: "SignInSucceeded",
        data: { userId, companyId },
        metadata: {
          actorId: userId,
          companyId,
          actingCompanyId: companyId,
          sessionId: "session-1",
          address: "127.0.0.1",
        },
      })
      expect(refused).toMatchObject({
        type: "SignInRefused",
        data: { userId, companyId, reason: "contractExpired" },
        metadata: { actorId: null, companyId: null, actingCompanyId: companyId },
      })
      expect(JSON.stringify([signedIn, refused])).not.toMatch(/@|A Person/)
    }),
  )

  it.effect(
    "records a sign-in once, however often its page is loaded, and each where no session distinguishes them",
    () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(22)
        const audit = yield* SignInAudit
        const events = yield* EventStore
        const company = { ...account, company: { ...account.company, companyId } }
        const sessions = ["a", "a", "b", "a", null, null, ""]
        for (const sessionId of sessions) yield* audit.judged(company, "ok", { ...caller, sessionId })
        const facts = yield* events.readStream(companyId, auditStream(companyId, yield* Clock.currentTimeMillis))
        expect(facts.map(({ metadata }) => metadata.sessionId)).toEqual(["a", "b", null, null, ""])
      }),
  )
})
