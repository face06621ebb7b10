import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
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

/** The replies of a company that may be opt-outs and wait for a person to decide, oldest first. */
export const readUnclearReplies = Effect.fn("delivery.readUnclearReplies")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<Omit<UnclearReply, "at"> & { readonly at: Date }>`
      select o.opt_out_id::int as "replyId", o.phone, o.evidence as text, o.at,
        (select max(i.inbound_id)::int from inbound_messages i
         where i.company_id = o.company_id and i.phone = o.phone and i.request = 'unclear') as "messageId",
        coalesce((select string_agg(distinct trim(p.first_name || ' ' || p.last_name), ', ')
                  from patients p where p.company_id = ${companyId} and p.phone = o.phone), '') as people
      from opt_outs o
      where o.company_id = ${companyId} and o.consent = 'unclear' and ${isLast(sql)}
      order by o.opt_out_id limit ${shown}`,
  )
  return rows.map((row): UnclearReply => ({ ...row, at: row.at.toISOString() }))
})

/** The place in a campaign that a person's unclear replies answered. */
const answered = (sql: PgClient, companyId: CompanyId, phone: string) =>
  sql<{ campaignId: CampaignId; recipientId: number }>`
    select campaign_id as "campaignId", recipient_id as "recipientId" from inbound_messages
    where company_id = ${companyId} and phone = ${phone} and request = 'unclear' and recipient_id is not null
    order by inbound_id desc limit 1`

/**
 * Records what a person decided about an unclear reply; a later word of the patient
 * goes before. Fails with NotFound for no such reply of the company, and with
 * NotAllowedNow when it is decided already or the patient wrote again.
 */
export const decideReply = Effect.fn("delivery.decideReply")(function* (
  companyId: CompanyId,
  { replyId, decision }: DecideReply,
) {
  const database = yield* Database
  const { sql } = database
  const at = yield* isoNow
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
