import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import Papa from "papaparse"
import type { ColumnMapping } from "#schemas/people/import.ts"
import { harborPeople, northwindPeople, samplePeople } from "#server/demo/companies.ts"
import { makePeople } from "#server/demo/people.ts"
import { seededRandom } from "#server/demo/random.ts"
import { storedTenants } from "#server/demo/tenants.ts"
import { planYear } from "#server/demo/year.ts"
import { judgeRow, rowPlan } from "#server/people/imports/patientRow.rule.ts"

const plans = { northwind: northwindPeople(), harbor: harborPeople(), sample: samplePeople() }
const made = Object.values(plans).map((plan) => makePeople(seededRandom("people"), plan))
const phonesOf = (people: (typeof made)[number]) => people.flatMap(({ phone }) => (phone === null ? [] : [phone]))

describe("the demo's people", () => {
  it("are the same for the same seed, and others for another", () => {
    expect(makePeople(seededRandom("people"), harborPeople())).toEqual(made[1])
    expect(makePeople(seededRandom("others"), harborPeople())).not.toEqual(made[1])
  })

  it("have numbers that are valid and kept for fiction, no two companies the same", () => {
    for (const phone of made.flatMap(phonesOf)) {
      expect(phone).toMatch(/^\+1\d{3}55501\d\d$/)
      expect(parsePhoneNumberFromString(phone)?.isValid()).toBe(true)
    }
    const [northwind = [], harbor = [], sample = []] = made.map((people) => [...new Set(phonesOf(people))])
    expect(new Set([...northwind, ...harbor, ...sample]).size).toBe(northwind.length + harbor.length + sample.length)
    const senders = storedTenants.flatMap((tenant) => tenant.senders.map(({ e164 }) => e164))
    for (const sender of senders) expect(parsePhoneNumberFromString(sender)?.isValid()).toBe(true)
    expect(made.flatMap(phonesOf).filter((phone) => senders.includes(phone))).toEqual([])
  })

  it("are as mixed as real ones: zones, languages, landlines, shared numbers, and some without a phone", () => {
    const [people = []] = made
    const share = (test: (person: (typeof people)[number]) => boolean) => people.filter(test).length / people.length
    expect(new Set(people.map(({ timezone }) => timezone)).size).toBeGreaterThanOrEqual(6)
    expect(share(({ timezone }) => timezone === "America/Los_Angeles")).toBeGreaterThan(0.5)
    expect(share(({ language }) => language === "es")).toBeGreaterThan(0.1)
    expect(share(({ phoneKind }) => phoneKind === "landline")).toBeGreaterThan(0.04)
    expect(share(({ phone }) => phone === null)).toBeGreaterThan(0.02)
    expect(new Set(phonesOf(people)).size).toBeLessThan(phonesOf(people).length)
  })
})

describe("the demo's year", () => {
  it("runs on working days, about weekly, under names that differ, and ends before the day of seeding", () => {
    for (let day = 0; day < 370; day += 7) {
      const now = Date.UTC(2026, 0, 1 + day, 3)
      for (const { company, season } of storedTenants) {
        const year = planYear(seededRandom(`year ${day}`), season, now, company.timezone)
        const weekday = new Intl.DateTimeFormat("en-US", { timeZone: company.timezone, weekday: "short" })
        expect(year.length).toBeGreaterThanOrEqual(48)
        expect(new Set(year.map(({ name }) => name)).size).toBe(year.length)
        expect(Math.max(...year.map(({ launchAt }) => launchAt))).toBeLessThan(now - 2 * 86_400_000)
        for (const { launchAt } of year) expect(["Tue", "Wed", "Thu"]).toContain(weekday.format(launchAt))
      }
    }
  })
})

describe("the sample file", () => {
  const text = readFileSync(new URL("../../../docs/samples/patients.csv", import.meta.url), "utf8")
  const [header = [], ...rows] = Papa.parse<Array<string>>(text.trimEnd()).data
  const targets = ["externalId", "firstName", "lastName", "phone", "dob", "language", "zip", "email", "custom"] as const
  const mapping: ReadonlyArray<ColumnMapping> = header.map((name, place) => ({
    header: name,
    target: targets[place] ?? "ignore",
  }))
  const context = { country: "US", countries: new Set(["US"]), today: "2026-11-21" }
  const judged = rows.map((cells, place) => judgeRow(rowPlan(mapping), context, place + 2, cells))

  it("has 300 rows, of which eight cannot be taken, each for a reason of its own", () => {
    const rejections = judged.flatMap((one) => ("rejections" in one ? one.rejections : []))
    expect(judged).toHaveLength(300)
    expect(rejections.map(({ line, column }) => [line, column])).toEqual([
      [18, "Mobile Phone"],
      [49, "Mobile Phone"],
      [85, "Date of Birth"],
      [123, "Email"],
      [160, ""],
      [201, ""],
      [242, "Mobile Phone"],
      [279, "Date of Birth"],
    ])
  })

  it("names people no one has yet", () => {
    const known = new Set(made.slice(0, 2).flatMap((people) => people.map(({ externalId }) => externalId)))
    const ids = judged.flatMap((one) => ("row" in one ? [one.row.externalId] : []))
    expect(ids.filter((id) => id !== null && known.has(id))).toEqual([])
  })
})
