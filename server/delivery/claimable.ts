import type { PgClient } from "@effect/sql-pg/PgClient"
import type { CampaignId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import { addresseeColumns, type AddresseeRow } from "#server/outreach/recipients/addressee.queries.ts"
import type { VersionContent } from "#server/outreach/templates/message.rule.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
import type { Channel } from "./channels/channel.ts"
import { ledgerColumns, type LedgerRow } from "./recipientRows.ts"
import type { ServedSender } from "./servedSender.ts"
import { numbersStoodInFor } from "./standIn.ts"

/** A running campaign that the number may send for. */
export type Ready = {
  readonly campaign_id: CampaignId
  readonly template_id: TemplateId
  readonly template_version: number
  /** The number of the campaign. */
  readonly sender_id: SenderId
  /** Whether the number may send what never left: the campaign is its own, or it stands in for the campaign's number. */
  readonly sends: boolean
  /** The number that claims, with its carrier. */
  readonly from: string
  readonly carrier: CarrierName
  readonly company_name: string
} & VersionContent

/** No wait before a next try is longer; what waits longer was set before the clock was moved back. */
const longestWait = "1 hour"

/**
 * Whether the pause of the text of `r` is over for the number, of a campaign of the number `own`. What another number put
 * off waits for that one alone: its carrier has nothing to do with this one's.
 */
const isDue = (sql: PgClient, senderId: SenderId, from: "c" | "share", now: string) =>
  sql`(r.held_until is null or r.held_until <= ${now}::timestamptz
       or r.held_until > ${now}::timestamptz + ${longestWait}::interval
       or coalesce(r.sender_id, ${sql.literal(`${from}.sender_id`)}) <> ${senderId})`

/**
 * Whether the number may send the text of `r`, of a campaign of the number `own`. A text whose answer was ever lost may
 * have left, whatever the carrier said later: it stays with the number that sent it, for good (decision 107). The row
 * says so itself, since what is joined to a row that is locked may be older than the row.
 */
const isIts = (sql: PgClient, senderId: SenderId, from: "c" | "share") => {
  const [own, sends] = [sql.literal(`${from}.sender_id`), sql.literal(from === "c" ? "it.sends" : "share.sends")]
  return sql`case when r.was_lost then coalesce(r.sender_id, ${own}) = ${senderId} else ${sends} end`
}

/**
 * Running campaigns with someone to send to: those of the number, those that it stands in for, and those of which it has
 * texts that no other may send. The next of each is looked up, since a planner that asks only whether there is one may
 * read the whole backlog for it. The share lock lets a pause wait for this claim, and no claim follow it.
 * @param troubleBy numbers in trouble since then, as an ISO instant, or before are stood in for
 */
export const readyCampaigns = (
  sql: PgClient,
  { companyId, senderId }: ServedSender,
  { now, troubleBy }: { readonly now: string; readonly troubleBy: string },
) => {
  const stoodIn = numbersStoodInFor(sql, { companyId, senderId }, troubleBy)
  return sql<Ready>`
    select c.campaign_id, c.template_id, c.template_version, c.sender_id, it.sends, s.e164 as from, s.carrier,
      co.name as company_name, ${versionContent(sql)}
    from campaign_runs c
    cross join lateral (select c.sender_id = ${senderId} or c.sender_id in (${stoodIn}) as sends) it
    join senders s on s.company_id = c.company_id and s.sender_id = ${senderId}
    join companies co on co.company_id = c.company_id
    join template_versions v on v.company_id = c.company_id and v.template_id = c.template_id and v.version = c.template_version
    cross join lateral (
      select from recipients r where r.company_id = c.company_id and r.campaign_id = c.campaign_id
        and r.state = 'queued' and ${isDue(sql, senderId, "c", now)}
        and ${isIts(sql, senderId, "c")}
      order by r.recipient_id limit 1) next
    where c.company_id = ${companyId} and c.state = 'running' and co.status = 'active'
      and (it.sends or c.campaign_id in (select campaign_id from recipients
        where sender_id = ${senderId} and company_id = ${companyId} and state = 'queued' and was_lost))
    order by c.campaign_id for share of c`
}

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

export type QueuedRow = LedgerRow &
  AddresseeRow & {
    readonly planned_phone: string | null
    readonly zone: string
    /** What an ongoing campaign writes for this person, and until when. */
    readonly own_values: Readonly<Record<string, string>> | null
    readonly not_after: Date | null
  }

/** Locks the next people of campaigns, so many of each, that the number may send to. */
export const queuedRows = (
  sql: PgClient,
  { channel, companyId, senderId }: ServedSender & { readonly channel: Channel },
  ready: ReadonlyMap<CampaignId, Ready>,
  { shares, now }: { readonly shares: ReturnType<typeof sharesOf>; readonly now: string },
) => {
  const asked = shares.map(({ c, n }) => ({ c, n, sender_id: ready.get(c)?.sender_id, sends: ready.get(c)?.sends }))
  return sql<QueuedRow>`
    select ${sql.literal(ledgerColumns)}, r.phone as planned_phone, r.zone, r.own_values, r.not_after, ${addresseeColumns(sql, channel.name)}
    from jsonb_to_recordset(${sql.json(asked)}) as share (c integer, n integer, sender_id integer, sends boolean)
    cross join lateral (
      select r.*, r.ctid from recipients r
      where r.company_id = ${companyId} and r.campaign_id = share.c and r.state = 'queued' and ${isDue(sql, senderId, "share", now)}
        and ${isIts(sql, senderId, "share")}
      order by r.recipient_id limit share.n for update skip locked) r
    left join lateral (
      select * from patients p where p.company_id = ${companyId} and p.patient_id = r.patient_id offset 0) p on true`
}
