import { Schema } from "effect"
import { HashedId, TemplateId } from "../ids.ts"
import { LocationId, LocationState, mostPositions } from "../scheduling/location.ts"

/** What the form of a template’s locations holds, and what is sent of it: which are chosen; without any, all that patients can choose. */
export const LocationChoice = Schema.Struct({
  locationIds: Schema.Array(LocationId).check(
    Schema.isMaxLength(mostPositions, { message: `Choose at most ${mostPositions} locations.` }),
  ),
})

/** The body of `POST /api/Template/SaveLocationMapping`. */
export const SaveLocationMapping = Schema.Struct({ templateId: TemplateId, ...LocationChoice.fields })
export type SaveLocationMapping = typeof SaveLocationMapping.Type

/** A location that a template’s links may offer. Only an active one is offered, and one that patients can choose where none is mapped. */
export const MappableLocation = Schema.Struct({
  locationId: LocationId,
  hashedId: HashedId,
  name: Schema.String,
  group: Schema.String,
  city: Schema.String,
  status: LocationState,
  isPublic: Schema.Boolean,
}).annotate({ identifier: "MappableLocation" })
export type MappableLocation = typeof MappableLocation.Type

/** Which locations a template’s links offer, of all that there are; `streamVersion` is what a command names in If-Match. */
export const LocationMapping = Schema.Struct({
  ...SaveLocationMapping.fields,
  streamVersion: Schema.Int,
  locations: Schema.Array(MappableLocation),
}).annotate({ identifier: "LocationMapping" })
export type LocationMapping = typeof LocationMapping.Type

/**
 * What the form of a template's locations holds: which are chosen, which were as it opened, and which there are;
 * `temphashedId` and `streamVersion` name the template as it was read.
 */
export type TemplateLocationsValues = LocationMapping & {
  readonly temphashedId: string
  readonly were: ReadonlyArray<LocationId>
}
