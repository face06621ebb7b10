import { sampleGroups, sampleLocation, sampleLocations } from "#tests/support/locationSamples.ts"
import { always, chosenBy, staysAt, type GallerySample } from "./sample.ts"

/** The samples of the charts of scheduling. */
export const samples: Readonly<Record<string, GallerySample>> = {
  locations: {
    walk: { input: { search: { id: sampleLocation.hashedId } }, allows: staysAt("id") },
    readings: {
      locations: always(sampleLocations),
      groups: always(sampleGroups),
      location: chosenBy("id", () => sampleLocation),
    },
    empty: { locations: [], groups: [] },
  },
  locationEditor: { search: { edit: sampleLocation.hashedId } },
}
