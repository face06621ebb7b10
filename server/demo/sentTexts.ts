import { Effect, Result } from "effect"
import { searchKey } from "#server/people/patients/patientKeys.rule.ts"
import { inLanguage, readVersion, renderMessage, type VersionContent } from "#server/outreach/templates/message.rule.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
import { linkWriter } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import type { CarrierStep } from "#schemas/administration/demo.ts"
import { bookingLinkDays } from "#schemas/scheduling/patientLink.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"

/** A text that a campaign sent to a phone, as the phone showed it. */
export type SentText = {
  readonly phone: string
  readonly patient: string
  readonly sid: string
  readonly sender: string
  /** A call has no words here: the simulated carrier knows what was said. */
  readonly isCall: boolean
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly status: string
}

type Row = Omit<SentText, "text" | "status"> & {
  readonly campaignId: CampaignId
  readonly recipientId: number
  readonly values: Readonly<Record<string, string | null>>
  readonly state: string
} & VersionContent

const statusOf = (state: string): string =>
  state === "replied" || state === "optedOut" ? "delivered" : state === "failed" ? "undelivered" : state

type LinkOf = Effect.Success<ReturnType<typeof linkWriter>>

const rendered =
  (linkOf: LinkOf) =>
  ({ text: template, parameters, translations, values, state, campaignId, recipientId, ...row }: Row): SentText => {
    const status = statusOf(state)
    if (row.isCall) return { ...row, text: "", status }
    const message = readVersion({ text: template, parameters, translations })
    const bookingLink = linkOf({ purpose: "book", campaignId, recipientId }, row.at + bookingLinkDays * 86_400_000)
    const text = Result.isSuccess(message)
      ? renderMessage(inLanguage(message.success, values["language"]), { ...values, bookingLink }).text
      : ""
    return { ...row, text, status }
  }

/** Writes texts once more, with the links that they had. */
const renderAll = Effect.fnUntraced(function* (companyId: CompanyId, rows: ReadonlyArray<Row>) {
  const { company } = yield* Database
  return rows.map(rendered(yield* company(companyId)(linkWriter(companyId))))
})

/** Newest sends looked through for the list without a search. */
const newest = 500
/** Phones shown at once. */
const shown = 50

const columns = `r.phone, trim(p.first_name || ' ' || p.last_name) as patient, coalesce(r.sid, '') as sid, s.e164 as sender,
  s.channel = '${callChannel}' as "isCall",
  (extract(epoch from r.sent_at) * 1000)::float8 as at, r.state,
  r.campaign_id as "campaignId", r.recipient_id as "recipientId",
  p.custom || coalesce(r.own_values, '{}') || jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name, 'externalId', p.external_id,
    'language', p.language, 'zip', p.zip, 'companyName', c.name, 'campaignId', r.campaign_id::text) as values`

const joins = `join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
  join companies c on c.company_id = r.company_id
  join campaign_runs n on n.company_id = r.company_id and n.campaign_id = r.campaign_id
  join senders s on s.company_id = n.company_id and s.sender_id = n.sender_id
  join template_versions v on v.company_id = n.company_id and v.template_id = n.template_id and v.version = n.template_version`

/** The company's phones that were texted last, newest first, each with its last text; by name or number when searched. */
export const latestTexts = Effect.fn("demo.latestTexts")(function* (companyId: CompanyId, search: string) {
  const { sql, company } = yield* Database
  const key = searchKey(search)
  const digits = search.replaceAll(/\D/g, "")
  const found =
    key === ""
      ? sql`select company_id, campaign_id, recipient_id from recipients
            where company_id = ${companyId} and sent_at is not null order by sent_at desc limit ${newest}`
      : sql`select r.company_id, r.campaign_id, r.recipient_id from patients p
            join recipients r on r.company_id = p.company_id and r.phone = p.phone and r.patient_id = p.patient_id
            where p.company_id = ${companyId} and r.sent_at is not null
              and (starts_with(p.last_key, ${key}) or starts_with(p.first_key, ${key})
                or starts_with(p.first_key || ' ' || p.last_key, ${key})
                or (${digits} <> '' and strpos(p.phone, ${digits}) > 0))
            order by r.sent_at desc limit ${newest}`
  const rows = yield* company(companyId)(
    sql<Row>`
      with found as (${found}),
      last as (select distinct on (r.phone) r.* from found join recipients r using (company_id, campaign_id, recipient_id)
               order by r.phone, r.sent_at desc)
      select ${sql.literal(columns)}, ${versionContent(sql)} from last r ${sql.literal(joins)} order by r.sent_at desc limit ${shown}`,
  )
  return yield* renderAll(companyId, rows)
})

/** What the company's campaigns sent to a phone, oldest first; empty when they never sent it anything. */
export const textsSentTo = Effect.fn("demo.textsSentTo")(function* (companyId: CompanyId, phone: string) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<Row>`
      select ${sql.literal(columns)}, ${versionContent(sql)} from recipients r ${sql.literal(joins)}
      where r.company_id = ${companyId} and r.phone = ${phone} and r.sent_at is not null
      order by r.sent_at desc limit ${shown}`,
  )
  return (yield* renderAll(companyId, rows)).toReversed()
})

/** The company's own numbers for a channel. */
export const sendersOf = Effect.fn("demo.sendersOf")(function* (companyId: CompanyId, channel: ChannelName) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<{ e164: string }>`
      select e164 from senders where company_id = ${companyId} and channel = ${channel} order by sender_id`,
  )
  return rows.map(({ e164 }) => e164)
})

/** What a phone wrote to the company's numbers, oldest first, as far as we keep it. Times in milliseconds since 1970. */
export const writtenBy = Effect.fn("demo.writtenBy")(function* (companyId: CompanyId, phone: string) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<{ id: string; text: string; at: number }>`
      select 'inbound-' || inbound_id as id, body as text, (extract(epoch from at) * 1000)::float8 as at from inbound_messages
      where company_id = ${companyId} and phone = ${phone} order by inbound_id desc limit ${shown}`,
  )
  return rows.toReversed()
})

/** What staff answered to a phone, oldest first. Times in milliseconds since 1970. */
export const answeredTo = Effect.fn("demo.answeredTo")(function* (companyId: CompanyId, phone: string) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<{ id: string; key: string | null; text: string; at: number; status: string }>`
      select 'answer-' || notice_id as id, send_key as key, body as text, (extract(epoch from at) * 1000)::float8 as at, state as status
      from notices where company_id = ${companyId} and phone = ${phone} and kind = 'answer' and state in ('sent', 'delivered')
      order by notice_id desc limit ${shown}`,
  )
  return rows.toReversed()
})

type Step = Omit<CarrierStep, "at"> & { readonly at: number }

/** What became known of the texts to a phone, step by step, the newest first. */
export const stepsOf = Effect.fn("demo.stepsOf")(function* (companyId: CompanyId, phone: string) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<Step>`
      select d.pos::text as id, (extract(epoch from d.at) * 1000)::float8 as at, d.type, m.row ->> 'name' as campaign,
        h.hashed_id as "campaignHashedId", d.data ->> 'code' as code
      from recipients r
      join deliveries d on d.company_id = r.company_id and d.campaign_id = r.campaign_id and d.recipient_id = r.recipient_id
      join read_models m on m.company_id = r.company_id and m.category = 'campaign' and m.id = r.campaign_id
      join hashed_ids h on h.company_id = r.company_id and h.kind = 'campaign' and h.id = r.campaign_id
      where r.company_id = ${companyId} and r.phone = ${phone} and d.type <> 'RecipientQueued'
      order by d.pos desc limit ${shown}`,
  )
  return rows.map(({ at, ...step }): CarrierStep => ({ ...step, at: new Date(at).toISOString() }))
})
