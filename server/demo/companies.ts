import type { Address } from "#schemas/administration/companyDraft.ts"
import { boston, central, eastern, islands, mountain, pacific } from "./places.ts"
import type { PeoplePlan } from "./people.ts"
import { phoneBook } from "./people.ts"

/** One of the demo's companies. Days count from the day of seeding. */
export type DemoCompany = {
  readonly name: string
  readonly code: string
  readonly timezone: string
  readonly contractStartDay: number
  readonly contractEndDay: number
  /** Above how many people on its list a campaign needs a second person; everyone of Northwind is more. */
  readonly confirmAbove?: number
  readonly address: Omit<Address, "hashedId" | "country" | "label" | "line2">
}

export const adminView: DemoCompany = {
  name: "Admin View",
  code: "ADMINVIEW",
  timezone: "America/New_York",
  contractStartDay: -1_500,
  contractEndDay: 3_650,
  address: { line1: "1 Federal Street", city: "Boston", state: "MA", zip: "02110" },
}
export const northwind: DemoCompany = {
  name: "Northwind Clinics",
  code: "NORTHWIND",
  timezone: "America/Los_Angeles",
  contractStartDay: -800,
  contractEndDay: 400,
  confirmAbove: 1_500,
  address: { line1: "300 Mission Street", city: "San Francisco", state: "CA", zip: "94105" },
}
export const harbor: DemoCompany = {
  name: "Harbor Dental",
  code: "HARBOR",
  timezone: "America/New_York",
  contractStartDay: -500,
  contractEndDay: 230,
  address: { line1: "60 Long Wharf", city: "Boston", state: "MA", zip: "02110" },
}
export const lapsed: DemoCompany = {
  name: "Lapsed Care",
  code: "LAPSED",
  timezone: "America/Chicago",
  contractStartDay: -760,
  contractEndDay: -30,
  address: { line1: "20 West Kinzie Street", city: "Chicago", state: "IL", zip: "60654" },
}
export const future: DemoCompany = {
  name: "Future Care",
  code: "FUTURE",
  timezone: "America/Denver",
  contractStartDay: 30,
  contractEndDay: 760,
  address: { line1: "1600 Wynkoop Street", city: "Denver", state: "CO", zip: "80202" },
}

/** All of them, in the order they are made. */
export const demoCompanies: ReadonlyArray<DemoCompany> = [adminView, northwind, harbor, lapsed, future]

const lastYear = 2008

/** Northwind's 5,000 patients: mostly around its clinics on the Pacific coast, some moved away. */
export const northwindPeople = (): PeoplePlan => ({
  company: { country: "US", timezone: northwind.timezone },
  count: 5_000,
  prefix: "NW-",
  places: [
    [pacific, 62],
    [mountain, 11],
    [central, 13],
    [eastern, 12],
    [islands, 2],
  ],
  clinics: ["Mission", "Harborview", "Eastside", "North Bay", "Valley"],
  phones: phoneBook(0, 89),
  lastYear,
})

/** Harbor's 200 patients around Boston. */
export const harborPeople = (): PeoplePlan => ({
  company: { country: "US", timezone: harbor.timezone },
  count: 200,
  prefix: "HD-",
  places: [[boston, 1]],
  clinics: ["Long Wharf", "Back Bay"],
  phones: phoneBook(0, 99),
  lastYear,
})

/** The people of the sample file: new ones for Northwind, on numbers no seeded person has. */
export const samplePeople = (): PeoplePlan => ({
  company: { country: "US", timezone: northwind.timezone },
  count: 300,
  prefix: "NW-S",
  places: [
    [pacific, 80],
    [mountain, 10],
    [central, 10],
  ],
  clinics: ["Mission", "Harborview", "Eastside"],
  phones: phoneBook(90, 99),
  lastYear,
})
