import { Schema } from "effect"
import { locationTable } from "#machines/lifecycles/location.lifecycle.ts"
import { noneOf } from "#schemas/ids.ts"
import { CalendarFeed } from "#schemas/scheduling/calendarFeed.ts"
import type { LocationEvent } from "#schemas/scheduling/events.ts"
import { LocationFacts, LocationId, LocationState } from "#schemas/scheduling/location.ts"
import type { Projection } from "#server/decider.ts"

/** The read model of a location; the rest of what is set up stands in `revisions`. */
export const LocationRow = Schema.Struct({
  locationId: LocationId,
  ...LocationFacts.fields,
  status: Schema.Union([LocationState, Schema.Literal("reserved")]),
  revision: Schema.Int,
  updatedOn: Schema.String,
  /** Absent until the first was made: rows of earlier releases stay as they were. */
  calendarFeed: Schema.optionalKey(Schema.NullOr(CalendarFeed)),
})
export type LocationRow = typeof LocationRow.Type

const initialRow: LocationRow = {
  locationId: noneOf(LocationId),
  ...{ name: "", group: "", city: "", state: "", zip: "", country: "", timezone: "" },
  status: "reserved",
  revision: 0,
  updatedOn: "",
}

/** Locations by id; a name is taken once in its company (docs/policy.md#locations). */
export const locationProjection: Projection<LocationRow, LocationEvent> = {
  category: "location",
  version: 1,
  row: LocationRow,
  initialRow,
  evolve: (row, event, { at }) => {
    const next = { ...row, status: locationTable.next(row.status, event._tag) ?? row.status, updatedOn: at }
    switch (event._tag) {
      case "LocationCreated": {
        const { _tag, ...facts } = event
        return { ...next, ...facts }
      }
      case "LocationRevised": {
        const { _tag, changed: _, ...facts } = event
        return { ...next, ...facts }
      }
      case "CalendarFeedMade":
        return { ...next, calendarFeed: { naming: event.naming, madeOn: at } }
      case "CalendarFeedWithdrawn":
        return { ...next, calendarFeed: null }
      default:
        return next
    }
  },
  keys: ({ status, name }) => ({ state: status, uniqueKey: name.toLowerCase() }),
}
