import type { LocationDraft } from "#schemas/scheduling/locationDraft.ts"

/** A location of the demo; `closed` are days without patients, counted from the day of seeding. */
export type DemoLocation = {
  readonly location: Omit<LocationDraft, "closures">
  readonly closed: ReadonlyArray<{ readonly inDays: number; readonly reason: string }>
  /** Disabled before the demo began. */
  readonly disabled?: true
}

const office = [{ from: "08:00", to: "17:00" }]
const withBreak = [
  { from: "08:00", to: "12:00" },
  { from: "13:00", to: "17:30" },
]
const saturday = [{ from: "09:00", to: "13:00" }]
const weekdays = [[], office, office, office, office, office, []]
const sixDays = [[], withBreak, withBreak, withBreak, withBreak, office, saturday]

const common = { internalName: "", line2: "", country: "US", isPublic: true, hours: weekdays }
const bay = { ...common, group: "Bay Area", state: "CA", timezone: "America/Los_Angeles" }
const valley = { ...common, group: "Central Valley", state: "CA", timezone: "America/Los_Angeles" }
const desert = { ...common, group: "Desert", state: "AZ", timezone: "America/Phoenix" }
const training = { inDays: 16, reason: "Staff training" }

const place = (
  area: typeof bay,
  name: string,
  [line1, city, zip]: readonly [line1: string, city: string, zip: string],
  [latitude, longitude]: readonly [latitude: number, longitude: number],
  phone: string,
  more: Partial<LocationDraft> = {},
): LocationDraft => ({ ...area, name, line1, city, zip, latitude, longitude, phone, closures: [], ...more })

/** The locations of Northwind Clinics. */
export const northwindLocations: ReadonlyArray<DemoLocation> = [
  {
    location: place(
      bay,
      "Mission Street",
      ["300 Mission Street", "San Francisco", "94105"],
      [37.7908, -122.3967],
      "+1 415 555 0161",
      {
        internalName: "SF-1",
        hours: sixDays,
      },
    ),
    closed: [training],
  },
  {
    location: place(
      bay,
      "Lake Merritt",
      ["1 Grand Avenue", "Oakland", "94612"],
      [37.8102, -122.266],
      "+1 510 555 0162",
      {
        internalName: "OAK-1",
        hours: sixDays,
      },
    ),
    closed: [],
  },
  {
    location: place(
      bay,
      "Shattuck",
      ["2100 Shattuck Avenue", "Berkeley", "94704"],
      [37.8717, -122.2686],
      "+1 510 555 0163",
    ),
    closed: [],
  },
  {
    location: place(
      bay,
      "Willow Glen",
      ["1180 Lincoln Avenue", "San Jose", "95125"],
      [37.3083, -121.9009],
      "+1 408 555 0164",
    ),
    closed: [training],
  },
  {
    location: place(
      valley,
      "Midtown",
      ["1900 K Street", "Sacramento", "95811"],
      [38.5762, -121.4803],
      "+1 916 555 0165",
    ),
    closed: [],
  },
  {
    location: place(
      valley,
      "Tower District",
      ["815 East Olive Avenue", "Fresno", "93728"],
      [36.758, -119.8],
      "+1 559 555 0166",
    ),
    closed: [],
  },
  {
    location: place(
      desert,
      "Roosevelt Row",
      ["910 North 5th Street", "Phoenix", "85004"],
      [33.4592, -112.0687],
      "+1 602 555 0167",
      {
        hours: sixDays,
      },
    ),
    closed: [],
  },
  {
    location: place(
      desert,
      "Vaccination van",
      ["400 East Congress Street", "Tucson", "85701"],
      [32.2219, -110.9655],
      "+1 520 555 0168",
      {
        internalName: "Van 2",
        isPublic: false,
      },
    ),
    closed: [],
    disabled: true,
  },
]

const boston = { ...common, group: "", state: "MA", timezone: "America/New_York" }

/** The locations of Harbor Dental. */
export const harborLocations: ReadonlyArray<DemoLocation> = [
  {
    location: place(
      boston,
      "Long Wharf",
      ["60 Long Wharf", "Boston", "02110"],
      [42.3601, -71.0496],
      "+1 617 555 0171",
      { hours: sixDays },
    ),
    closed: [],
  },
  {
    location: place(
      boston,
      "Union Square",
      ["90 Union Square", "Somerville", "02143"],
      [42.3797, -71.0957],
      "+1 617 555 0172",
    ),
    closed: [training],
  },
]
