import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { readCallLog, signOf, type LoggedEvent } from "#machines/lifecycles/calls/callLog.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { CallVoice } from "#schemas/outreach/voice.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import { Database } from "#server/store/Database.ts"
import { announceConsent, type StoredWord } from "../consentNews.ts"
import { lockConsent } from "../consentLock.ts"
import { callFlowIn } from "../channels/callChannel.ts"
import { inCompany } from "../inCompany.ts"
import { recordInside } from "../ledger.ts"
import { openPlaces } from "../openPlaces.ts"
import { lockRecipients, type Place } from "../recipientRows.ts"
import type { SendGate } from "../SendGate.ts"
import { readSendKey } from "../sendKey.rule.ts"
import type { MachineReport, StepRequest } from "../VoiceCarrier.ts"
import { type CallRow, type CallStepNews, lockCalls, readCalls, recordSteps } from "./callRows.ts"
import { heardInstructions } from "./heardInstructions.ts"
import { callTurn, type CallInstruction, type CallTurn } from "./callTurn.rule.ts"

/** What a caller hears where a call cannot go on: of an attempt that is over, or of none of ours. */
const goodbye: ReadonlyArray<CallInstruction> = [
  { _tag: "Say", prompt: { _tag: "Speech", text: "We are sorry, this call cannot go on. Goodbye." } },
  { _tag: "HangUp" },
]

/** What a step adds to the events before it; the first one begins with the answer. */
const eventOf = ({ log, pressed, transferred }: StepRequest): ReadonlyArray<LoggedEvent> => {
  if (log === "") return [{ type: "PersonAnswered" }]
  if (pressed !== null) return [{ type: "KeyPressed", key: pressed }]
  return transferred === null ? [] : [{ type: transferred ? "TransferAnswered" : "TransferNotAnswered" }]
}

const channelsOf = { calls: ["IVR"], all: ["IVR", "SMS"] } as const satisfies Record<string, ReadonlyArray<ChannelName>>

const optedOut: RecipientFact = { _tag: "RecipientOptedOut" }

/** Records that a caller opted out by a key: of calls or of all, and of what else is to come to the number. */
const optOut = Effect.fnUntraced(function* (
  { sql }: Database["Service"],
  companyId: CompanyId,
  { phone, log }: Pick<CallRow, "phone" | "log">,
  channels: ReadonlyArray<ChannelName>,
  at: string,
) {
  const evidence = `keys ${log.replaceAll(/[^\d*#]/g, "")}`
  const of = { company: sql`${companyId}::int`, phone: sql`${phone}::text` }
  const said = yield* Effect.forEach(
    channels,
    (channel) => sql<StoredWord>`
      insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
      select ${companyId}::int, ${phone}::text, ${channel}::text, 'revoked', ${at}::timestamptz, 'call', ${evidence}::text
      where ${lastConsent(sql, channel, of)} <> 'revoked'
      returning opt_out_id::int as id, phone, consent`,
  )
  const places = yield* Effect.forEach(channels, (channel) => openPlaces(sql, companyId, channel, [phone]))
  return { news: yield* announceConsent(sql, companyId, said.flat()), places: places.flat() }
})

/** A step of a call of ours, and what comes of it. */
type Turned = {
  readonly request: StepRequest
  readonly call: CallRow
  readonly flow: CallFlow
  readonly turn: CallTurn
  readonly log: string
}

const placeOf = ({ call }: Turned): Place => ({ campaignId: call.campaign_id, recipientId: call.recipient_id })

const factsOf = ({ request, turn }: Turned): ReadonlyArray<RecipientFact> => [
  { _tag: "SendAccepted", sid: request.sid },
  ...(turn.leftMessage ? [{ _tag: "MessageDelivered" } as const] : []),
  ...(turn.pressed.length > 0 ? [{ _tag: "ReplyReceived" } as const] : []),
  ...(turn.optedOut === null ? [] : [optedOut]),
]

const newsOf = ({ request, turn, log }: Turned): CallStepNews => ({
  ...{ key: request.sendKey, sid: request.sid, log, pressed: turn.pressed },
  ...{ recording: request.recording, leftMessage: turn.leftMessage },
})

/** What a person said is kept also where the step comes after the report of the call's end; nothing else of it is. */
const lateRecording = ({ sendKey: key, sid, recording }: StepRequest): ReadonlyArray<CallStepNews> =>
  recording === null ? [] : [{ key, sid, recording, log: "", pressed: [], leftMessage: false }]

const recordLate = (sql: PgClient, companyId: CompanyId, late: ReadonlyArray<CallStepNews>) =>
  Effect.flatMap(
    lockCalls(
      sql,
      companyId,
      late.map(({ key }) => key),
    ),
    (locked) => recordSteps(sql, locked, late),
  )

/**
 * Records turns of calls that are under way, of a company and each of another call: keys, recordings, opt-outs. The same
 * step twice records nothing more. Gives the keys of the calls that go on.
 */
const record = Effect.fnUntraced(function* (
  database: Database["Service"],
  companyId: CompanyId,
  turned: ReadonlyArray<Turned>,
  at: string,
) {
  const { sql } = database
  const isStop = ({ turn, call, log }: Turned) => turn.optedOut !== null && log.length > call.log.length
  if (turned.some(isStop)) yield* lockConsent(sql, companyId)
  // Their ends may have been reported meanwhile, and other attempts decided on.
  yield* lockRecipients(sql, companyId, turned.map(placeOf))
  const keys = turned.map(({ request }) => request.sendKey)
  const locked = yield* lockCalls(sql, companyId, keys)
  const open = turned.filter(({ request }) => (locked.get(request.sendKey)?.flow ?? null) !== null)
  const said = yield* Effect.forEach(open.filter(isStop), ({ call, log, turn }) =>
    optOut(database, companyId, { phone: call.phone, log }, channelsOf[turn.optedOut ?? "calls"], at),
  )
  const others = said.flatMap(({ places }) => places).map((one) => ({ ...one, facts: [optedOut] }))
  const own = open.map((one) => ({ ...placeOf(one), facts: factsOf(one) }))
  yield* recordInside(sql, companyId, at, [...others, ...own])
  const over = turned.filter((one) => !open.includes(one)).flatMap(({ request }) => lateRecording(request))
  yield* recordSteps(sql, locked, [...open.map(newsOf), ...over])
  return {
    goingOn: new Set(open.map(({ request }) => request.sendKey)),
    news: said.flatMap(({ news }) => news),
    campaigns: [...new Set([...others, ...own].map(({ campaignId }) => campaignId))],
  }
})

/** What a call does next. */
export type AnsweredStep = {
  readonly instructions: ReadonlyArray<CallInstruction>
  /** The voice that says texts; undefined for the carrier's own. */
  readonly voice: CallVoice | undefined
}

/** The answer in a call of none of ours. */
export const endedStep: AnsweredStep = { instructions: goodbye, voice: undefined }

/** What a step leads to in what its call does; undefined for a call that is over, and for a log of none of ours. */
export const turnOf = (text: string | null, request: StepRequest) => {
  const flow = callFlowIn(text ?? "")
  const before = readCallLog(request.log)
  if (flow === undefined || before === undefined) return undefined
  const events = [...before, ...eventOf(request)]
  return { flow, turn: callTurn(flow, events), log: events.map(signOf).join("") }
}

const turnedBy =
  (calls: ReadonlyMap<string, CallRow>) =>
  (request: StepRequest): ReadonlyArray<Turned> => {
    const call = calls.get(request.sendKey)
    const turned = call === undefined ? undefined : turnOf(call.flow, request)
    return call === undefined || turned === undefined ? [] : [{ request, call, ...turned }]
  }

/**
 * Answers what calls do next, by their charts and by what happened in them, which the carrier brings back in the
 * address: no process remembers a call, so any may answer, and the same question has the same answer however often it
 * is asked. What happened is recorded before. Gives the answers by the keys of those that go on, and the campaigns whose
 * numbers moved.
 * @param at when, as an ISO instant
 * @param requests of calls of this company, each of another call
 */
export const answerSteps = Effect.fn("answerSteps")(function* (
  database: Database["Service"],
  gate: SendGate["Service"],
  at: string,
  companyId: CompanyId,
  requests: ReadonlyArray<StepRequest>,
) {
  const keys = requests.map(({ sendKey }) => sendKey)
  const calls = yield* database.company(companyId)(readCalls(database.sql, companyId, keys))
  const turned = requests.flatMap(turnedBy(calls))
  const late = requests.filter(({ sendKey }) => calls.get(sendKey)?.flow === null).flatMap(lateRecording)
  if (late.length > 0) yield* inCompany(database, companyId, recordLate(database.sql, companyId, late))
  const answers = new Map<string, AnsweredStep>()
  if (turned.length === 0) return { answers, campaigns: [] }
  const { goingOn, campaigns } = yield* gate.whileSaid(
    companyId,
    turned.flatMap(({ turn, call }) => (turn.optedOut === null ? [] : [call.phone])),
    inCompany(database, companyId, record(database, companyId, turned, at)),
  )
  const answer = Effect.fnUntraced(function* ({ request, call, flow, turn }: Turned) {
    const sounding = { companyId, voice: flow.voice, pronunciations: call.pronunciations }
    const heard = heardInstructions(sounding, turn.instructions)
    const instructions = yield* Effect.provideService(heard, Database, database)
    answers.set(request.sendKey, { instructions, voice: flow.voice })
  })
  yield* Effect.forEach(
    turned.filter(({ request }) => goingOn.has(request.sendKey)),
    answer,
    { concurrency: 8, discard: true },
  )
  return { answers, campaigns }
})

/** Where a call goes on to once a machine is known to have answered: to the message for one, or to its end. */
export const machineLog = signOf({ type: "MachineAnswered" })

/** Whether no one has pressed a key yet, by what is known of a call: who did is a person. */
export const pressedNoKey = ({ flow, log }: Pick<CallRow, "flow" | "log">): boolean =>
  flow !== null && !/[\d*#]/.test(log)

/** Whether a call that a machine is said to have answered is still to be treated so: a person presses keys. */
export const isAtMachine = Effect.fn("isAtMachine")(function* (
  { sql, company }: Database["Service"],
  { sendKey, isMachine }: MachineReport,
) {
  const companyId = readSendKey(sendKey)?.companyId
  if (companyId === undefined || !isMachine) return false
  const call = (yield* company(companyId)(readCalls(sql, companyId, [sendKey]))).get(sendKey)
  return call !== undefined && pressedNoKey(call)
})
