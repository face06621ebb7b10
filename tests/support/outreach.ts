import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { Effect, Layer, Stream } from "effect"
import {
  Carrier,
  type CarrierMessage,
  type LateText,
  type OutgoingMessage,
  type SendOutcome,
} from "#server/delivery/Carrier.ts"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { dispatcher, type DispatcherOptions } from "#server/delivery/Dispatcher.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { campaignCommandsLayer, commandCampaign } from "#server/outreach/campaigns/campaign.commands.ts"
import { handle, systemContext } from "#server/handle.ts"
import { campaignWork } from "#server/outreach/campaigns/campaign.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import type { CampaignCommand } from "#server/outreach/campaigns/campaign.decider.ts"
import { CampaignId, type CompanyId, type ListId, type SenderId, TemplateId } from "#schemas/ids.ts"
import { outcomeDrift } from "./outcomeDrift.ts"

/** The store with a clock that tests may move, on the given database. */
export const storeOn = <E>(database: Layer.Layer<Database, E>) =>
  Layer.mergeAll(EventStore.layer, JobQueue.layer, MovableClock.layer).pipe(Layer.provideMerge(database))

/** What the engine needs besides the store and a carrier. */
export const engineParts = Layer.mergeAll(SendGate.layer, LiveCounts.layer, campaignCommandsLayer)

/** The engine as a worker runs it: background work and the dispatcher. */
export const engine = (options: Partial<DispatcherOptions> = {}) =>
  Layer.mergeAll(campaignWork, dispatcher({ publicUrl: "http://localhost:4180", tickMillis: 50, ...options }))

/** A carrier in memory: every send is kept, and `answer` says how it ends. */
export type RecordedCarrier = {
  readonly sent: Array<OutgoingMessage>
  /** What a text waits for before it may leave. */
  connection: Effect.Effect<void>
  answer: (message: OutgoingMessage, place: number) => Effect.Effect<SendOutcome>
  found: (to: string) => ReadonlyArray<Pick<CarrierMessage, "sid" | "created"> & Partial<CarrierMessage>>
  /** What it says of a text when it is asked. */
  read: (sid: string) => Effect.Effect<StatusReport | undefined, Problem>
  /** The texts that it has for a number since some time, oldest first. */
  received: (to: string, since: number, until?: number) => Effect.Effect<ReadonlyArray<LateText>, Problem>
}

/** A sid as Twilio writes them, made from a number. */
export const sidOf = (number: number): string => `SM${number.toString(16).padStart(32, "0")}`

export const recordedCarrier = (): RecordedCarrier => ({
  sent: [],
  connection: Effect.void,
  answer: (_message, place) => Effect.succeed({ _tag: "Accepted", sid: sidOf(place) }),
  found: () => [],
  read: (sid) => Effect.succeed(readReport(sid, "sent")),
  received: () => Effect.succeed([]),
})

/** What a carrier says of a text that it is asked about. */
export const readReport = (
  sid: string,
  status: StatusReport["status"],
  errorCode: string | null = null,
): StatusReport => ({
  ...{ id: `${sid}:${status}`, sid, key: null, status, errorCode },
})

const sendTo =
  (recorded: RecordedCarrier) =>
  (message: OutgoingMessage, mayLeave = () => true) =>
    Effect.andThen(
      recorded.connection,
      Effect.suspend(() => {
        if (!mayLeave()) return Effect.succeed({ _tag: "HeldBack" } as const)
        recorded.sent.push(message)
        return recorded.answer(message, recorded.sent.length)
      }),
    )

const textsOf = (recorded: RecordedCarrier) =>
  Layer.succeed(
    Carrier,
    Carrier.of({
      send: sendTo(recorded),
      find: ({ to }) =>
        Effect.sync(() => recorded.found(to).map((one) => ({ status: "sent", errorCode: null, ...one }))),
      read: (sid) => recorded.read(sid),
      received: (to, since, until) => recorded.received(to, since, until),
      parseStatus: () => Effect.die("not used"),
      parseInbound: () => Effect.die("not used"),
      verifySignature: () => false,
    }),
  )

/** Calls are recorded as texts without words. */
const callsOf = (recorded: RecordedCarrier) =>
  Layer.succeed(
    VoiceCarrier,
    VoiceCarrier.of({
      place: ({ key, from, to, statusCallback }, mayLeave) =>
        sendTo(recorded)({ key, from, to, statusCallback, body: "" }, mayLeave),
      find: ({ to }) =>
        Effect.sync(() => recorded.found(to).map((one) => ({ status: "ringing", errorCode: null, ...one }))),
      read: () => Effect.fail(problem("Unavailable", "not used")),
      redirect: () => Effect.void,
      recording: () => Effect.succeed(undefined),
      removeRecording: () => Effect.void,
      parseStatus: () => Effect.die("not used"),
      parseStep: () => Effect.die("not used"),
      parseMachine: () => Effect.die("not used"),
    }),
  )

export const carrierOf = (recorded: RecordedCarrier) => Layer.merge(textsOf(recorded), callsOf(recorded))

/** The store and what the engine needs on the given database, with a carrier in memory. */
export const engineOn = <E>(database: Layer.Layer<Database, E>, carrier: RecordedCarrier = recordedCarrier()) =>
  engineParts.pipe(Layer.provideMerge(Layer.mergeAll(storeOn(database), carrierOf(carrier))))

/** Noon in New York on a working day, in milliseconds since 1970. */
export const noon = Date.parse("2026-11-18T17:00:00.000Z")

const at = new Date(noon).toISOString()

/** A company with a sender; several in one database have different numbers. */
export const makeCompany = Effect.fnUntraced(function* (
  companyId: CompanyId,
  segmentsPerSecond = 100_000,
  channel: ChannelName = "SMS",
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    Effect.gen(function* () {
      yield* sql`insert into companies (company_id, hashed_id, name, code, timezone)
                 values (${companyId}, ${`hashed-company-${companyId}`}, ${`Clinic ${companyId}`}, ${`C${companyId}`}, 'America/New_York')`
      yield* sql`insert into senders (company_id, e164, label, segments_per_second, channel)
                 values (${companyId}, ${senderNumber(companyId)}, 'Main', ${segmentsPerSecond}, ${channel})`
    }),
  )
})

export const senderNumber = (companyId: CompanyId): string => `+1212555${String(1000 + companyId)}`

/**
 * The number of the n-th person of a company, always in an area that is in use: a company begins with 213 2, 213 3 and
 * so on to 213 9. Every ninth company has the numbers of the first: files run after each other share the companies' count.
 */
export const phoneOf = (companyId: CompanyId, n: number): string =>
  `+1${String(2_132_000_000 + ((companyId - 1) % 8) * 1_000_000 + n)}`

/** A list of so many people on mobile numbers of their own. */
export const makeList = Effect.fnUntraced(function* (
  companyId: CompanyId,
  people: number,
  options: { readonly name?: string; readonly timezone?: string; readonly first?: number } = {},
) {
  const { sql, company } = yield* Database
  const { name = `List of ${people}`, timezone = "America/New_York", first = 1 } = options
  const rows = Array.from({ length: people }, (_, index) => ({
    identity: `e:${name}-${first + index}`,
    firstName: `Person${first + index}`,
    phone: phoneOf(companyId, first + index),
  }))
  return yield* company(companyId)(
    Effect.gen(function* () {
      const [list] = yield* sql<{ list_id: ListId }>`
        insert into patient_lists (company_id, name, people, created_at)
        values (${companyId}, ${name}, ${people}, ${at}::timestamptz) returning list_id`
      const listId = list?.list_id ?? (yield* Effect.die("The list got no number"))
      yield* sql`
        with added as (
          insert into patients (company_id, identity, first_name, last_name, timezone, phone, phone_kind, updated_at)
          select ${companyId}::int, p.identity, p."firstName", 'Doe', ${timezone}, p.phone, 'mobile', ${at}::timestamptz
          from jsonb_to_recordset(${sql.json(rows)}) as p (identity text, "firstName" text, phone text)
          returning patient_id)
        insert into list_members (company_id, list_id, patient_id)
        select ${companyId}::int, ${listId}::int, patient_id from added`
      return listId
    }),
  )
})

export const messageText = "Hi {{ firstName }}, {{ companyName }} asks how your visit was. Reply STOP to opt out."

/** A published template; ids are given, since no person reserves them. */
export const makeTemplate = Effect.fnUntraced(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  text = messageText,
  channel: ChannelName = "SMS",
  rules: ReadonlyArray<ReplyRule> = [],
) {
  const { sql, company } = yield* Database
  const context = systemContext(companyId, `template-${templateId}`)
  const save = {
    _tag: "SaveTemplate",
    templateId,
    channel,
    name: `Template ${templateId}`,
    purpose: "Survey",
    textHash: text,
  } as const
  const saved = handle(templateStream, templateId, save, context, {
    beforeAppend: () =>
      Effect.orDie(
        Effect.andThen(
          sql`insert into template_versions (company_id, template_id, version, text, reply_rules, created_at)
              values (${companyId}, ${templateId}, 1, ${text}, ${sql.json(rules)}, ${at}::timestamptz)`,
          sql`insert into hashed_ids (company_id, kind, id, hashed_id)
              values (${companyId}, 'template', ${templateId}, ${`hashed-template-${templateId}-000`})`,
        ),
      ),
  })
  const published = handle(templateStream, templateId, { _tag: "PublishTemplate", problems: [] }, context)
  // Both or neither: a program that is killed in between would find a template that it cannot send.
  yield* company(companyId)(Effect.andThen(saved, published))
})

export const senderIdOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ sender_id: SenderId }>`select sender_id from senders where company_id = ${companyId}`,
  )
  return row?.sender_id ?? (yield* Effect.die(`Company ${companyId} has no number`))
})

/** A created campaign, as a draft. */
export const makeCampaign = Effect.fnUntraced(function* (
  companyId: CompanyId,
  parts: {
    readonly campaignId: CampaignId
    readonly listId: ListId
    readonly templateId: TemplateId
    readonly startAt?: string
    readonly channel?: ChannelName
  },
) {
  const { campaignId, listId, templateId, startAt = null, channel = "SMS" } = parts
  const campaign = {
    campaignId,
    campaignType: channel,
    name: `Campaign ${campaignId}`,
    purpose: "Survey",
    templateId,
    templateVersion: 1,
    listId,
    senderId: yield* senderIdOf(companyId),
    startAt,
  } as const
  yield* sendCommand(companyId, campaignId, { _tag: "CreateCampaign", campaign })
})

/** At noon: a company with a list of so many people, a published template with the company's number, and a draft of a campaign. */
export const makeDraft = Effect.fnUntraced(function* (
  companyId: CompanyId,
  people: number,
  campaignId: CampaignId = CampaignId.make(1),
) {
  const templateId = TemplateId.make(companyId)
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId)
  const listId = yield* makeList(companyId, people)
  yield* makeTemplate(companyId, templateId)
  yield* makeCampaign(companyId, { campaignId, listId, templateId })
  return { campaignId, templateId, listId }
})

/** Launches a draft at noon. */
export const launchCampaign = (companyId: CompanyId, campaignId: CampaignId) =>
  sendCommand(companyId, campaignId, { _tag: "LaunchCampaign", now: at })

/** Waits until a look at the state of things says so. */
export const eventually = <E, R>(look: Effect.Effect<boolean, E, R>) =>
  Effect.asVoid(Effect.repeat(Effect.andThen(Effect.sleep(10), look), { until: (is) => is }))

/** Gives a campaign's command as the system. */
export const sendCommand = (companyId: CompanyId, campaignId: CampaignId, command: CampaignCommand) =>
  commandCampaign(systemContext(companyId, `test-${campaignId}-${command._tag}`), campaignId, command)

/** Waits for an event of a campaign's stream, however long ago it happened. */
export const awaitEvent = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId, type: string) {
  const store = yield* EventStore
  const stream = `campaign-${campaignId}`
  const happened = Effect.map(store.readStream(companyId, stream), (events) => events.some((one) => one.type === type))
  // Heard from here on, then looked back: in this order nothing falls between.
  yield* Stream.merge(
    Stream.fromEffect(happened),
    store.changes.pipe(
      Stream.map((change) => change.companyId === companyId && change.stream === stream && change.type === type),
    ),
  ).pipe(Stream.filter(Boolean), Stream.take(1), Stream.runDrain)
})

/** People of a campaign by state; dies where what became of texts is counted otherwise than it stands in the rows. */
export const countsOf = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<{ state: string; people: number }>`
      select state, count(*)::int as people from recipients
      where company_id = ${companyId} and campaign_id = ${campaignId} group by state order by state`,
  )
  const counters = yield* company(companyId)(
    sql<{ state: string; people: number }>`
      select state, people from campaign_counts
      where company_id = ${companyId} and campaign_id = ${campaignId} and people <> 0 order by state`,
  )
  const drift = yield* company(companyId)(sql.unsafe(outcomeDrift))
  if (drift.length > 0) return yield* Effect.die(`Outcomes are miscounted: ${JSON.stringify(drift)}`)
  return {
    rows: Object.fromEntries(rows.map((one) => [one.state, one.people])),
    counters: Object.fromEntries(counters.map((one) => [one.state, one.people])),
  }
})
