import {
  sampleAtlas,
  sampleGroups,
  sampleLocation,
  sampleLocations,
  sampleMapPlaces,
} from "#tests/support/locationSamples.ts"
import { always, chosenBy, staysAt, type GallerySample } from "./sample.ts"

/** The samples of the charts of scheduling. */
export const samples: Readonly<Record<string, GallerySample>> = {
  locations: {
    walk: { input: { search: { id: sampleLocation.hashedId } }, allows: staysAt("id") },
    readings: {
      locations: always(sampleLocations),
      groups: always(sampleGroups),
      origin: always(undefined),
      location: chosenBy("id", () => sampleLocation),
    },
    empty: { locations: [], groups: [] },
  },
  locationMap: {
    readings: { places: always(sampleMapPlaces), atlas: always(sampleAtlas) },
    empty: { places: [] },
  },
  locationEditor: { search: { edit: sampleLocation.hashedId } },
}
