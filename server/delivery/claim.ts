import { randomBytes } from "node:crypto"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import type { CampaignId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { isTooLate, withOwnValues, type Origin } from "#server/outreach/recipients/assess.rule.ts"
import type { ReadyMessage } from "#server/outreach/templates/message.rule.ts"
import { makeSendKey } from "./sendKey.rule.ts"
import { readyRules, releaseTo, type ReadyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { readSendingRules, readTextsGot } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import type { Database } from "#server/store/Database.ts"
import { addresseeOf } from "#server/outreach/recipients/addressee.queries.ts"
import { bookingLinkWriter } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import type { Channel } from "./channels/channel.ts"
import { freshMillis } from "./sendQueue.ts"
import { queuedRows, readyCampaigns, sharesOf, type QueuedRow, type Ready } from "./claimable.ts"
import { inCompany } from "./inCompany.ts"
import type { ServedSender } from "./servedSender.ts"
import { standInAfterMillis } from "./standIn.ts"
import { recordLocked, type LedgerEntry } from "./ledger.ts"
import type { Place } from "./recipientRows.ts"
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
  /** How long a number is in trouble before this one sends for it, in milliseconds. */
  readonly standInAfter?: number
}

/** What a claim found. `campaigns` are those whose numbers moved. */
export type Claim = {
  readonly claimed: ReadonlyArray<Claimed>
  readonly campaigns: ReadonlyArray<CampaignId>
  /** Whether more may be ready at once. */
  readonly more: boolean
}

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
  { channel, now, senderId }: ClaimRequest,
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
  const from = campaign.sender_id === senderId ? {} : { from: senderId }
  return { fact: { _tag: "SendStarted", key, ...from }, send: { to: phone, body, cost } }
}

const claimInside = Effect.fnUntraced(function* (sql: PgClient, request: ClaimRequest) {
  const { channel, companyId, senderId, turn, standInAfter = standInAfterMillis } = request
  const lines = channel.goesOn ? yield* freeLines(sql, companyId, senderId) : Infinity
  const most = Math.min(request.most, lines)
  if (most === 0) return { claimed: [], campaigns: [], more: false } satisfies Claim
  const now = new Date(request.now).toISOString()
  const troubleBy = new Date(request.now - standInAfter).toISOString()
  const found = yield* readyCampaigns(sql, request, { now, troubleBy })
  const ready = found.map((one): Sendable => ({ ...one, message: messageOf(channel, one) }))
  if (ready.length === 0) return { claimed: [], campaigns: [], more: false } satisfies Claim
  const byId = new Map(ready.map((campaign) => [campaign.campaign_id, campaign]))
  const shares = sharesOf([...byId.keys()], most, turn)
  const rows = yield* queuedRows(sql, request, byId, { shares, now })
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
 * Takes the next texts of a sender: fairly from its running campaigns, and from those that it stands in for, each
 * judged once more, and recorded as being sent before anything is sent.
 */
export const claim = (database: Database["Service"], request: ClaimRequest) =>
  inCompany(database, request.companyId, claimInside(database.sql, request))
