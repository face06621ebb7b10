import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { DecideReply, UnclearReply } from "#schemas/people/unclearReply.ts"
import { notFound, problem } from "#schemas/problem.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { Database } from "#server/store/Database.ts"
import { lockConsent } from "./consentLock.ts"
import { announceConsent, type StoredWord } from "./consentNews.ts"
import { inCompany } from "./inCompany.ts"
import { recordInside } from "./ledger.ts"
import { repliesChanged } from "./replyNews.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** Most replies shown at once: the next ones follow once these are decided. */
const shown = 50

/** What the reply asks for is open: nothing was said about texts after it. */
const isLast = (sql: PgClient) => sql`not exists (
  select from opt_outs later where later.company_id = o.company_id and later.phone = o.phone
    and later.channel = o.channel and later.opt_out_id > o.opt_out_id)`

/** The names of the patients with a number, with commas between. */
const people = (sql: PgClient, of: { readonly company: CompanyId; readonly phone: Fragment }) => sql`
  coalesce((select string_agg(distinct trim(p.first_name || ' ' || p.last_name), ', ')
    from patients p where p.company_id = ${of.company} and p.phone = ${of.phone}), '')`

/** What rules left to a person and no one has seen to: neither answered nor said to be done. */
const readHandedOver = (sql: PgClient, companyId: CompanyId) =>
  sql<Omit<UnclearReply, "at"> & { readonly at: Date }>`
    select null::int as "replyId", i.phone, i.body as text, i.at, i.inbound_id::int as "messageId",
      ${people(sql, { company: companyId, phone: sql`i.phone` })} as people
    from rule_replies x join inbound_messages i on i.company_id = x.company_id and i.inbound_id = x.inbound_id
    where x.company_id = ${companyId} and x.outcome in ('handOver', 'unsure') and x.done_at is null
      and not exists (select from notices n where n.company_id = x.company_id and n.message_id = x.inbound_id)
    order by x.inbound_id limit ${shown}`

/** The replies of a company that wait for a person: first those that may be opt-outs, then those that rules handed over; each oldest first. */
export const readUnclearReplies = Effect.fn("delivery.readUnclearReplies")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const unclear = company(companyId)(
    sql<Omit<UnclearReply, "at"> & { readonly at: Date }>`
      select o.opt_out_id::int as "replyId", o.phone, o.evidence as text, o.at,
        (select max(i.inbound_id)::int from inbound_messages i
         where i.company_id = o.company_id and i.phone = o.phone and i.request = 'unclear') as "messageId",
        ${people(sql, { company: companyId, phone: sql`o.phone` })} as people
      from opt_outs o
      where o.company_id = ${companyId} and o.consent = 'unclear' and ${isLast(sql)}
      order by o.opt_out_id limit ${shown}`,
  )
  const handedOver = company(companyId)(readHandedOver(sql, companyId))
  const rows = [...(yield* unclear), ...(yield* handedOver)]
  return rows.map((row): UnclearReply => ({ ...row, at: row.at.toISOString() }))
})

/** The place in a campaign that a person's unclear replies answered. */
const answered = (sql: PgClient, companyId: CompanyId, phone: string) =>
  sql<{ campaignId: CampaignId; recipientId: number }>`
    select campaign_id as "campaignId", recipient_id as "recipientId" from inbound_messages
    where company_id = ${companyId} and phone = ${phone} and request = 'unclear' and recipient_id is not null
    order by inbound_id desc limit 1`

/** Says that someone has seen to a reply that a rule handed over. */
const handle = Effect.fnUntraced(function* (companyId: CompanyId, messageId: number, at: string) {
  const { sql } = yield* Database
  const [reply] = yield* sql<{ isDone: boolean }>`
    select done_at is not null as "isDone" from rule_replies
    where company_id = ${companyId} and inbound_id = ${messageId} and outcome in ('handOver', 'unsure') for update`
  if (reply === undefined) return yield* Effect.fail(notFound())
  if (reply.isDone) return yield* Effect.fail(problem("NotAllowedNow", "Someone has seen to this reply already."))
  yield* sql`
    update rule_replies set done_at = ${at}::timestamptz where company_id = ${companyId} and inbound_id = ${messageId}`
  yield* notifyChanges(sql, [repliesChanged(companyId)])
})

/**
 * Records what a person decided about a reply; a later word of the patient
 * goes before. Fails with NotFound for no such reply of the company, and with
 * NotAllowedNow when it is decided already or the patient wrote again.
 */
export const decideReply = Effect.fn("delivery.decideReply")(function* (companyId: CompanyId, decided: DecideReply) {
  const database = yield* Database
  const { sql } = database
  const at = yield* isoNow
  if (decided.decision === "done") {
    return yield* inCompany(database, companyId, handle(companyId, decided.replyId, at))
  }
  const { replyId, decision } = decided
  const consent = decision === "optOut" ? "revoked" : "granted"
  yield* inCompany(
    database,
    companyId,
    Effect.gen(function* () {
      yield* lockConsent(sql, companyId)
      const [reply] = yield* sql<{ phone: string; channel: ChannelName; is_last: boolean }>`
        select o.phone, o.channel, ${isLast(sql)} as is_last from opt_outs o
        where o.company_id = ${companyId} and o.opt_out_id = ${replyId} and o.consent = 'unclear'`
      if (reply === undefined) return yield* Effect.fail(notFound())
      if (!reply.is_last) {
        const why = "This reply is decided already, or the patient wrote again meanwhile."
        return yield* Effect.fail(problem("NotAllowedNow", why))
      }
      const { phone, channel } = reply
      const said = yield* sql<StoredWord>`
        insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
        values (${companyId}, ${phone}, ${channel}, ${consent}, ${at}::timestamptz, 'staff', ${`reply ${replyId}`})
        returning opt_out_id::int as id, phone, consent`
      yield* announceConsent(sql, companyId, said)
      yield* notifyChanges(sql, [repliesChanged(companyId)])
      if (decision === "keep") return
      const places = yield* answered(sql, companyId, phone)
      const entries = places.map((place) => ({ ...place, facts: [{ _tag: "RecipientOptedOut" } as const] }))
      yield* recordInside(sql, companyId, at, entries)
    }),
  )
})
