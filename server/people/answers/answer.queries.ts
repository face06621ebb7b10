import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Struct } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { Conversation, MessageId } from "#schemas/people/conversation.ts"
import type { Consent } from "#schemas/people/patient.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import { readSendingRules } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { readyRules, releaseTo } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import type { ZoneHints } from "#server/people/patients/zone.rule.ts"
import { Database } from "#server/store/Database.ts"
import { isoColumn } from "#server/store/isoColumn.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { whyNotAnswered } from "./answer.rule.ts"

/** Newest texts of a person that a conversation shows. */
const shown = 50

const iso = (sql: PgClient, column: string) => sql.literal(isoColumn(column))

/** The value that a rule set by a text `i`, as a member to be joined to it. */
const setValue = (sql: PgClient) => sql`coalesce((
  select jsonb_build_object('set', jsonb_build_object('name', x.name, 'value', x.value)) from rule_replies x
  where x.company_id = i.company_id and x.inbound_id = i.inbound_id and x.outcome = 'setValue'), '{}')`

/** A text `i` of a person with what was answered to it, as JSON; more members may come before them. */
const replyObject = (sql: PgClient) => sql`
  'messageId', i.inbound_id, 'text', i.body, 'at', ${iso(sql, "i.at")}, 'answers', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'text', n.body, 'by', n.by_name, 'at', ${iso(sql, "n.at")}, 'state', n.state) order by n.notice_id), '[]')
    from notices n where n.company_id = i.company_id and n.message_id = i.inbound_id)`

/** What the recipient `r` wrote back, each text with what was answered to it, in order. */
export const repliesOf = (sql: PgClient) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(${replyObject(sql)}) || ${setValue(sql)} order by i.inbound_id), '[]')
  from inbound_messages i
  where i.company_id = r.company_id and i.phone = r.phone and i.campaign_id = r.campaign_id
    and i.recipient_id = r.recipient_id)`

type Row = {
  readonly phone: string
  readonly senderId: SenderId
  readonly campaignId: CampaignId | null
  readonly from: string | null
  readonly consent: Consent
  readonly companySends: boolean
  readonly wroteLast: number
  readonly patients: ReadonlyArray<Omit<ZoneHints, "phone"> & { readonly name: string }>
}

const readRow = (sql: PgClient, companyId: CompanyId, messageId: MessageId) =>
  sql<Row>`
    select i.phone, i.sender_id as "senderId", i.campaign_id as "campaignId", s.e164 as "from",
      ${lastConsent(sql, textFacts.name, { company: sql`i.company_id`, phone: sql`i.phone` })} as consent,
      (select status = 'active' from companies where company_id = i.company_id) as "companySends",
      (select (extract(epoch from max(w.at)) * 1000)::float8 from inbound_messages w
        where w.company_id = i.company_id and w.phone = i.phone and w.sender_id = i.sender_id) as "wroteLast",
      (select coalesce(jsonb_agg(jsonb_build_object('name', trim(p.first_name || ' ' || p.last_name),
          'timezone', p.timezone, 'zip', p.zip, 'addressCountry', p.address_country) order by p.patient_id), '[]')
        from patients p where p.company_id = i.company_id and p.phone = i.phone) as patients
    from inbound_messages i left join senders s on s.company_id = i.company_id and s.sender_id = i.sender_id
    where i.company_id = ${companyId} and i.inbound_id = ${messageId}`

/**
 * A text that a person sent, with why it cannot be answered now, if so; inside a transaction of the company. Fails with
 * NotFound for none of the company's.
 * @param now milliseconds since 1970
 */
export const foundMessage = Effect.fn("foundMessage")(function* (
  companyId: CompanyId,
  messageId: MessageId,
  now: number,
) {
  const { sql } = yield* Database
  const row = yield* orNotFound(Effect.map(readRow(sql, companyId, messageId), ([found]) => found))
  const rules = readyRules(yield* readSendingRules(sql, companyId, textFacts.name))
  const { phone } = row
  const nowhere = { timezone: null, zip: null, addressCountry: null }
  const hints = row.patients.length === 0 ? [nowhere] : row.patients
  const releases = hints.map((one) => releaseTo({ ...one, phone }, now, rules).release.at)
  const isOpen = releases.every((at) => at === null)
  const hours = releases.includes(Infinity) ? "unknown" : isOpen ? "open" : "closed"
  return { ...row, refusal: whyNotAnswered({ ...row, hours }, now) }
})

/** Who answers: their name as colleagues see it, and what their answers end with. */
export const readAnswerer = Effect.fn("readAnswerer")(function* ({
  companyId,
  userId,
}: Pick<Person, "companyId" | "userId">) {
  const { sql, everyCompany } = yield* Database
  // A Super Admin who acts belongs to another company.
  return yield* orNotFound(
    Effect.map(
      everyCompany(sql<{ name: string; signature: string }>`
        select display_name as name, signature from accounts where company_id = ${companyId} and user_id = ${userId}`),
      ([row]) => row,
    ),
  )
})

/** What the sender of a text and staff wrote to each other over the number that it came to. */
export const readConversation = Effect.fn("readConversation")(function* (
  person: Person,
  messageId: MessageId,
  now: number,
) {
  const { sql, company } = yield* Database
  const companyId = person.actingCompanyId
  const { signature } = yield* readAnswerer(person)
  return yield* company(companyId)(
    Effect.gen(function* () {
      const message = yield* foundMessage(companyId, messageId, now)
      const { phone, senderId, patients } = message
      const rows = yield* sql<{ reply: Conversation["replies"][number] }>`
        select jsonb_build_object('campaign', m.row ->> 'name', ${replyObject(sql)}) || ${setValue(sql)} as reply
        from (select * from inbound_messages
              where company_id = ${companyId} and phone = ${phone} and sender_id = ${senderId}
              order by inbound_id desc limit ${shown}) i
        left join read_models m on m.company_id = i.company_id and m.category = 'campaign' and m.id = i.campaign_id
        order by i.inbound_id`
      return {
        ...Struct.pick(message, ["phone", "from", "refusal"]),
        people: [...new Set(patients.map(({ name }) => name))].join(", "),
        replies: rows.map(({ reply }) => reply),
        signature,
      } satisfies Conversation
    }),
  )
})
