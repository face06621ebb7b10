import type { TemplateLocationsValues } from "#schemas/outreach/locationMapping.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { sampleTemplate } from "./outreachSamples.ts"

const [one, two, three] = [LocationId.make(1), LocationId.make(2), LocationId.make(3)]

/** A template whose links offer one of three locations. */
export const sampleTemplateLocations: TemplateLocationsValues = {
  templateId: sampleTemplate.templateId,
  temphashedId: sampleTemplate.hashedId,
  streamVersion: sampleTemplate.streamVersion,
  locationIds: [one],
  were: [one],
  locations: [
    {
      locationId: one,
      hashedId: "a".repeat(20),
      name: "Midtown",
      group: "New York",
      city: "New York",
      status: "active",
      isPublic: true,
    },
    {
      locationId: two,
      hashedId: "b".repeat(20),
      name: "Harlem",
      group: "New York",
      city: "New York",
      status: "disabled",
      isPublic: true,
    },
    {
      locationId: three,
      hashedId: "c".repeat(20),
      name: "Lake Merritt",
      group: "",
      city: "Oakland",
      status: "active",
      isPublic: false,
    },
  ],
}
