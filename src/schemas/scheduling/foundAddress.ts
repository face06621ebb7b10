import type { Position } from "./location.ts"
import type { LocationDraft } from "./locationDraft.ts"

/** A part of an address as the maps service says it, with what it is. */
export type AddressPart = {
  readonly types: ReadonlyArray<string>
  readonly longText: string | null
  readonly shortText: string | null
}

/** What a found address fills in. */
export type FoundAddress = Pick<
  LocationDraft,
  "line1" | "city" | "state" | "zip" | "country" | "latitude" | "longitude"
>

/** The fields of an address by its parts; what the service does not say is left empty, to be filled in by hand. */
export const foundAddress = (parts: ReadonlyArray<AddressPart>, position: Position | null): FoundAddress => {
  const part = (length: "longText" | "shortText", ...types: ReadonlyArray<string>): string => {
    for (const type of types) {
      const found = parts.find((one) => one.types.includes(type))?.[length]
      if (found !== undefined && found !== null) return found
    }
    return ""
  }
  return {
    line1: [part("longText", "street_number"), part("longText", "route")].filter(Boolean).join(" "),
    city: part("longText", "locality", "postal_town", "sublocality", "administrative_area_level_3"),
    state: part("shortText", "administrative_area_level_1"),
    zip: part("longText", "postal_code"),
    country: part("shortText", "country") || "US",
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  }
}
