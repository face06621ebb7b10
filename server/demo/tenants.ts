import { harborLists, northwindLists, type DemoList } from "./audiences.ts"
import { harbor, harborPeople, northwind, northwindPeople, type DemoCompany } from "./companies.ts"
import { harborLocations, northwindLocations, type DemoLocation } from "./locations.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { DemoPerson, PeoplePlan } from "./people.ts"
import type { Random } from "./random.ts"
import { northwindCallFlows, northwindCalls } from "./callFlows.ts"
import { harborTemplates, northwindTemplates, type DemoTemplate } from "./texts.ts"
import { harborSeason, northwindSeason, type PlannedCalls, type Season } from "./year.ts"

/** A number to send from: texts, where it says nothing else. */
export type DemoSender = {
  readonly channel?: ChannelName
  readonly e164: string
  readonly label: string
  readonly segmentsPerSecond: number
}

/** A company that has been at work for a year. */
export type DemoTenant = {
  readonly company: DemoCompany
  /** Who did it all. */
  readonly admin: string
  readonly people: () => PeoplePlan
  readonly lists: (random: Random, people: ReadonlyArray<DemoPerson>) => ReadonlyArray<DemoList>
  readonly templates: ReadonlyArray<DemoTemplate>
  readonly season: Season
  /** The campaigns of calls among those of the year; they go out from the first number for calls. */
  readonly calls?: ReadonlyArray<PlannedCalls>
  readonly locations: ReadonlyArray<DemoLocation>
  /** The first one sent the year's campaigns. */
  readonly senders: readonly [DemoSender, ...Array<DemoSender>]
  /** The place of the sender that texts about appointments go out from; absent where none are set up. */
  readonly textsFrom?: number
  /** The place of the sender that a survey of everyone goes out from just now; absent where nothing is being sent. */
  readonly surveyFrom?: number
}

/** The two companies with patients. Senders have area codes that no patient has. */
export const storedTenants: ReadonlyArray<DemoTenant> = [
  {
    company: northwind,
    admin: "admin@northwind.test",
    people: northwindPeople,
    lists: northwindLists,
    templates: [...northwindTemplates, ...northwindCallFlows],
    season: northwindSeason,
    calls: northwindCalls,
    locations: northwindLocations,
    senders: [
      { e164: "+15645550101", label: "Northwind Clinics", segmentsPerSecond: 20 },
      { e164: "+15645550102", label: "Northwind reminders", segmentsPerSecond: 5 },
      { e164: "+15645550103", label: "Northwind surveys", segmentsPerSecond: 1 },
      { channel: "IVR", e164: "+15645550104", label: "Calls", segmentsPerSecond: 5 },
    ],
    textsFrom: 1,
    surveyFrom: 2,
  },
  {
    company: harbor,
    admin: "admin@harbor.test",
    people: harborPeople,
    lists: harborLists,
    templates: harborTemplates,
    season: harborSeason,
    locations: harborLocations,
    senders: [{ e164: "+13515550101", label: "Harbor Dental", segmentsPerSecond: 5 }],
  },
]
