import { Schema } from "effect"
import { LocationFacts, LocationId } from "./location.ts"

/**
 * Stored facts about locations. What was set up stands in `revisions` by its
 * number, so that before and after can be read; `changed` names the fields.
 */
export const LocationCreated = Schema.TaggedStruct("LocationCreated", {
  locationId: LocationId,
  ...LocationFacts.fields,
  revision: Schema.Int,
})
export const LocationRevised = Schema.TaggedStruct("LocationRevised", {
  ...LocationFacts.fields,
  revision: Schema.Int,
  changed: Schema.Array(Schema.String),
})
export const LocationDisabled = Schema.TaggedStruct("LocationDisabled", {})
export const LocationEnabled = Schema.TaggedStruct("LocationEnabled", {})
export const LocationEvent = Schema.Union([LocationCreated, LocationRevised, LocationDisabled, LocationEnabled])
export type LocationEvent = typeof LocationEvent.Type
