import type { LocationValues } from "#machines/scheduling/locationEditor.machine.ts"
import {
  LocationId,
  type Location,
  type LocationGroupCount,
  type LocationSummary,
} from "#schemas/scheduling/location.ts"
import type { Atlas, MapPlace } from "#schemas/scheduling/locationMap.ts"
import { location as draft } from "./contractRequests.ts"

/** An active location with a break at noon and closed dates. */
export const sampleLocation: Location = {
  locationId: LocationId.make(4),
  hashedId: "l".repeat(20),
  status: "active",
  version: 2,
  updatedOn: "2026-11-18T15:00:00.000Z",
  position: { latitude: 37.79, longitude: -122.39 },
  location: draft,
  holidays: [{ date: "2026-12-25", name: "Christmas Day" }],
  calendarFeed: null,
}

/** The same location, disabled. */
export const disabledLocation: Location = { ...sampleLocation, status: "disabled" }

const summaryOf = ({ locationId, hashedId, status, position, location }: Location): LocationSummary => {
  const { name, group, city, state, zip, country, timezone } = location
  return { locationId, hashedId, status, position, name, group, city, state, zip, country, timezone }
}

/** Locations in the order of their names. */
export const sampleLocations: ReadonlyArray<LocationSummary> = [
  summaryOf(sampleLocation),
  { ...summaryOf(disabledLocation), locationId: LocationId.make(5), hashedId: "m".repeat(20), name: "Mission clinic" },
]

/** Groups that locations belong to. */
export const sampleGroups: ReadonlyArray<LocationGroupCount> = [{ name: "Bay Area", locations: 2 }]

/** What the editor holds of the location. */
export const sampleLocationValues: LocationValues = {
  ...draft,
  hashedId: sampleLocation.hashedId,
  streamVersion: sampleLocation.version,
}

/** What the editor of a new location opens with, in a company of the west. */
export const newLocationValues: LocationValues = {
  ...draft,
  ...{ hashedId: null, streamVersion: 0, name: "", zip: "", timezone: "America/Los_Angeles" },
}

/** The same locations on the map, both at one spot, and one that lies nowhere. */
export const sampleMapPlaces: ReadonlyArray<MapPlace> = [
  ...sampleLocations.map(({ hashedId, name, status, group, position }) => {
    const point = { x: 71.6, y: 257.3 }
    return { hashedId, name, status, group, position, point }
  }),
  { hashedId: "n".repeat(20), name: "Old Town", status: "active", group: "", position: null, point: null },
]

/** A country of two states. */
export const sampleAtlas: Atlas = { country: "M20,60L950,60L950,560L20,560Z", borders: "M300,60L300,560" }
