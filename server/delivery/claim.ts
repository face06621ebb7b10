import { randomBytes } from "node:crypto"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import type { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { isTooLate, withOwnValues, type Origin } from "#server/outreach/recipients/assess.rule.ts"
import type { ReadyMessage, VersionContent } from "#server/outreach/templates/message.rule.ts"
import { makeSendKey } from "./sendKey.rule.ts"
import { readyRules, releaseTo, type ReadyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { readSendingRules, readTextsGot } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import type { Database } from "#server/store/Database.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "#server/outreach/recipients/addressee.queries.ts"
import { bookingLinkWriter } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import type { Channel } from "./channels/channel.ts"
import { freshMillis } from "./sendQueue.ts"
import { inCompany } from "./inCompany.ts"
import type { ServedSender } from "./servedSender.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
import { recordLocked, type LedgerEntry } from "./ledger.ts"
import { ledgerColumns, type LedgerRow, type Place } from "./recipientRows.ts"
import { freeLines, openCalls } from "./calls/callRows.ts"
import { readLadderBounds, type LadderBounds } from "./ladderBounds.ts"

/** A text that may be sent now; that it is being sent is recorded already. */
export type Claimed = Place & {
  readonly key: string
  readonly carrier: CarrierName
  readonly from: string
  readonly to: string
  readonly body: string
  /** In the units of the channel. */
  readonly cost: number
}

/** Whose texts are claimed, and how many at most. */
export type ClaimRequest = ServedSender & {
  readonly most: number
  /** Milliseconds since 1970, by the product's clock. */
  readonly now: number
  /** Rises with each claim, so that campaigns that share few places take turns. */
  readonly turn: number
}

/** What a claim found. `campaigns` are those whose numbers moved. */
export type Claim = {
  readonly claimed: ReadonlyArray<Claimed>
  readonly campaigns: ReadonlyArray<CampaignId>
  /** Whether more may be ready at once. */
  readonly more: boolean
}

type Ready = {
  readonly campaign_id: CampaignId
  readonly template_id: TemplateId
  readonly template_version: number
  readonly from: string
  readonly carrier: CarrierName
  readonly company_name: string
} & VersionContent

/** No wait before a next try is longer; what waits longer was set before the clock was moved back. */
const longestWait = "1 hour"

const isDue = (sql: PgClient, now: string) =>
  sql`(r.held_until is null or r.held_until <= ${now}::timestamptz
       or r.held_until > ${now}::timestamptz + ${longestWait}::interval)`

/**
 * Running campaigns of the sender with someone to send to: the next of each is looked up, since a planner that asks only
 * whether there is one may read the whole backlog for it. The share lock lets a pause wait for this claim, and no claim follow it.
 */
const readyCampaigns = (sql: PgClient, { companyId, senderId }: ClaimRequest, now: string) =>
  sql<Ready>`
    select c.campaign_id, c.template_id, c.template_version, s.e164 as from, s.carrier, co.name as company_name, ${versionContent(sql)}
    from campaign_runs c
    join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id
    join companies co on co.company_id = c.company_id
    join template_versions v on v.company_id = c.company_id and v.template_id = c.template_id and v.version = c.template_version
    cross join lateral (
      select from recipients r where r.company_id = c.company_id and r.campaign_id = c.campaign_id
        and r.state = 'queued' and ${isDue(sql, now)}
      order by r.recipient_id limit 1) next
    where c.company_id = ${companyId} and c.sender_id = ${senderId} and c.state = 'running' and co.status = 'active'
    order by c.campaign_id for share of c`

/** Splits places evenly; who gets the odd ones moves on with each turn. */
export const sharesOf = (
  ids: ReadonlyArray<CampaignId>,
  most: number,
  turn: number,
): ReadonlyArray<{ readonly c: CampaignId; readonly n: number }> => {
  const each = Math.floor(most / ids.length)
  const odd = most % ids.length
  return ids
    .map((c, index) => ({ c, n: each + ((index + ids.length - (turn % ids.length)) % ids.length < odd ? 1 : 0) }))
    .filter(({ n }) => n > 0)
}

type QueuedRow = LedgerRow &
  AddresseeRow & {
    readonly planned_phone: string | null
    readonly zone: string
    /** What an ongoing campaign writes for this person, and until when. */
    readonly own_values: Readonly<Record<string, string>> | null
    readonly not_after: Date | null
  }

const queuedRows = (
  sql: PgClient,
  companyId: CompanyId,
  shares: ReturnType<typeof sharesOf>,
  { now, channel }: { readonly now: string; readonly channel: Channel },
) => sql<QueuedRow>`
    select ${sql.literal(ledgerColumns)}, r.phone as planned_phone, r.zone, r.own_values, r.not_after, ${addresseeColumns(sql, channel.name)}
    from jsonb_to_recordset(${sql.json(shares)}) as share (c integer, n integer)
    cross join lateral (
      select r.*, r.ctid from recipients r
      where r.company_id = ${companyId} and r.campaign_id = share.c and r.state = 'queued' and ${isDue(sql, now)}
      order by r.recipient_id limit share.n for update skip locked) r
    left join lateral (
      select * from patients p where p.company_id = ${companyId} and p.patient_id = r.patient_id offset 0) p on true`

const messages = new Map<string, ReadyMessage>()
const maxMessages = 200

/** A published message, read once. */
const messageOf = (
  channel: Channel,
  { template_id, template_version, text, parameters, translations }: Ready,
): ReadyMessage => {
  const id = `${channel.name} ${template_id}.${template_version} ${JSON.stringify([parameters, translations])}`
  const known = messages.get(id)
  if (known !== undefined && known.text === text) return known
  const message = Result.getOrThrow(channel.read({ text, parameters, translations }))
  if (messages.size >= maxMessages) messages.clear()
  messages.set(id, message)
  return message
}

/** A campaign that may send, with its message. */
type Sendable = Ready & { readonly message: ReadyMessage }

type LinkWriter = Effect.Success<ReturnType<typeof bookingLinkWriter>>

const noLink: LinkWriter = () => ""
const namesLink = ({ message }: Sendable): boolean => message.variables.includes("bookingLink")

/** The link is only written where the text names it: a signature for each recipient of a million takes its time. */
const originOf = (campaign: Sendable, { recipient_id }: QueuedRow, linkOf: LinkWriter): Origin => ({
  companyName: campaign.company_name,
  campaignId: campaign.campaign_id,
  bookingLink: namesLink(campaign) ? linkOf(campaign.campaign_id, recipient_id) : "",
})

const nobodyTaken = { has: () => false }

type Judged = {
  readonly fact: RecipientFact
  readonly send?: { readonly to: string; readonly body: string; readonly cost: number }
}

/** When and how often the company may send, what numbers got lately, and what writes the links to book by. */
type Limits = {
  readonly rules: ReadyRules
  readonly most: number | null
  readonly got: Map<string, number>
  readonly linkOf: LinkWriter
  /** What ladders leave for a person. */
  readonly ladders: LadderBounds
}

const readLimits = Effect.fnUntraced(function* (
  sql: PgClient,
  { channel, companyId, now }: ClaimRequest,
  rows: ReadonlyArray<QueuedRow>,
  writesLinks: boolean,
) {
  const rules = yield* readSendingRules(sql, companyId, channel.name)
  // Two senders must not each find the last place under the cap.
  if (rules.capTexts !== null) yield* sql`select pg_advisory_xact_lock(hashtext('sending cap'), ${companyId}::int)`
  const phones = rows.flatMap(({ phone }) => phone ?? [])
  const got = yield* readTextsGot(sql, companyId, phones, rules, now)
  // Who is in the list was decided when the campaign was planned: a country that is taken away later loses no one.
  return {
    ...{ rules: { ...readyRules(rules), countries: null }, most: rules.capTexts, got },
    linkOf: writesLinks ? yield* bookingLinkWriter(companyId, now) : noLink,
    ladders: yield* readLadderBounds(sql, companyId, rows, now),
  } satisfies Limits
})

const isCapped = ({ most, got }: Limits, phone: string): boolean => most !== null && (got.get(phone) ?? 0) >= most
const countText = ({ got }: Limits, phone: string): void => void got.set(phone, (got.get(phone) ?? 0) + 1)

/** Whether the text may leave now: consent, quiet hours and values are looked at again (docs/policy.md#exclusions). */
const judge = (
  row: QueuedRow,
  campaign: Sendable,
  { channel, now }: ClaimRequest,
  key: string,
  limits: Limits,
): Judged => {
  if (row.patient_id === null) return { fact: { _tag: "RecipientExcluded", reason: "noPhone" } }
  if (row.consent === "revoked") return { fact: { _tag: "RecipientOptedOut" } }
  if (row.phone !== row.planned_phone) return { fact: { _tag: "RecipientExcluded", reason: "phoneChanged" } }
  const when = { now, rules: limits.rules }
  const person = withOwnValues(addresseeOf(row), row.own_values)
  const origin = originOf(campaign, row, limits.linkOf)
  const judged = channel.assess(campaign.message, person, origin, when, nobodyTaken)
  if (!judged.eligible) return { fact: { _tag: "RecipientExcluded", reason: judged.reason } }
  const { phone, body, cost } = judged
  // It may leave until it is too old: it has to be within the hours until then.
  const until = judged.release.at ?? releaseTo(person, now + freshMillis, limits.rules).release.at
  if (isTooLate(row.not_after?.getTime() ?? null, until ?? now)) {
    return { fact: { _tag: "RecipientExcluded", reason: "tooLate" } }
  }
  // The person's zone may be known better than when the campaign was planned.
  if (until !== null) return { fact: { _tag: "RecipientHeld", until: new Date(until).toISOString() } }
  if (isCapped(limits, phone)) return { fact: { _tag: "RecipientExcluded", reason: "frequencyCap" } }
  const bound = limits.ladders.boundOf(row)
  if (bound !== undefined) return { fact: bound }
  return { fact: { _tag: "SendStarted", key }, send: { to: phone, body, cost } }
}

const claimInside = Effect.fnUntraced(function* (sql: PgClient, request: ClaimRequest) {
  const { channel, companyId, senderId, turn } = request
  const lines = channel.goesOn ? yield* freeLines(sql, companyId, senderId) : Infinity
  const most = Math.min(request.most, lines)
  if (most === 0) return { claimed: [], campaigns: [], more: false } satisfies Claim
  const now = new Date(request.now).toISOString()
  const found = yield* readyCampaigns(sql, request, now)
  const ready = found.map((one): Sendable => ({ ...one, message: messageOf(channel, one) }))
  if (ready.length === 0) return { claimed: [], campaigns: [], more: false } satisfies Claim
  const byId = new Map(ready.map((campaign) => [campaign.campaign_id, campaign]))
  const rows = yield* queuedRows(sql, companyId, sharesOf([...byId.keys()], most, turn), { now, channel })
  const limits = yield* readLimits(sql, request, rows, ready.some(namesLink))
  const random = randomBytes(9).toString("base64url")
  const claimed: Array<Claimed> = []
  const entries: Array<LedgerEntry> = []
  for (const row of rows) {
    const campaign = byId.get(row.campaign_id)
    if (campaign === undefined) continue
    const place = { campaignId: row.campaign_id, recipientId: row.recipient_id }
    const key = makeSendKey({ companyId, ...place, attempt: row.attempts + 1 }, random)
    const { fact, send } = judge(row, campaign, request, key, limits)
    if (send !== undefined) countText(limits, send.to)
    if (send !== undefined) limits.ladders.count(row)
    entries.push({
      ...place,
      facts: [fact],
      ...(send === undefined ? {} : { body: send.body, cost: send.cost }),
    })
    if (send !== undefined) {
      const { carrier, from } = campaign
      claimed.push({ ...place, key, carrier, from, ...send })
    }
  }
  yield* recordLocked(sql, companyId, now, rows, entries)
  if (channel.goesOn) yield* openCalls(sql, companyId, senderId, now, claimed)
  return { claimed, campaigns: [...byId.keys()], more: rows.length > 0 } satisfies Claim
})

/**
 * Takes the next texts of a sender: fairly from its running campaigns, each
 * judged once more, and recorded as being sent before anything is sent.
 */
export const claim = (database: Database["Service"], request: ClaimRequest) =>
  inCompany(database, request.companyId, claimInside(database.sql, request))
