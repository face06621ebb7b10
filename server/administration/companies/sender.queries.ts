import { Effect } from "effect"
import type { CompanySender } from "#schemas/administration/companyDraft.ts"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import { whenTaken } from "#server/store/takenKeys.ts"

type StoredSender = {
  readonly sender_id: SenderId
  readonly channel: ChannelName
  readonly carrier: CarrierName
  readonly e164: string
  readonly used: boolean
}

const wrong = (field: string, message: string) => problem("Invalid", message, { errors: [{ field, message }] })

/** The company's numbers, kept as they are until the transaction ends; `used` counts what was created before that. */
const known = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql } = yield* Database
  yield* sql`select from senders where company_id = ${companyId} for update`
  return yield* sql<StoredSender>`
    select sender_id, channel, carrier, e164,
      exists (select from campaign_runs r where r.company_id = s.company_id and r.sender_id = s.sender_id)
      or exists (select from inbound_messages i where i.company_id = s.company_id and i.sender_id = s.sender_id)
      or exists (select from calls k where k.company_id = s.company_id and k.sender_id = s.sender_id)
      or exists (select from test_calls t where t.company_id = s.company_id and t.sender_id = s.sender_id and t.ended_at is null)
      or exists (select from notices n where n.company_id = s.company_id and n.sender_id = s.sender_id)
      or exists (select from recipients p where p.company_id = s.company_id and p.sender_id = s.sender_id) as used
    from senders s where company_id = ${companyId}`
})

/** Calls go by the first carrier alone. */
const carrierOf = ({ channel, carrier }: CompanySender): CarrierName => (channel === callChannel ? "twilio" : carrier)

/** Why these numbers cannot replace those: what comes to a number that was used must find its way home. */
const refusalOf = (before: ReadonlyArray<StoredSender>, senders: ReadonlyArray<CompanySender>) => {
  for (const { sender_id, channel, carrier, e164, used } of before) {
    const place = senders.findIndex(({ senderId }) => senderId === sender_id)
    if (!used) continue
    const has = `${e164} has campaigns or ${channel === callChannel ? "calls" : "texts"}`
    if (place < 0) return { field: "senders", message: `${has}, so it cannot be removed.` }
    if (senders[place]?.e164 !== e164)
      return {
        field: `senders.${place}.e164`,
        message: `${has}, so it cannot be changed. Add another number instead.`,
      }
    if (senders[place]?.channel !== channel)
      return {
        field: `senders.${place}.channel`,
        message: `${has}, so it stays a number for ${channel === callChannel ? "calls" : "texts"}. Add another number instead.`,
      }
    if (carrierOf(senders[place]) !== carrier)
      return {
        field: `senders.${place}.carrier`,
        message: `${has}, so it stays with its carrier. Add another number instead.`,
      }
  }
  const strange = senders.findIndex(
    ({ senderId }) => senderId !== 0 && !before.some(({ sender_id }) => sender_id === senderId),
  )
  return strange < 0 ? undefined : { field: `senders.${strange}.e164`, message: "This number is gone. Add it again." }
}

/** Frees the numbers of a deleted company that no campaign or text used, for another one; joins the command's transaction. */
export const freeSenders = Effect.fn("freeSenders")(function* (companyId: CompanyId) {
  const { sql } = yield* Database
  for (const { sender_id, used } of yield* known(companyId)) {
    if (!used) yield* sql`delete from senders where company_id = ${companyId} and sender_id = ${sender_id}`
  }
})

/**
 * Makes a company's numbers those of the list, in the command's transaction. Fails with Invalid, naming the number that stands in the way.
 */
export const writeSenders = Effect.fn("writeSenders")(function* (
  companyId: CompanyId,
  senders: ReadonlyArray<CompanySender>,
) {
  const { sql } = yield* Database
  const before = yield* known(companyId)
  const refused = refusalOf(before, senders)
  if (refused !== undefined) return yield* Effect.fail(wrong(refused.field, refused.message))
  for (const { sender_id } of before) {
    if (!senders.some(({ senderId }) => senderId === sender_id))
      yield* sql`delete from senders where company_id = ${companyId} and sender_id = ${sender_id}`
  }
  yield* Effect.forEach(
    senders,
    (sender, place) => {
      const { senderId, channel, e164, label, segmentsPerSecond, concurrentCalls } = sender
      const carrier = carrierOf(sender)
      const standIn = channel === callChannel ? null : sender.standIn
      const stored =
        senderId === 0
          ? sql`insert into senders (company_id, channel, carrier, e164, stand_in, label, segments_per_second, concurrent_calls)
                values (${companyId}, ${channel}, ${carrier}, ${e164}, ${standIn}, ${label}, ${segmentsPerSecond}, ${concurrentCalls})`
          : sql`update senders set channel = ${channel}, carrier = ${carrier}, e164 = ${e164}, stand_in = ${standIn}, label = ${label},
                  segments_per_second = ${segmentsPerSecond}, concurrent_calls = ${concurrentCalls},
                  replies_read_to = case when e164 = ${e164} then replies_read_to end
                where company_id = ${companyId} and sender_id = ${senderId}`
      return whenTaken(["senders_number"], () =>
        wrong(`senders.${place}.e164`, "This number belongs to a company already."),
      )(stored)
    },
    { discard: true },
  )
})
