import type { Contract } from "./contract.ts"
import type { Named } from "./contractRequests.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"

/**
 * Things of a company, each fit for most requests: a published template of a channel, a finished campaign, an import
 * that ran.
 */
export const thingsOf = async (
  contract: Contract,
  companyId: CompanyId,
  channel: ChannelName = "SMS",
): Promise<Named> => {
  const [row] = await contract.sql(({ sql, company }) => {
    // A text about appointments writes what no list has.
    const ofLists = sql`id not in (select template_id from campaign_runs where list_id is null)
      and id in (select id from read_models where category = 'template' and row ->> 'channel' = ${channel})`
    return company(companyId)(sql<Named>`
      select ${companyId}::int as "companyId",
        (select hashed_id from hashed_ids where kind = 'location' order by id limit 1) as "locationHashedId",
        (select (row ->> 'slotId')::int from read_models where category = 'appointment' and state = 'booked'
           order by id desc limit 1) as "slotId",
        (select id from read_models where category = 'waitlistEntry' and state = 'waiting' order by id limit 1) as "entryId",
        (select round_id from offer_rounds where state = 'open' order by round_id limit 1) as "roundId",
        (select id from read_models where category = 'offer' and state = 'offered' order by id limit 1) as "offerId",
        (select hashed_id from patients order by patient_id limit 1) as "patientHashedId",
        (select hashed_id from hashed_ids h join read_models a on a.category = 'appointment' and a.id = h.id
           where h.kind = 'appointment' and a.state = 'booked' order by h.id limit 1) as "appointmentHashedId",
        (select hashed_id from hashed_ids where kind = 'outreachRun' order by id limit 1) as "outreachRunHashedId",
        (select hashed_id from hashed_ids where kind = 'savedView' order by id limit 1) as "savedViewHashedId",
        (select hashed_id from hashed_ids where kind = 'multiCampaign' order by id limit 1) as "multiCampaignHashedId",
        (select hashed_id from hashed_ids h join accounts u on u.user_id = h.id where h.kind = 'user' and u.user_type = 3
           order by h.id limit 1) as "userHashedId",
        (select hashed_id from hashed_ids where kind = 'group' order by id limit 1) as "groupHashedId",
        (select hashed_id from hashed_ids where kind = 'invitation' order by id limit 1) as "invitationHashedId",
        (select hashed_id from companies where company_id = ${companyId}) as "companyHashedId",
        (select id from hashed_ids where kind = 'template' and ${ofLists} order by id limit 1) as "templateId",
        (select hashed_id from hashed_ids where kind = 'template' and ${ofLists} order by id limit 1) as "temphashedId",
        c.campaign_id as "campaignId", c.list_id as "listId", c.sender_id as "senderId",
        (select hashed_id from hashed_ids where kind = 'campaign' and id = c.campaign_id) as "campaignHashedId",
        (select import_id from imports order by import_id limit 1) as "importId",
        (select inbound_id::int from inbound_messages where request = 'other' order by inbound_id limit 1) as "messageId",
        -- An export that was taken where the test has taken one.
        coalesce((select max(export_id) from past_exports), 1) as "exportId",
        r.phone, (select e164 from senders s where s.sender_id = c.sender_id) as "to"
      from campaign_runs c join recipients r on r.campaign_id = c.campaign_id and r.state = 'delivered'
      order by c.campaign_id limit 1`)
  })
  if (row === undefined) throw new Error("The demo has no campaign.")
  return row
}
