import { insertRows } from "./bulk.ts"
import type { DemoCampaign } from "./campaigns.ts"
import type { CampaignParts } from "./campaignStreams.ts"

const callColumns = {
  company_id: "int",
  send_key: "text",
  campaign_id: "int",
  recipient_id: "int",
  attempt: "int",
  sender_id: "int",
  phone: "text",
  sid: "text",
  status: "text",
  pressed: "jsonb",
  is_machine: "boolean",
  left_message: "boolean",
  seconds: "int",
  began_at: "timestamptz",
  asked_at: "timestamptz",
  ended_at: "timestamptz",
} as const

const callCells = (campaigns: ReadonlyArray<DemoCampaign>, { companyId, senderId, people }: CampaignParts) =>
  campaigns.flatMap(({ campaignId, recipients }) =>
    recipients.flatMap(({ recipientId, person, calls }) =>
      calls.map((call) => ({
        company_id: companyId,
        send_key: call.key,
        campaign_id: campaignId,
        recipient_id: recipientId,
        attempt: call.attempt,
        sender_id: senderId,
        phone: people[person]?.phone ?? "",
        sid: call.sid,
        status: call.status,
        pressed: call.pressed,
        is_machine: call.status === "machine",
        left_message: call.leftMessage,
        seconds: call.seconds,
        began_at: new Date(call.beganAt).toISOString(),
        asked_at: new Date(call.beganAt).toISOString(),
        ended_at: new Date(call.endedAt).toISOString(),
      })),
    ),
  )

/** Stores every attempt to call the people of campaigns. */
export const storeCalls = (campaigns: ReadonlyArray<DemoCampaign>, parts: CampaignParts) =>
  insertRows("calls", callColumns, callCells(campaigns, parts))
