import { describe, expect, it } from "vitest"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { usualPreferences, type Preferences } from "#schemas/preferences.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { words } from "#schemas/words.ts"
import { intlFor } from "../../src/wiring/intl.ts"
import { spanish } from "../../src/wiring/spanish.ts"

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

describe("dates and times in Spanish", () => {
  const full = { weekday: "long", ...day, month: "long" } as const
  it.each([
    ["monthFirst", ["nov 19, 2026", "jueves, noviembre 19, 2026", "11/19/2026", "2:30 p. m."]],
    ["dayFirst", ["19 nov 2026", "jueves, 19 de noviembre de 2026", "19/11/2026", "2:30 p.m."]],
  ] as const)("have the month and the day in the order that someone chose: %s", (dateFormat, written) => {
    const plain = intlFor(person({ dateFormat }), "es")
    const intl = dateFormat === "monthFirst" ? spanish.monthFirst(plain) : plain
    const numeric = { ...day, month: "numeric" } as const
    const said = [...[day, full, numeric].map((options) => intl.formatDate(at, options)), intl.formatTime(at)]
    expect(said.map((one) => one.replaceAll(/[\u202F\u00A0]/g, " "))).toEqual(written)
  })

  it("have 24 hours where someone chose them, and the numbers of the United States", () => {
    const intl = intlFor(person({ timeFormat: "24" }), "es")
    expect([intl.formatTime(at), intl.formatNumber(12_345.6)]).toEqual(["14:30", "12,345.6"])
  })
})

it("no word names a date or a time: words are said without the zone", () => {
  const dated = Object.entries(words).filter(([, text]) => /\{\s*\w+\s*,\s*(date|time)\b/.test(text))
  expect(dated).toEqual([])
})
