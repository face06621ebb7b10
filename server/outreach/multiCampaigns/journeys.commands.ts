import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect, Result } from "effect"
import type { CampaignId, CompanyId, ListId, PatientId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { streamId } from "#server/decider.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { countsChanged } from "#server/delivery/LiveCounts.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "#server/outreach/recipients/addressee.queries.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { planOne, writePlanned } from "#server/outreach/recipients/plannedRecipients.queries.ts"
import { readSendingRules } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { readyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import type { VersionContent } from "#server/outreach/templates/message.rule.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { moveJourney, type StepAdded } from "./journey.rule.ts"
import { countMoves, goesOn } from "./journeyCounts.ts"
import { askForReceipts, takeBack, writeMoves, type JourneyRow, type Moved } from "./journeyMoves.commands.ts"
import { readJourneyFacts, stepKey } from "./journeyFacts.queries.ts"
import { multiCampaignProjection, type MultiCampaignRow } from "./multiCampaign.projection.ts"
import { closeSplits, readSeats, writeSeats } from "./variants.commands.ts"

/** People looked at in one transaction. */
const batch = 500
/** People who come in in one statement. */
const enterBatch = 5_000

const rowOf = readRow(multiCampaignProjection)

type Run = {
  readonly list_id: ListId
  readonly entered: boolean
  readonly entered_to: number
  readonly launched_at: Date
  readonly row: unknown
}

/** What is under way, locked so that one process takes its people on; absent where another does, or nothing is to do. */
const lockRun = (sql: PgClient, companyId: CompanyId, id: MultiCampaignId) =>
  sql<Run>`
    select run.list_id, run.entered, run.entered_to, run.launched_at, l.row from multi_campaign_runs run
    join read_models l on l.company_id = run.company_id and ${rowsOf(sql, "l", multiCampaignProjection)} and l.id = run.multi_campaign_id
    where run.company_id = ${companyId} and run.multi_campaign_id = ${id} and run.state = 'running'
    for update of run skip locked`.pipe(Effect.map(([row]) => row))

/** Lets the next people of the list come in; each waits for the first step from the launch on. */
const enterSome = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  { list_id, entered_to, launched_at }: Run,
) {
  const at = launched_at.toISOString()
  const [last] = yield* sql<{ to: number | null; people: number }>`
    with next as materialized (
      select patient_id from list_members where company_id = ${companyId} and list_id = ${list_id} and patient_id > ${entered_to}
      order by patient_id limit ${enterBatch}),
    added as (
      insert into journeys (company_id, multi_campaign_id, patient_id, state, since, next_at, entered_at)
      select ${companyId}::int, ${id}::int, patient_id, 'waiting', ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      from next on conflict do nothing returning patient_id)
    select (select max(patient_id) from next) as to, (select count(*)::int from added) as people`
  const to = last?.to ?? null
  yield* countMoves(sql, companyId, id, [{ to: goesOn(0), people: last?.people ?? 0 }])
  yield* sql`
    update multi_campaign_runs set entered = ${to === null}, entered_to = ${to ?? entered_to}
    where company_id = ${companyId} and multi_campaign_id = ${id}`
})

/** People who are due, or have news, locked. */
const dueJourneys = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  now: string,
) {
  // By an array of places: joined with them, all news would be read for each of these few.
  const news = yield* sql<{ patient_id: PatientId }>`
    delete from journey_news where ctid = any(array(
      select ctid from journey_news where company_id = ${companyId} and multi_campaign_id = ${id} limit ${batch}))
    returning patient_id`
  const due = yield* sql<{ patient_id: PatientId }>`
    select patient_id from journeys where company_id = ${companyId} and multi_campaign_id = ${id} and ended_at is null
      and next_at <= ${now}::timestamptz order by next_at limit ${batch}`
  const people = new Set([...news, ...due].map(({ patient_id }) => patient_id))
  // Looked up by their keys alone, in one order: a planner without statistics would read everyone who is on their way for each of them.
  return yield* sql<JourneyRow>`
    select j.patient_id, j.state, j.at_rung, j.since, j.ctid::text as place
    from unnest(${integers([...people].toSorted((one, other) => one - other))}::int[]) as asked (p)
    cross join lateral (
      select patient_id, state, at_rung, since, ended_at, ctid from journeys
      where company_id = ${companyId} and multi_campaign_id = ${id} and patient_id = asked.p
      offset 0 for update) j
    where j.ended_at is null`
})

type Content = { readonly channel: ChannelName; readonly total: number } & VersionContent

/** The campaign of a step, locked so that places are numbered one after the other; absent once it is over. */
const lockCampaign = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId) =>
  sql<Content>`
    select c.total, s.channel, ${versionContent(sql)} from campaign_runs c
    join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id
    join template_versions v on v.company_id = c.company_id and v.template_id = c.template_id and v.version = c.template_version
    where c.company_id = ${companyId} and c.campaign_id = ${campaignId} and c.state in ('running', 'paused')
    for update of c`.pipe(Effect.map(([row]) => row))

const peopleOf = (sql: PgClient, companyId: CompanyId, channel: ChannelName, people: ReadonlyArray<PatientId>) =>
  sql<AddresseeRow>`
    select ${addresseeColumns(sql, channel)} from unnest(${integers(people)}::int[]) as asked (p)
    cross join lateral (
      select * from patients p where p.company_id = ${companyId} and p.patient_id = asked.p offset 0) p
    order by p.patient_id`.pipe(Effect.map((rows) => rows.map(addresseeOf)))

type Added = StepAdded & { readonly patientId: PatientId; readonly variant: number }

/**
 * Gives people their places in the campaign of a step, and adds those to `leftOut` who get nothing by it. Gives those
 * who cannot have one.
 * @param taken the numbers that get something by the step in this look, whichever of its texts
 */
const addPlaces = Effect.fnUntraced(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  campaignId: CampaignId,
  adds: ReadonlyArray<Added>,
  now: number,
  leftOut: Set<number>,
  taken: Set<string>,
) {
  const { sql } = yield* Database
  const at = new Date(now).toISOString()
  const run = yield* lockCampaign(sql, companyId, campaignId)
  if (run === undefined) return adds.map(({ patientId }) => patientId)
  const channel = channelOf(run.channel)
  const { name: companyName } = yield* companyFacts(sql, companyId)
  const byPatient = new Map(adds.map((one) => [one.patientId, one]))
  const people = yield* peopleOf(sql, companyId, channel.name, [...byPatient.keys()])
  const plan = {
    ...{ channel, message: Result.getOrThrow(channel.read(run)), taken, now, at },
    origin: { companyName, campaignId, bookingLink: yield* sampleBookingLink },
    rules: readyRules(yield* readSendingRules(sql, companyId, channel.name)),
  }
  const about = streamId(multiCampaignProjection, id)
  const rows = people.map((person, index) => {
    const { step, attempt } = byPatient.get(person.patientId) ?? { step: { stepId: 0 }, attempt: 1 }
    const own = { key: stepKey(step.stepId, attempt), about, values: {}, notAfter: null }
    return planOne(person, run.total + index + 1, plan, own)
  })
  if (rows.length > 0) yield* writePlanned(sql, companyId, campaignId, rows, at)
  const known = new Set(people.map(({ patientId }) => patientId))
  for (const { p, state } of rows) if (state === "excluded") leftOut.add(p)
  return adds.map(({ patientId }) => patientId).filter((one) => !known.has(one))
})

const moveSome = Effect.fnUntraced(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  ladder: MultiCampaignRow,
  due: ReadonlyArray<JourneyRow>,
  now: number,
) {
  const { sql } = yield* Database
  const at = new Date(now).toISOString()
  const factsOf = yield* readJourneyFacts(
    sql,
    companyId,
    id,
    ladder,
    due.map(({ patient_id }) => patient_id),
  )
  const seats = yield* readSeats(sql, companyId, id)
  const adds: Array<Added> = []
  const moved = due.map((journey): Moved => {
    const { patient_id: patientId, state, at_rung: atRung, since } = journey
    const facts = factsOf(patientId)
    const move = moveJourney(ladder, { state, atRung, since: since.getTime() }, facts, now, seats.isFull)
    for (const one of move._tag === "Stay" ? move.adds : []) {
      // A text that failed is sent again as it was.
      const before = facts.places.find(({ stepId }) => stepId === one.step.stepId)
      adds.push({ ...one, patientId, variant: before?.variant ?? seats.take(one.step) })
    }
    return { journey, facts, move }
  })
  const leftOut = new Set<number>()
  /** People who were removed since they came in. */
  const lost: Array<number> = []
  const campaignOf = new Map(
    ladder.campaigns.map(({ stepId, variant = 0, campaignId }) => [`${stepId}.${variant}`, campaignId]),
  )
  const byCampaign = Map.groupBy(adds, ({ step, variant }) => campaignOf.get(`${step.stepId}.${variant}`))
  const taken = new Map(ladder.steps.map(({ stepId }) => [stepId, new Set<string>()]))
  for (const [campaignId, some] of [...byCampaign].toSorted(([one = 0], [other = 0]) => one - other)) {
    if (campaignId === undefined) continue
    const ofStep = taken.get(some[0]?.step.stepId ?? 0) ?? new Set()
    lost.push(...(yield* addPlaces(companyId, id, campaignId, some, now, leftOut, ofStep)))
  }
  const settled = moved.map((one) =>
    lost.includes(one.journey.patient_id) ? { ...one, move: { _tag: "End", as: "notReached" } as const } : one,
  )
  yield* takeBack(sql, companyId, settled, at)
  yield* askForReceipts(sql, companyId, settled, at)
  yield* writeSeats(sql, companyId, id, ladder, seats, now)
  yield* writeMoves(sql, companyId, id, settled, leftOut, at)
  const stream = streamId(multiCampaignProjection, id)
  // Wakes the sending engine, and the pages that show the numbers; neither is an event.
  yield* notifyChanges(sql, [
    ...[...byCampaign.keys()].map((one) => ({
      companyId,
      ...{ stream: `recipients-${one}`, type: "RecipientAdded", version: 0, pos: 0 },
    })),
    { companyId, stream, type: countsChanged, version: 0, pos: 0 },
  ])
})

/** What came of a look at a multi-campaign: there is more to do at once, everyone has ended, or nothing until something happens. */
export type Settled = "more" | "over" | "waits"

/**
 * Takes some people of a running multi-campaign on: those who come in, who are due, or have news. Where
 * they stand, what they get and what is taken back stand or fall together, so it may end at any moment and go on in
 * any process.
 */
export const settleJourneys = Effect.fn("settleJourneys")(function* (companyId: CompanyId, id: MultiCampaignId) {
  const database = yield* Database
  const { sql } = database
  const settle = Effect.gen(function* () {
    const run = yield* lockRun(sql, companyId, id)
    if (run === undefined) return "waits" satisfies Settled
    if (!run.entered) yield* enterSome(sql, companyId, id, run)
    const now = yield* Clock.currentTimeMillis
    const due = yield* dueJourneys(sql, companyId, id, new Date(now).toISOString())
    if (due.length > 0) yield* moveSome(companyId, id, rowOf(run.row), due, now)
    if (!run.entered || due.length > 0) return "more" satisfies Settled
    yield* closeSplits(sql, companyId, id, rowOf(run.row), now)
    const left = yield* sql`
      select from journeys where company_id = ${companyId} and multi_campaign_id = ${id} and ended_at is null
      order by next_at limit 1`
    return (left.length > 0 ? "waits" : "over") satisfies Settled
  })
  return yield* inCompany(database, companyId, settle)
})
