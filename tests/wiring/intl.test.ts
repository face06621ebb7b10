import { describe, expect, it } from "vitest"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { usualPreferences, type Preferences } from "#schemas/preferences.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { words } from "#schemas/words.ts"
import { intlFor } from "../../src/wiring/intl.ts"

const person = (preferences: Partial<Preferences>): SignedInPerson => ({
  ...{ userId: UserId.make(1), userType: 3, userName: "dana@northwind.test", displayName: "Dana" },
  ...{ companyId: CompanyId.make(2), companyName: "Northwind", companyZone: "America/New_York" },
  ...{ preferences: { ...usualPreferences, ...preferences }, actingCompany: null, accessIds: [] },
})
const at = "2026-11-19T19:30:00Z"
const day = { year: "numeric", month: "short", day: "numeric" } as const
const written = (preferences: Partial<Preferences>) => {
  const intl = intlFor(person(preferences))
  return [intl.formatDate(at, day), intl.formatTime(at).replaceAll("\u202F", " ")]
}

describe("dates and times", () => {
  it.each([
    [{}, ["Nov 19, 2026", "2:30 PM"]],
    [{ timeFormat: "24" }, ["Nov 19, 2026", "14:30"]],
    [{ dateFormat: "dayFirst" }, ["19 Nov 2026", "2:30 pm"]],
    [{ dateFormat: "dayFirst", timeFormat: "24" }, ["19 Nov 2026", "14:30"]],
    [{ timezone: "Europe/Berlin", timeFormat: "24" }, ["Nov 19, 2026", "20:30"]],
  ] as const)("are written as someone chose: %j", (preferences, both) => {
    expect(written(preferences)).toEqual(both)
  })

  it("are those of the company one works for until one chooses a zone", () => {
    const actingCompany = {
      companyId: CompanyId.make(3),
      hashedId: "harborHarborHarbor0001",
      name: "Harbor",
      timezone: "America/Los_Angeles",
    }
    const zoneOf = (timezone: string | null) => intlFor({ ...person({ timezone }), actingCompany }).timeZone
    expect([zoneOf(null), zoneOf("Europe/Berlin")]).toEqual(["America/Los_Angeles", "Europe/Berlin"])
  })
})

it("no word names a date or a time: words are said without the zone", () => {
  const dated = Object.entries(words).filter(([, text]) => /\{\s*\w+\s*,\s*(date|time)\b/.test(text))
  expect(dated).toEqual([])
})
