import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { postalAddress, realDate, shortText, text, WallTime, Zone } from "../fields.ts"

/** The most shifts of one day, and the most dates on which a location is closed. */
export const locationLimits = { shifts: 4, closures: 100 } as const

/** From when to when a location is open on one day; with several, there is a break between them. */
export const Shift = Schema.Struct({ from: WallTime, to: WallTime })
export type Shift = typeof Shift.Type

/** The hours that a day is offered with at first. */
export const usualShift: Shift = { from: "08:00", to: "17:00" }

/** Days on which a location is closed, the last one included. */
const Closure = Schema.Struct({
  from: realDate("Enter a day, for example Nov 23, 2026."),
  to: realDate("Enter a day, for example Nov 23, 2026."),
  reason: text(60, "Say why in 1 to 60 characters."),
})
export type Closure = typeof Closure.Type

const degrees = (most: number, message: string) =>
  Schema.optionalKey(
    Schema.NullOr(Schema.Number.check(Schema.isBetween({ minimum: -most, maximum: most }, { message }))),
  )

/** Where it lies, in degrees, where someone knows it better than its ZIP code does. */
const handPosition = {
  latitude: degrees(90, "Enter degrees from -90 to 90, for example 37.7923."),
  longitude: degrees(180, "Enter degrees from -180 to 180, for example -122.3959; west is negative."),
}

const fields = {
  name: TrimmedText.check(
    Schema.isMinLength(2, { message: "Enter a name of 2 to 80 characters." }),
    Schema.isMaxLength(80, { message: "Enter a name of 2 to 80 characters." }),
  ),
  /** How staff know it; patients never see it. */
  internalName: shortText(40),
  /** The group it belongs to, by name: a region, a brand. Empty for none. */
  group: shortText(40),
  ...postalAddress,
  ...handPosition,
  phone: shortText(32),
  timezone: Zone,
  /** Whether patients are offered it on their own booking page. */
  isPublic: Schema.Boolean,
  /** Opening hours on the wall of the location, by weekday: the first is Sunday’s. */
  hours: Schema.Array(
    Schema.Array(Shift).check(
      Schema.isMaxLength(locationLimits.shifts, { message: `A day has at most ${locationLimits.shifts} shifts.` }),
    ),
  ).check(
    Schema.isMinLength(7, { message: "Give the hours of all seven days." }),
    Schema.isMaxLength(7, { message: "Give the hours of all seven days." }),
  ),
  closures: Schema.Array(Closure).check(
    Schema.isMaxLength(locationLimits.closures, {
      message: `A location has at most ${locationLimits.closures} closed dates.`,
    }),
  ),
}

type Draft = Schema.Schema.Type<Schema.Struct<typeof fields>>

const fieldError = (path: ReadonlyArray<PropertyKey>, issue: string) => ({ path, issue })

/** Shifts that end before they begin, or begin before the one before them has ended. */
const shiftErrors = (hours: Draft["hours"]) =>
  hours.flatMap((shifts, day) =>
    shifts.flatMap(({ from, to }, place) => {
      const before = shifts[place - 1]
      if (to <= from) return [fieldError(["hours", day, place, "to"], "The end must be after the start.")]
      if (before !== undefined && from < before.to)
        return [fieldError(["hours", day, place, "from"], "This shift must begin after the one before it has ended.")]
      return []
    }),
  )

const closureErrors = (closures: Draft["closures"]) =>
  closures.flatMap(({ from, to }, place) =>
    to < from ? [fieldError(["closures", place, "to"], "The last day must not be before the first.")] : [],
  )

/** One half of a place on the globe makes no place. */
const positionErrors = ({ latitude = null, longitude = null }: Pick<Draft, "latitude" | "longitude">) => {
  if ((latitude === null) === (longitude === null)) return []
  const missing = latitude === null ? "latitude" : "longitude"
  return [fieldError([missing], "Enter both latitude and longitude, or leave both empty.")]
}

/** What staff fill in of a location: one schema for the form and for the call (docs/policy.md#locations). */
export const LocationDraft = Schema.Struct(fields)
  .check(
    Schema.makeFilter(({ hours, closures, ...rest }) => [
      ...shiftErrors(hours),
      ...closureErrors(closures),
      ...positionErrors(rest),
    ]),
  )
  .annotate({ identifier: "LocationDraft" })
export type LocationDraft = typeof LocationDraft.Type
