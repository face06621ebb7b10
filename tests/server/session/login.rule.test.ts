import { usualPreferences } from "#schemas/preferences.ts"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { readLogin, type LoginReply } from "#schemas/session/login.ts"
import { contractMarks, contractTexts } from "#schemas/session/words.ts"
import { type Account, effectiveAccessIds, loginOutcome, rightsLacking } from "#server/session/login.rule.ts"

const readReply = (reply: LoginReply) => {
  const read = Option.getOrThrow(readLogin(reply))
  return typeof read === "string" ? read : "ok"
}

const account: Account = {
  userId: UserId.make(7),
  userName: "person@clinic.test",
  displayName: "A Person",
  userType: 2,
  accessIds: [1, 4, 14],
  isActive: true,
  locked: false,
  preferences: usualPreferences,
  company: {
    companyId: CompanyId.make(3),
    name: "Test Clinic",
    timezone: "America/New_York",
    state: "active",
    contractStart: "2026-03-01",
    contractEnd: "2026-03-31",
  },
}
const presented = { token: "the-token", roles: [1, 2, 4, 14], actingCompany: null }
const at = (instant: string) => Date.parse(instant)
const midMonth = at("2026-03-15T12:00:00Z")
const withCompany = (more: Partial<Account["company"]>): Account => ({
  ...account,
  company: { ...account.company, ...more },
})

describe("the login call", () => {
  it("gives a person their session", () => {
    expect(loginOutcome(account, presented, midMonth)).toEqual({
      statusCode: "200",
      status: "ok",
      userId: 7,
      userType: 2,
      userName: "person@clinic.test",
      displayName: "A Person",
      companyId: 3,
      companyName: "Test Clinic",
      companyZone: account.company.timezone,
      preferences: account.preferences,
      actingCompany: null,
      accessIds: [1, 4, 14],
      token: { access_Token: "the-token" },
    })
  })

  it.each([
    ["an unknown person", undefined, "invalid"],
    ["an inactive account", { ...account, isActive: false, locked: true }, "invalid"],
    ["a locked account", { ...account, locked: true }, "locked"],
    ["a retired company", withCompany({ state: "retired", contractEnd: null }), "contractExpired"],
    ["a suspended company", withCompany({ state: "suspended", contractEnd: null }), "locked"],
  ] as const)("refuses %s", (_what, found, outcome) => {
    expect(readReply(loginOutcome(found, presented, midMonth))).toBe(outcome)
  })

  it.each([
    ["the last second before", "2026-03-01T04:59:59Z", "contractNotStarted"],
    ["the first second of the first day", "2026-03-01T05:00:00Z", "ok"],
    ["the last second of the last day, an hour earlier by summer time", "2026-04-01T03:59:59Z", "ok"],
    ["the first second after", "2026-04-01T04:00:00Z", "contractExpired"],
  ] as const)("judges the contract in the company's zone: %s", (_what, instant, outcome) => {
    expect(readReply(loginOutcome(account, presented, at(instant)))).toBe(outcome)
  })

  it("takes a contract without days as running, and an unknown zone as UTC", () => {
    const endless = withCompany({ contractStart: null, contractEnd: null })
    expect(loginOutcome(endless, presented, midMonth).statusCode).toBe("200")
    expect(
      readReply(loginOutcome(withCompany({ timezone: "Nowhere/At_All" }), presented, at("2026-04-01T00:00:00Z"))),
    ).toBe("contractExpired")
  })

  it("distinguishes expired from not started whichever is asked first", () => {
    expect(contractTexts.expired).toContain(contractMarks.expired)
    expect(contractTexts.expired).not.toContain(contractMarks.notStarted)
    expect(contractTexts.notStarted).toContain(contractMarks.notStarted)
    expect(contractTexts.notStarted).not.toContain(contractMarks.expired)
  })
})

describe("rights", () => {
  it("are what token and record both hold", () => {
    expect(effectiveAccessIds(account, [1, 2])).toEqual([1])
  })

  it("in the record alone call for a new token; in the token alone they are simply gone", () => {
    expect(rightsLacking(account, [1])).toEqual([4, 14])
    expect(rightsLacking(account, [1, 2, 4, 14])).toEqual([])
  })
})
