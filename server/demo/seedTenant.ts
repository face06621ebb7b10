import { Effect } from "effect"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import { pauseOf, playYear, type DemoCampaign } from "./campaigns.ts"
import { planRunning, playRunning } from "./runningCampaign.ts"
import { makePeople } from "./people.ts"
import { seededRandom } from "./random.ts"
import { campaignRows } from "./campaignStreams.ts"
import { storeCampaigns } from "./storeCampaigns.ts"
import type { StoredCompany } from "./storeCompanies.ts"
import { storeLocations } from "./storeLocations.ts"
import { storeMultiCampaigns } from "./storeMultiCampaigns.ts"
import { storeOutreachRuns } from "./storeOutreachRuns.ts"
import { storeSavedViews } from "./storeSavedViews.ts"
import { storeSchedules } from "./storeSchedules.ts"
import { storeImport } from "./storeImport.ts"
import { storeConsent, storeLists, storePeople } from "./storePeople.ts"
import { storeWaitlist } from "./storeWaitlist.ts"
import { storeScheduled } from "./storeScheduled.ts"
import { storeHashedIds, storeTemplates } from "./storeTemplates.ts"
import { storeTexts } from "./storeTexts.ts"
import type { DemoSender, DemoTenant } from "./tenants.ts"
import { withWaitingReplies } from "./waitingReplies.ts"
import { planCalls, planNext, planYear } from "./year.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { LocationId } from "#schemas/scheduling/location.ts"

const day = 24 * 3_600_000
/** Before the year of campaigns began, in milliseconds: when people came, and when templates were written. */
const peopleAge = 385 * day
const templatesAge = 410 * day

/** What was stored before, the present time, and what to call at each step. */
export type Seeding = {
  readonly companies: ReadonlyArray<StoredCompany>
  /** User ids by e-mail address. */
  readonly accounts: ReadonlyMap<string, UserId>
  /** Milliseconds since 1970. */
  readonly now: number
  readonly step: (label: string) => Effect.Effect<void>
}

const senderColumns = {
  company_id: "int",
  sender_id: "int",
  channel: "text",
  e164: "text",
  label: "text",
  segments_per_second: "int",
} as const

const storeSenders = Effect.fnUntraced(function* (companyId: CompanyId, senders: ReadonlyArray<DemoSender>) {
  const ids = yield* takeIds("sender_ids", senders.length)
  const rows = senders.map(({ channel = "SMS", e164, label, segmentsPerSecond }, place) => ({
    company_id: companyId,
    sender_id: idAt(ids, place),
    channel,
    e164,
    label,
    segments_per_second: segmentsPerSecond,
  }))
  yield* insertRows("senders", senderColumns, rows)
  return ids
})

const findStored = Effect.fnUntraced(function* (tenant: DemoTenant, { companies, accounts }: Seeding) {
  const company = companies.find(({ code }) => code === tenant.company.code)
  const actorId = accounts.get(tenant.admin)
  if (company === undefined || actorId === undefined) return yield* Effect.die(`${tenant.company.name} was not stored`)
  return { companyId: company.companyId, actorId }
})

/** Stores a company's people, lists, templates and year; gives its streams to be stored. */
export const seedTenant = Effect.fn("demo.seedTenant")(function* (tenant: DemoTenant, seeding: Seeding) {
  const { name, code, timezone } = tenant.company
  const { now, step } = seeding
  const stored = yield* findStored(tenant, seeding)
  const { companyId } = stored
  const randomOf = (what: string) => seededRandom(`${code} ${what}`)

  yield* step(`${name}: patients`)
  const people = makePeople(randomOf("people"), tenant.people())
  const patientIds = yield* storePeople(companyId, people, new Date(now - peopleAge).toISOString())

  yield* step(`${name}: lists and templates`)
  const lists = tenant.lists(randomOf("lists"), people)
  const listIds = yield* storeLists(companyId, lists, patientIds, new Date(now - peopleAge).toISOString())
  const first = lists[0]?.name ?? ""
  const importStream = yield* storeImport({
    ...stored,
    listName: first,
    listId: listIds.get(first) ?? (yield* Effect.die(`${name} has no list`)),
    people,
    at: now - peopleAge,
  })
  const senderIds = yield* storeSenders(companyId, tenant.senders)
  const senderId = idAt(senderIds, 0)
  const { textsFrom } = tenant
  const texts =
    textsFrom === undefined
      ? []
      : yield* storeTexts(randomOf("texts"), stored, idAt(senderIds, textsFrom), now - templatesAge)
  const { templates, streams } = yield* storeTemplates(
    randomOf("templates"),
    stored,
    tenant.templates,
    now - templatesAge,
  )
  const locations = yield* storeLocations(randomOf("locations"), stored, tenant.locations, {
    at: now - templatesAge,
    now,
  })
  yield* step(`${name}: schedules and appointments`)
  const numbered = tenant.locations.map((demo, place) => ({
    demo,
    locationId: LocationId.make(Number(locations[place]?.readModel.id)),
  }))
  const schedules = yield* storeSchedules(
    randomOf("schedules"),
    stored,
    { locations: numbered, patientIds },
    { at: now - templatesAge + day, now },
  )
  const waitlist = yield* storeWaitlist(
    stored,
    {
      locationIds: numbered.filter(({ demo }) => demo.disabled !== true).map(({ locationId }) => locationId),
      patientIds,
    },
    now,
  )

  yield* step(`${name}: a year of campaigns`)
  const year = [
    ...planYear(randomOf("year"), tenant.season, now, timezone),
    ...planCalls(tenant.calls ?? [], now, timezone),
  ].sort((left, right) => left.launchAt - right.launchAt)
  const next = planNext(randomOf("next"), tenant.season, now, timezone)
  const survey = tenant.surveyFrom === undefined ? undefined : tenant.senders[tenant.surveyFrom]
  const running = survey === undefined ? [] : [planRunning(now, timezone, people.length * pauseOf(survey))]
  const campaignIds = yield* takeIds("campaign_ids", year.length + next.length + running.length)
  const { segmentsPerSecond } = tenant.senders[0]
  const past = playYear(randomOf("campaigns"), year, people, lists, { companyId, campaignIds, segmentsPerSecond })
  const present = playRunning(now, randomOf("survey"), running, people, lists, {
    companyId,
    campaignIds: campaignIds.slice(year.length + next.length),
    segmentsPerSecond: survey?.segmentsPerSecond ?? segmentsPerSecond,
    said: past.said,
  })
  const { campaigns, said } = withWaitingReplies(
    { campaigns: [...past.campaigns, ...present.campaigns], said: [...past.said, ...present.said] },
    people,
  )

  yield* step(`${name}: what happened to every message`)
  const parts = { ...stored, companyName: name, senderId, people, patientIds, lists: listIds, templates }
  yield* storeHashedIds(randomOf("campaign ids"), companyId, "campaign", campaignIds)
  const callsFrom = tenant.senders.findIndex(({ channel }) => channel === callChannel)
  const partsOf = ({ completedAt, calls }: DemoCampaign) => {
    if (calls !== undefined) return { ...parts, senderId: idAt(senderIds, callsFrom) }
    return completedAt === null ? { ...parts, senderId: idAt(senderIds, tenant.surveyFrom ?? 0) } : parts
  }
  for (const [senderId, sent] of Map.groupBy(campaigns, (one) => partsOf(one).senderId))
    yield* storeCampaigns(sent, { ...parts, senderId })
  const scheduled = yield* Effect.forEach(next, (campaign, place) =>
    storeScheduled(campaign, idAt(campaignIds, year.length + place), now - day, parts),
  )
  const calling = callsFrom === -1 ? null : idAt(senderIds, callsFrom)
  const multiCampaigns = yield* storeMultiCampaigns(
    randomOf("multi-campaigns"),
    { ...parts, callsFrom: calling, demoLists: lists, said },
    timezone,
    now,
  )
  yield* storeConsent(
    companyId,
    [...said, ...multiCampaigns.said].sort((left, right) => left.at - right.at),
  )
  const outreachRuns = yield* storeOutreachRuns(randomOf("outreach runs"), parts, timezone, now)
  const savedViews = yield* storeSavedViews(randomOf("saved views"), parts, now)
  return [
    importStream,
    ...streams,
    ...locations,
    ...schedules,
    ...waitlist,
    ...campaigns.map((campaign) => campaignRows(campaign, partsOf(campaign))),
    ...scheduled,
    ...outreachRuns,
    ...savedViews,
    ...multiCampaigns.streams,
    ...texts,
  ]
})
