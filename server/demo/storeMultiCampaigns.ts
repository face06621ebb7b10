import { Effect } from "effect"
import { Temporal } from "temporal-polyfill"
import type { ListId, SenderId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { Ladder, LadderStep } from "#schemas/outreach/ladder.ts"
import { MultiCampaignId, type MultiCampaignFacts, type StepCampaign } from "#schemas/outreach/multiCampaign.ts"
import { streamId } from "#server/decider.ts"
import { multiCampaignStream } from "#server/outreach/multiCampaigns/multiCampaign.commands.ts"
import type { MultiCampaignCommand } from "#server/outreach/multiCampaigns/multiCampaign.decider.ts"
import { multiCampaignProjection } from "#server/outreach/multiCampaigns/multiCampaign.projection.ts"
import type { DemoList } from "./audiences.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import { fluShot } from "./callFlows.ts"
import { saidBy, type DemoWord } from "./campaigns.ts"
import { campaignRows, firstOf, found, type CampaignParts } from "./campaignStreams.ts"
import { playLadder, type DemoLadder, type PlannedLadder } from "./ladders.ts"
import type { Random } from "./random.ts"
import { storeCampaigns } from "./storeCampaigns.ts"
import { storeHashedIds, type StoredTemplate } from "./storeTemplates.ts"
import { playCommands, type Step, type StreamRows } from "./streams.ts"

const day = 24 * 3_600_000

/** What a company has for its multi-campaigns. `callsFrom` is the number that calls; null for a company that does not. */
type Having = CampaignParts & { readonly callsFrom: SenderId | null }
/** What its steps refer to. */
type StepParts = Pick<Having, "senderId" | "callsFrom"> & {
  readonly templates: ReadonlyMap<string, Pick<StoredTemplate, "templateId">>
}

const step = (stepId: number, more: Pick<LadderStep, "channel" | "templateId" | "senderId"> & Partial<LadderStep>) => ({
  ...({ stepId, start: "afterPrevious", waitMinutes: 0, onlyIf: "always", retries: 0, retryMinutes: 30 } as const),
  ...more,
})

/** The templates of the company that calls, by their names. */
const named = { text: "Flu shot reminder", call: "Flu shot call" }

/** A text, where a company calls a call two days later, and a last text. */
const ladderOf = ({ templates, senderId, callsFrom }: StepParts): Ladder => {
  const { templateId } = callsFrom === null ? firstOf(templates.values()) : found(templates, named.text)
  const text = { channel: "SMS", templateId, senderId } as const
  const calls =
    callsFrom === null
      ? []
      : [{ channel: callChannel, templateId: found(templates, named.call).templateId, senderId: callsFrom } as const]
  return {
    steps: [
      step(1, text),
      ...calls.map((call) => step(2, { ...call, waitMinutes: 2 * 1_440, onlyIf: "notBooked" })),
      step(3, { ...text, waitMinutes: 4 * 1_440, onlyIf: callsFrom === null ? "noReply" : "noAnswer" }),
    ],
    ...{ stops: ["replied", "booked"], mostTouches: 6, closeAfterMinutes: 3 * 1_440 },
  }
}

const factsOf = (name: string, listId: ListId, ladder: Ladder): MultiCampaignFacts => ({
  ...{ name, purpose: "Reminder", startAt: null, listId },
  ...ladder,
})

/** One that is written and not launched; gives its stream. */
const storeDraft = Effect.fnUntraced(function* (random: Random, having: Having, now: number) {
  const { companyId, actorId, lists, callsFrom } = having
  const ids = yield* takeIds("multi_campaign_ids", 1)
  yield* storeHashedIds(random, companyId, "multiCampaign", ids)
  const multiCampaignId = MultiCampaignId.make(idAt(ids, 0))
  const facts =
    callsFrom === null
      ? factsOf("Check-in, two texts", firstOf(lists.values()), ladderOf(having))
      : factsOf("Flu shots, winter round", found(lists, "Flu shots due, Mission"), ladderOf(having))
  const save = { _tag: "SaveMultiCampaign", multiCampaignId, facts } as const
  return playCommands(multiCampaignStream, companyId, multiCampaignId, [{ at: now - day, actorId, command: save }])
})

/**
 * One that is over, and one that began four days ago: its calls ended the day before yesterday, and its last texts are
 * due in two days, so nothing of it is under way at whatever hour the demo is seeded. No one gets three messages on a
 * day with it: other campaigns begin from Tuesday to Thursday, and the survey that is being sent yesterday at the earliest.
 */
export const planLadders = (having: StepParts, now: number, timeZone: string): ReadonlyArray<PlannedLadder> => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: { hour: 10, minute: 30 } }).epochMilliseconds
  const sends: PlannedLadder["sends"] = ({ channel }) =>
    channel === callChannel ? { template: named.call, calls: fluShot } : { template: named.text }
  const both = { ladder: ladderOf(having), sends }
  const wednesday = today.subtract({ weeks: 4 }).subtract({ days: today.dayOfWeek - 3 })
  return [
    { ...both, name: "Flu shots, first round", list: "Flu shots due, Harborview", launchAt: at(wednesday) },
    {
      ...both,
      name: "Flu shots, second round",
      list: "Flu shots due, North Bay",
      launchAt: at(today.subtract({ days: 4 })),
    },
  ]
}

const runColumns = {
  company_id: "int",
  multi_campaign_id: "int",
  state: "text",
  list_id: "int",
  launched_at: "timestamptz",
  entered: "boolean",
  entered_to: "int",
  first_appointment: "int",
} as const

const stepColumns = {
  company_id: "int",
  campaign_id: "int",
  multi_campaign_id: "int",
  step_id: "int",
  is_current: "boolean",
} as const

const journeyColumns = {
  company_id: "int",
  multi_campaign_id: "int",
  patient_id: "int",
  state: "text",
  at_rung: "int",
  since: "timestamptz",
  next_at: "timestamptz",
  entered_at: "timestamptz",
  ended_as: "text",
  ended_at: "timestamptz",
  way: "smallint[]",
} as const

const countColumns = {
  company_id: "int",
  multi_campaign_id: "int",
  at_rung: "int",
  ended_as: "text",
  way: "smallint[]",
  people: "int",
} as const

const iso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())
const arrayOf = (way: ReadonlyArray<number>) => `{${way.join(",")}}`

/** What is under way of a multi-campaign, or was. */
const storeRun = Effect.fnUntraced(function* (
  multiCampaignId: MultiCampaignId,
  { list, launchAt, campaigns, journeys, completedAt }: DemoLadder,
  { companyId, lists, patientIds }: Having,
) {
  const own = { company_id: companyId, multi_campaign_id: multiCampaignId }
  const [firstAppointment] = yield* takeIds("appointment_ids", 1)
  const run = {
    ...{
      state: completedAt === null ? "running" : "completed",
      list_id: found(lists, list),
      launched_at: iso(launchAt),
    },
    ...{ entered: true, entered_to: Math.max(...journeys.map(({ person }) => idAt(patientIds, person))) },
    first_appointment: firstAppointment ?? 0,
  }
  yield* insertRows("multi_campaign_runs", runColumns, [{ ...own, ...run }])
  const steps = campaigns.map(({ campaignId }, place) => ({ campaign_id: campaignId, step_id: place + 1 }))
  yield* insertRows(
    "ladder_steps",
    stepColumns,
    steps.map((one) => ({ ...own, ...one, is_current: true })),
  )
  yield* insertRows(
    "journeys",
    journeyColumns,
    journeys.map(({ person, state, atRung, since, nextAt, endedAs, endedAt, way }) => ({
      ...{ ...own, patient_id: idAt(patientIds, person), state: endedAs === null ? state : "ended", at_rung: atRung },
      ...{ since: iso(endedAt ?? since), next_at: iso(nextAt), entered_at: iso(launchAt) },
      ...{ ended_as: endedAs, ended_at: iso(endedAt), way: arrayOf(way) },
    })),
  )
  const alike = Map.groupBy(journeys, ({ atRung, endedAs, way }) => `${atRung} ${endedAs} ${arrayOf(way)}`)
  const counts = [...alike.values()].flatMap((people) =>
    people.slice(0, 1).map(({ atRung, endedAs, way }) => ({
      ...{ ...own, at_rung: atRung, ended_as: endedAs ?? "", way: arrayOf(way), people: people.length },
    })),
  )
  yield* insertRows("journey_counts", countColumns, counts)
})

/** Stores a multi-campaign that was launched, with all that happened in it; gives its streams. */
const storeLadder = Effect.fnUntraced(function* (multiCampaignId: MultiCampaignId, played: DemoLadder, having: Having) {
  const { companyId, actorId, senderId, callsFrom, lists } = having
  const { name, list, launchAt, ladder, campaigns, completedAt } = played
  yield* storeRun(multiCampaignId, played, having)
  const streams: Array<StreamRows> = []
  for (const campaign of campaigns) {
    const parts = { ...having, senderId: campaign.calls === undefined ? senderId : (callsFrom ?? senderId) }
    yield* storeCampaigns([campaign], parts)
    streams.push(campaignRows(campaign, parts))
  }
  const facts = factsOf(name, found(lists, list), ladder)
  const carried = campaigns.map(({ campaignId }, place): StepCampaign => ({ stepId: place + 1, campaignId }))
  const steps: ReadonlyArray<Step<MultiCampaignCommand>> = [
    { at: launchAt - day, actorId, command: { _tag: "SaveMultiCampaign", multiCampaignId, facts } },
    { at: launchAt, actorId, command: { _tag: "LaunchMultiCampaign", campaigns: carried } },
    ...(completedAt === null
      ? []
      : [{ at: completedAt, actorId: null, command: { _tag: "CompleteMultiCampaign" } } as const]),
  ]
  return [playCommands(multiCampaignStream, companyId, multiCampaignId, steps), ...streams]
})

/**
 * Stores the multi-campaigns of a company: a draft, and where it calls one that is over and one that is running. Gives
 * their streams to be stored, and what people said in them.
 * @param said what people said before about being texted and called
 * @param now milliseconds since 1970; the draft was written the day before
 */
export const storeMultiCampaigns = Effect.fn("demo.storeMultiCampaigns")(function* (
  random: Random,
  having: Having & { readonly demoLists: ReadonlyArray<DemoList>; readonly said: ReadonlyArray<DemoWord> },
  timeZone: string,
  now: number,
) {
  const { companyId, people, demoLists, callsFrom, said } = having
  const draft = yield* storeDraft(random, having, now)
  const planned = callsFrom === null ? [] : planLadders(having, now, timeZone)
  const ids = yield* takeIds("multi_campaign_ids", planned.length)
  yield* storeHashedIds(random, companyId, "multiCampaign", ids)
  const streams = [draft]
  const words = [...said]
  for (const [place, one] of planned.entries()) {
    const multiCampaignId = MultiCampaignId.make(idAt(ids, place))
    const campaignIds = yield* takeIds("campaign_ids", one.ladder.steps.length)
    yield* storeHashedIds(random, companyId, "campaign", campaignIds)
    const audience = (demoLists.find(({ name }) => name === one.list)?.people ?? []).flatMap((index) => {
      const person = people[index]
      return person === undefined ? [] : [[index, person] as const]
    })
    const about = streamId(multiCampaignProjection, multiCampaignId)
    const heard = Map.groupBy(words, ({ channel, phone }) => `${channel} ${phone}`)
    const optedOut = (channel: LadderStep["channel"], phone: string, at: number) =>
      (heard.get(`${channel} ${phone}`) ?? []).some((word) => word.at <= at)
    const played = playLadder(random, one, audience, { companyId, campaignIds, about }, optedOut, 250, now)
    streams.push(...(yield* storeLadder(multiCampaignId, played, having)))
    for (const recipient of played.campaigns.flatMap(({ recipients }) => recipients)) {
      const phone = people[recipient.person]?.phone
      const word = phone === undefined || phone === null ? undefined : saidBy(phone, recipient)
      if (word !== undefined) words.push(word)
    }
  }
  return { streams, said: words.slice(said.length) }
})
