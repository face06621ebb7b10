import { describe, expect, it } from "vitest"
import { areaZones } from "#server/people/patients/areaZones.rule.ts"
import { whereabouts, zoneName, type ZoneHints } from "#server/people/patients/zone.rule.ts"

const nothing: ZoneHints = { timezone: null, zip: null, addressCountry: null, phone: null }
const boston = "+16175550123"
const berlin = "+4915112345678"

const at = (known: Partial<ZoneHints>, company = "US") => whereabouts({ ...nothing, ...known }, company)

describe("whereabouts", () => {
  it.each([
    [
      "their own zone",
      { timezone: "America/Denver", zip: "10001", phone: boston },
      "US",
      ["America/Denver"],
      "patient",
    ],
    ["a ZIP over the area code", { zip: "94110-1234", phone: boston }, "US", ["America/Los_Angeles"], "zip"],
    ["a ZIP near a border", { zip: "47708", phone: boston }, "US", ["America/Chicago"], "zip"],
    ["a ZIP of Puerto Rico", { zip: "00901", phone: "+17875550123" }, "US", ["America/Puerto_Rico"], "zip"],
    [
      "a US address at a company abroad",
      { zip: "10001", addressCountry: "US", phone: boston },
      "CA",
      ["America/New_York"],
      "zip",
    ],
    [
      "five digits of a German address",
      { zip: "10115", addressCountry: "DE", phone: boston },
      "US",
      ["America/New_York"],
      "area",
    ],
    [
      "five digits with a German phone",
      { zip: "10115", phone: berlin },
      "US",
      ["Europe/Berlin", "Europe/Busingen"],
      "country",
    ],
    [
      "five digits at a German company",
      { zip: "10115", phone: berlin },
      "DE",
      ["Europe/Berlin", "Europe/Busingen"],
      "country",
    ],
    ["a ZIP no one knows", { zip: "00000", phone: boston }, "US", ["America/New_York"], "area"],
    ["an area code in two zones", { phone: "+18505550123" }, "US", ["America/Chicago", "America/New_York"], "area"],
    [
      "an area code laid over another",
      { phone: "+14485550123" },
      "US",
      ["America/Chicago", "America/New_York"],
      "area",
    ],
    [
      "a Canadian area code",
      { phone: "+17095550123" },
      "US",
      ["America/Halifax", "America/Puerto_Rico", "America/St_Johns"],
      "area",
    ],
    ["a country of one zone", { phone: "+442071234567" }, "US", ["Europe/London"], "country"],
    ["a number of no country", { phone: "+870773111632" }, "US", [], "none"],
    ["no phone at all", {}, "US", [], "none"],
  ] as const)("of %s", (_, known, company, zones, source) => {
    expect(at(known, company)).toMatchObject({ zones, source })
  })

  it("of a toll-free number are all zones of the United States, never the company's clock", () => {
    const { zones, source } = at({ phone: "+18005550123" })
    expect(source).toBe("country")
    for (const zone of ["America/New_York", "America/Chicago", "America/Phoenix", "Pacific/Honolulu", "America/Adak"]) {
      expect(zones).toContain(zone)
    }
  })

  it.each([
    ["+16175550123", "US"],
    ["+14165550123", "CA"],
    ["+18765550123", "JM"],
    // Territories dial and post as part of the United States.
    ["+17875550123", "US"],
    ["+16715550123", "US"],
    [berlin, "DE"],
    ["+77011234567", "KZ"],
    ["+870773111632", undefined],
  ])("know the country of %s as %s", (phone, country) => {
    expect(at({ phone }).phoneCountry).toBe(country)
  })

  it("name zones that exist", () => {
    const zones = [...new Set([...areaZones.values()].flat())]
    expect(zones.filter((zone) => zoneName(zone) === undefined)).toEqual([])
  })
})
