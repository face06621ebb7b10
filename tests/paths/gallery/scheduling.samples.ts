import {
  bookedAppointment,
  sampleAvailability,
  sampleBookable,
  sampleExplanation,
  samplePatient,
} from "#tests/support/bookingSamples.ts"
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
  booking: {
    readings: {
      patients: ({ context }) => (context.searched === "" ? undefined : [samplePatient]),
      locations: ({ context }) => (context.patient === null ? undefined : [sampleBookable]),
      availability: ({ context }) => (context.location === null ? undefined : sampleAvailability),
      explanation: ({ context }) => (context.explained === null ? undefined : sampleExplanation),
      appointments: always([bookedAppointment]),
    },
    empty: {
      patients: [],
      locations: [],
      availability: { ...sampleAvailability, slots: [], first: [] },
      appointments: [],
    },
  },
}
