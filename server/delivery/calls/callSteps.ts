import { Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { readCallLog, signOf, type LoggedEvent } from "#machines/lifecycles/calls/callLog.ts"
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
import { lockRecipients } from "../recipientRows.ts"
import type { SendGate } from "../SendGate.ts"
import { readSendKey } from "../sendKey.rule.ts"
import type { MachineReport, StepRequest } from "../VoiceCarrier.ts"
import { type CallRow, readCalls, recordStep } from "./callRows.ts"
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

/** Records a turn of a call that is under way: keys, a recording, an opt-out. The same step twice records nothing more. */
const record = Effect.fnUntraced(function* (
  database: Database["Service"],
  companyId: CompanyId,
  call: CallRow,
  request: StepRequest,
  { log, turn, at }: { readonly log: string; readonly turn: CallTurn; readonly at: string },
) {
  const { sql } = database
  const { pressed, leftMessage } = turn
  const place = { campaignId: call.campaign_id, recipientId: call.recipient_id }
  const over = { isOver: true, news: [], campaigns: [] }
  const isNew = log.length > call.log.length
  const stops = isNew && turn.optedOut !== null ? turn.optedOut : null
  if (stops !== null) yield* lockConsent(sql, companyId)
  // Its end may have been reported meanwhile, and another attempt decided on.
  yield* lockRecipients(sql, companyId, [place])
  const now = (yield* readCalls(sql, companyId, [call.send_key])).get(call.send_key)
  if ((now?.flow ?? null) === null) return over
  const said =
    stops === null
      ? { news: [], places: [] }
      : yield* optOut(database, companyId, { phone: call.phone, log }, channelsOf[stops], at)
  const facts: ReadonlyArray<RecipientFact> = [
    { _tag: "SendAccepted", sid: request.sid },
    ...(leftMessage ? [{ _tag: "MessageDelivered" } as const] : []),
    ...(pressed.length > 0 ? [{ _tag: "ReplyReceived" } as const] : []),
    ...(turn.optedOut === null ? [] : [optedOut]),
  ]
  const others = said.places.map((one) => ({ ...one, facts: [optedOut] }))
  yield* recordInside(sql, companyId, at, [...others, { ...place, facts }])
  const { sid, recording } = request
  yield* recordStep(sql, companyId, call.send_key, { sid, log, pressed, recording, leftMessage })
  return {
    isOver: false,
    news: said.news,
    campaigns: [place.campaignId, ...said.places.map(({ campaignId }) => campaignId)],
  }
})

/** What a call does next, and the campaigns whose numbers moved. */
export type AnsweredStep = {
  readonly companyId: CompanyId | null
  readonly instructions: ReadonlyArray<CallInstruction>
  /** The voice that says texts; undefined for the carrier's own. */
  readonly voice: CallVoice | undefined
  readonly campaigns: ReadonlyArray<CampaignId>
}

const ended: AnsweredStep = { companyId: null, instructions: goodbye, voice: undefined, campaigns: [] }

/**
 * Answers what a call does next, by its chart and by what happened in it, which the carrier brings back in the
 * address: no process remembers a call, so any may answer, and the same question has the same answer however often it
 * is asked. What happened is recorded before.
 * @param at when, as an ISO instant
 */
export const answerStep = Effect.fn("answerStep")(function* (
  database: Database["Service"],
  gate: SendGate["Service"],
  at: string,
  request: StepRequest,
) {
  const companyId = readSendKey(request.sendKey)?.companyId
  const before = readCallLog(request.log)
  if (companyId === undefined || before === undefined) return ended
  const calls = yield* database.company(companyId)(readCalls(database.sql, companyId, [request.sendKey]))
  const call = calls.get(request.sendKey)
  const flow = callFlowIn(call?.flow ?? "")
  if (call === undefined || flow === undefined) return ended
  const events = [...before, ...eventOf(request)]
  const turn = callTurn(flow, events)
  const log = events.map(signOf).join("")
  const { isOver, campaigns } = yield* gate.whileSaid(
    companyId,
    turn.optedOut === null ? [] : [call.phone],
    inCompany(database, companyId, record(database, companyId, call, request, { log, turn, at })),
  )
  if (isOver) return ended
  const instructions = yield* Effect.provideService(
    heardInstructions({ companyId, voice: flow.voice, pronunciations: call.pronunciations }, turn.instructions),
    Database,
    database,
  )
  return { companyId, instructions, voice: flow.voice, campaigns }
})

/** Where a call goes on to once a machine is known to have answered: to the message for one, or to its end. */
export const machineLog = signOf({ type: "MachineAnswered" })

/** Whether a call that a machine is said to have answered is still to be treated so: a person presses keys. */
export const isAtMachine = Effect.fn("isAtMachine")(function* (
  { sql, company }: Database["Service"],
  { sendKey, isMachine }: MachineReport,
) {
  const companyId = readSendKey(sendKey)?.companyId
  if (companyId === undefined || !isMachine) return false
  const call = (yield* company(companyId)(readCalls(sql, companyId, [sendKey]))).get(sendKey)
  return call !== undefined && call.flow !== null && !/[\d*#]/.test(call.log)
})
