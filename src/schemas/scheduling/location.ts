import { Schema, Struct } from "effect"
import { DateOnly, HashedId, idOf, Instant } from "../ids.ts"
import { CalendarFeed } from "./calendarFeed.ts"
import { LocationDraft } from "./locationDraft.ts"

export const LocationId = idOf("LocationId")
export type LocationId = typeof LocationId.Type

/** The states of the location lifecycle (`machines/lifecycles/location.lifecycle.ts`). */
export const LocationState = Schema.Literals(["active", "disabled"])
export type LocationState = typeof LocationState.Type

/** How the list of locations is narrowed and ordered. */
export const locationList = {
  states: ["active", "disabled"],
  columns: ["name", "city", "group", "zone", "distance"],
} as const

/** A place on the globe in degrees (WGS 84), north and east positive. */
export const Position = Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })
export type Position = typeof Position.Type

/** A ZIP code by its five digits, from which distances are measured. */
export const Zip = Schema.String.check(
  Schema.isPattern(/^\d{5}$/u, { message: "Enter the five digits of a ZIP code." }),
)

/** Countries whose places have ZIP codes of the US. */
export const zipCountries: ReadonlySet<string> = new Set(["US", "PR", "VI", "GU", "AS", "MP"])

/** Where a ZIP code lies, and whose clock counts there; null where that is not known. */
export const ZipPosition = Schema.Struct({
  zip: Zip,
  position: Schema.NullOr(Position),
  timezone: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ZipPosition" })
export type ZipPosition = typeof ZipPosition.Type

/**
 * The body of `POST /api/Location/SaveLocation`: without `hashedId` it makes a
 * location, with one it changes the location that has it.
 */
export const SaveLocation = Schema.Struct({ hashedId: Schema.NullOr(HashedId), location: LocationDraft })
export type SaveLocation = typeof SaveLocation.Type

const degrees = Schema.optionalKey(Schema.NullOr(Schema.Number))

/** What is kept of a draft: an earlier rule may have allowed what a draft may not hold today. */
const kept = {
  name: Schema.String,
  internalName: Schema.String,
  group: Schema.String,
  line1: Schema.String,
  line2: Schema.String,
  city: Schema.String,
  state: Schema.String,
  zip: Schema.String,
  country: Schema.String,
  latitude: degrees,
  longitude: degrees,
  phone: Schema.String,
  timezone: Schema.String,
  isPublic: Schema.Boolean,
  hours: Schema.Array(Schema.Array(Schema.Struct({ from: Schema.String, to: Schema.String }))),
  closures: Schema.Array(Schema.Struct({ from: DateOnly, to: DateOnly, reason: Schema.String })),
}

const listed = ["name", "group", "city", "state", "zip", "country", "timezone"] as const

/** What lists and maps say of a location; events carry it, the rest of what is set up stands in `revisions`. */
export const LocationFacts = Schema.Struct(Struct.pick(kept, [...listed, "latitude", "longitude"]))
export type LocationFacts = typeof LocationFacts.Type

/** Where it lies, as it was given or by its ZIP code; null where neither says it. */
const position = Schema.NullOr(Position)

/** A location in a list. */
export const LocationSummary = Schema.Struct({
  locationId: LocationId,
  hashedId: HashedId,
  status: LocationState,
  ...Struct.pick(kept, listed),
  position,
  /** From the ZIP code that was asked for, in a straight line, to a tenth; absent where either place is not known. */
  miles: Schema.optionalKey(Schema.Number),
}).annotate({ identifier: "LocationSummary" })
export type LocationSummary = typeof LocationSummary.Type

/** A location with all that is set up for it; `version` goes into If-Match. */
export const Location = Schema.Struct({
  locationId: LocationId,
  hashedId: HashedId,
  status: LocationState,
  version: Schema.Int,
  updatedOn: Instant,
  position,
  location: Schema.Struct(kept),
  /** Those of its company, on which it is closed too. */
  holidays: Schema.Array(Schema.Struct({ date: DateOnly, name: Schema.String })),
  /** Where calendars may read its appointments; null where they may not. */
  calendarFeed: Schema.NullOr(CalendarFeed),
}).annotate({ identifier: "Location" })
export type Location = typeof Location.Type

/** What a map says of a location; light, because it says it of all. */
export const LocationPosition = Schema.Struct({
  hashedId: HashedId,
  name: Schema.String,
  status: LocationState,
  group: Schema.String,
  position,
}).annotate({ identifier: "LocationPosition" })
export type LocationPosition = typeof LocationPosition.Type

/** The most locations that a map is given at once. */
export const mostPositions = 10_000

/** A group of locations, and how many belong to it. */
export const LocationGroupCount = Schema.Struct({ name: Schema.String, locations: Schema.Int }).annotate({
  identifier: "LocationGroupCount",
})
export type LocationGroupCount = typeof LocationGroupCount.Type

/** What `POST /api/Location/ChangeState` may do. */
export const LocationAction = Schema.Literals(["disable", "enable"])
export type LocationAction = typeof LocationAction.Type
export const ChangeLocationState = Schema.Struct({ hashedId: HashedId, action: LocationAction })
