import { describe, expect, it } from "vitest"
import { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { countriesIn } from "#schemas/administration/countries.ts"
import { validatorOf } from "#schemas/validate.ts"
import { sampleValues } from "#tests/support/companySamples.ts"

const faultsOf = validatorOf(CompanyDraft)

describe("the countries of a company", () => {
  it("are offered once each by name, with the code that is in use", () => {
    const countries = countriesIn("en")
    expect(new Set(countries.map(({ label }) => label)).size).toBe(countries.length)
    expect(countries.find(({ label }) => label === "Germany")?.value).toBe("DE")
    expect(countries.length).toBeGreaterThan(240)
  })

  it("are refused by a code that went out of use: no number is of it", () => {
    expect(faultsOf({ ...sampleValues, textCountries: ["DE", "MX"] })).toEqual([])
    const faults = faultsOf({ ...sampleValues, country: "SU", textCountries: ["DE", "DD"] })
    expect(faults.map(({ field }) => field)).toEqual(["country", "textCountries.1"])
  })
})
