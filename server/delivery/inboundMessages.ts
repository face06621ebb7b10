import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { InboundMessage } from "#schemas/outreach/delivery.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { readRequest, type ReplyRequest } from "#server/domain/outreach/optOut.ts"
import type { Database } from "#server/store/Database.ts"
import { inCompany, type Place, tellInside, type Told } from "./ledger.ts"
import type { SendGate } from "./SendGate.ts"
import { markSeen } from "./statusReports.ts"

/** Whose number the text came to. */
type Receiver = { readonly company_id: number; readonly sender_id: number }

const receiverOf = ({ sql, everyCompany }: Database["Service"], to: string) =>
  Effect.map(everyCompany(sql<Receiver>`select company_id, sender_id from senders where e164 = ${to}`), ([row]) => row)

/** The newest campaign of this number that may have reached the person: what they answer. */
const answeredPlace = (sql: PgClient, { company_id, sender_id }: Receiver, phone: string) =>
  sql<{ campaign_id: number; recipient_id: number }>`
    select r.campaign_id, r.recipient_id
    from recipients r join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
    where r.company_id = ${company_id} and r.phone = ${phone} and c.sender_id = ${sender_id} and r.started_at is not null
    order by r.started_at desc, r.campaign_id desc limit 1`.pipe(
    Effect.map(([row]): Place | undefined => row && { campaignId: row.campaign_id, recipientId: row.recipient_id }),
  )

/** Every place of the company where a text to this number is still to come. */
const openPlaces = (sql: PgClient, companyId: number, phone: string) =>
  sql<{ campaign_id: number; recipient_id: number }>`
    select campaign_id, recipient_id from recipients
    where company_id = ${companyId} and phone = ${phone} and state in ('queued', 'held', 'sending', 'unknown')`.pipe(
    Effect.map((rows) => rows.map((row): Place => ({ campaignId: row.campaign_id, recipientId: row.recipient_id }))),
  )

const hasOptedOut = (sql: PgClient, companyId: number, phone: string) =>
  sql<{ consent: string }>`
    select consent from opt_outs where company_id = ${companyId} and phone = ${phone} and channel = 'SMS'
    order by opt_out_id desc limit 1`.pipe(Effect.map(([row]) => row?.consent === "revoked"))

const writeConsent = (
  sql: PgClient,
  companyId: number,
  message: InboundMessage,
  consent: "granted" | "revoked",
  at: string,
) =>
  sql`insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
      values (${companyId}, ${message.from}, 'SMS', ${consent}, ${at}::timestamptz, 'reply', ${message.body})`

const writeMessage = (
  sql: PgClient,
  { company_id, sender_id }: Receiver,
  message: InboundMessage,
  request: ReplyRequest["kind"],
  place: Place | undefined,
  at: string,
) => sql`
  insert into inbound_messages (company_id, sender_id, phone, body, request, campaign_id, recipient_id, at)
  values (${company_id}, ${sender_id}, ${message.from}, ${message.body}, ${request},
          ${place?.campaignId ?? null}, ${place?.recipientId ?? null}, ${at}::timestamptz)`

const answerHelp = (sql: PgClient, { company_id, sender_id }: Receiver, phone: string, at: string) =>
  sql`insert into notices (company_id, sender_id, phone, kind, state, at)
      values (${company_id}, ${sender_id}, ${phone}, 'help', 'queued', ${at}::timestamptz)`

const optedOut: RecipientFact = { _tag: "RecipientOptedOut" }
const replied: RecipientFact = { _tag: "ReplyReceived" }

/** "Yes" and its like ask to be texted again only when the person had opted out; otherwise they answer. */
const meaningOf = (kind: ReplyRequest["kind"], wasOut: boolean): ReplyRequest["kind"] =>
  kind === "optIn" && !wasOut ? "other" : kind

const takeIn = Effect.fnUntraced(function* (sql: PgClient, receiver: Receiver, message: InboundMessage, at: string) {
  const companyId = receiver.company_id
  const phone = message.from
  const fresh = yield* markSeen(sql, companyId, [message.id], at)
  const wasOut = yield* hasOptedOut(sql, companyId, phone)
  if (fresh.size === 0) return { isOut: wasOut, campaigns: [] }
  const meaning = meaningOf(readRequest(message.body).kind, wasOut)
  const answered = yield* answeredPlace(sql, receiver, phone)
  yield* writeMessage(sql, receiver, message, meaning, answered, at)
  const told: Array<Told> = []
  if (meaning === "optOut") {
    yield* writeConsent(sql, companyId, message, "revoked", at)
    told.push(...(yield* openPlaces(sql, companyId, phone)).map((place) => ({ ...place, facts: [optedOut] })))
    if (answered !== undefined) told.push({ ...answered, facts: [replied, optedOut] })
  }
  if (meaning === "optIn") yield* writeConsent(sql, companyId, message, "granted", at)
  if (meaning === "help") yield* answerHelp(sql, receiver, phone, at)
  if (meaning === "other" && answered !== undefined) told.push({ ...answered, facts: [replied] })
  yield* tellInside(sql, companyId, at, told)
  const isOut = meaning === "optOut" || (wasOut && meaning !== "optIn")
  return { isOut, campaigns: [...new Set(told.map(({ campaignId }) => campaignId))] }
})

/**
 * Takes in a text from a person: obeys STOP, START and HELP, counts anything
 * else as a reply to the newest campaign that reached them. The number it came
 * to says which company; a text to a number of nobody's is dropped.
 * @param at when, as an ISO instant
 * @returns the company and the campaigns whose numbers moved; absent for nobody's number
 */
export const takeInbound = Effect.fn("takeInbound")(function* (
  database: Database["Service"],
  gate: SendGate["Service"],
  at: string,
  message: InboundMessage,
) {
  const receiver = yield* receiverOf(database, message.to)
  if (receiver === undefined) return undefined
  const companyId = receiver.company_id
  // Closed before the commit, so that no text leaves after it.
  if (readRequest(message.body).kind === "optOut") gate.close(companyId, message.from)
  const { isOut, campaigns } = yield* inCompany(database, companyId, takeIn(database.sql, receiver, message, at))
  if (!isOut) gate.open(companyId, message.from)
  return { companyId, campaigns }
})
