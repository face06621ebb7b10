import { Effect, Result } from "effect"
import { outcomeOf } from "#server/outreach/recipients/outcome.rule.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { idAt, insertRows } from "./bulk.ts"
import type { DemoCampaign, DemoRecipient } from "./campaigns.ts"
import type { DemoPerson } from "./people.ts"
import { storeCalls } from "./storeCalls.ts"
import { found, type CampaignParts } from "./campaignStreams.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"

const runColumns = {
  company_id: "int",
  campaign_id: "int",
  sender_id: "int",
  template_id: "int",
  template_version: "int",
  list_id: "int",
  state: "text",
  planned: "boolean",
  planned_to: "int",
  total: "int",
} as const

const countColumns = { company_id: "int", campaign_id: "int", state: "text", people: "int" } as const

const outcomeColumns = {
  company_id: "int",
  quarter: "timestamptz",
  campaign_id: "int",
  outcome: "text",
  accepted: "boolean",
  people: "int",
} as const

/** When a stored recipient changed last. */
const changedAt = ({ facts }: DemoRecipient): string => new Date(facts.at(-1)?.at ?? 0).toISOString()

const outcomeCells = (companyId: CompanyId, { campaignId, recipients }: DemoCampaign) => {
  const outcomes = recipients.flatMap((one) => outcomeOf(one.row, changedAt(one)) ?? [])
  const alike = Map.groupBy(outcomes, (one) => `${one.quarter} ${one.outcome} ${one.accepted}`)
  return [...alike.values()].flatMap((people) =>
    people
      .slice(0, 1)
      .map((one) => ({ company_id: companyId, campaign_id: campaignId, ...one, people: people.length })),
  )
}

const storeRuns = Effect.fnUntraced(function* (campaigns: ReadonlyArray<DemoCampaign>, parts: CampaignParts) {
  const { companyId, senderId, patientIds } = parts
  const runs = campaigns.map(({ campaignId, template, list, recipients, completedAt }) => ({
    company_id: companyId,
    campaign_id: campaignId,
    sender_id: senderId,
    template_id: found(parts.templates, template).templateId,
    template_version: found(parts.templates, template).version,
    list_id: list === null ? null : found(parts.lists, list),
    state: completedAt === null ? "running" : "completed",
    planned: true,
    planned_to: Math.max(0, ...recipients.map(({ person }) => idAt(patientIds, person))),
    total: recipients.length,
  }))
  const counts = campaigns.flatMap(({ campaignId, recipients }) => {
    const states = Map.groupBy(recipients, ({ row }) => row.state)
    return [...states].map(([state, people]) => ({
      company_id: companyId,
      campaign_id: campaignId,
      state,
      people: people.length,
    }))
  })
  yield* insertRows("campaign_runs", runColumns, runs)
  yield* insertRows("campaign_counts", countColumns, counts)
  yield* insertRows(
    "outcome_counts",
    outcomeColumns,
    campaigns.flatMap((one) => outcomeCells(companyId, one)),
  )
})

const recipientColumns = {
  company_id: "int",
  campaign_id: "int",
  recipient_id: "int",
  patient_id: "int",
  phone: "text",
  zone: "text",
  state: "text",
  reason: "text",
  held_until: "timestamptz",
  segments: "int",
  attempts: "int",
  send_key: "text",
  sid: "text",
  started_at: "timestamptz",
  sent_at: "timestamptz",
  delivered_at: "timestamptz",
  replied_at: "timestamptz",
  opted_out_at: "timestamptz",
  failed_code: "text",
  was_lost: "boolean",
  updated_at: "timestamptz",
  key: "text",
  about: "text",
  own_values: "jsonb",
} as const

const recipientCells = (
  campaignId: CampaignId,
  recipient: DemoRecipient,
  costOf: (values: Readonly<Record<string, string | null>>, language: string | null) => number,
  parts: CampaignParts,
) => {
  const about = parts.people[recipient.person] as DemoPerson
  const { row } = recipient
  const values = {
    ...about.custom,
    firstName: about.firstName,
    lastName: about.lastName,
    externalId: about.externalId,
    language: about.language,
    zip: about.zip,
    companyName: parts.companyName,
  }
  return {
    company_id: parts.companyId,
    campaign_id: campaignId,
    recipient_id: recipient.recipientId,
    patient_id: idAt(parts.patientIds, recipient.person),
    phone: about.phone,
    zone: about.timezone,
    state: row.state,
    reason: row.reason,
    held_until: row.heldUntil,
    segments: row.state === "excluded" ? 0 : costOf(values, about.language),
    attempts: row.attempts,
    send_key: row.sendKey,
    sid: row.sid,
    started_at: row.startedAt,
    sent_at: row.sentAt,
    delivered_at: row.deliveredAt,
    replied_at: row.repliedAt,
    opted_out_at: row.optedOutAt,
    failed_code: row.failedCode,
    was_lost: row.wasLost,
    updated_at: changedAt(recipient),
    key: recipient.place?.key ?? "",
    about: recipient.place?.about ?? null,
    own_values: recipient.place === undefined ? null : {},
  }
}

const deliveryColumns = {
  company_id: "int",
  campaign_id: "int",
  recipient_id: "int",
  type: "text",
  data: "jsonb",
  at: "timestamptz",
} as const

const deliveryCells = (companyId: CompanyId, campaignId: CampaignId, recipients: ReadonlyArray<DemoRecipient>) =>
  recipients
    .flatMap(({ recipientId, facts }) => facts.map((timed) => ({ recipientId, ...timed })))
    .sort((left, right) => left.at - right.at)
    .map(({ recipientId, at, fact: { _tag, ...data } }) => ({
      company_id: companyId,
      campaign_id: campaignId,
      recipient_id: recipientId,
      type: _tag,
      data,
      at: new Date(at).toISOString(),
    }))

const inboundColumns = {
  company_id: "int",
  sender_id: "int",
  phone: "text",
  body: "text",
  request: "text",
  campaign_id: "int",
  recipient_id: "int",
  at: "timestamptz",
} as const

/** What people wrote back, in the order it came. */
const inboundCells = (campaigns: ReadonlyArray<DemoCampaign>, parts: CampaignParts) =>
  campaigns
    .flatMap(({ campaignId, recipients }) =>
      recipients.flatMap(({ recipientId, person, reply }) =>
        reply === null
          ? []
          : [
              {
                company_id: parts.companyId,
                sender_id: parts.senderId,
                phone: parts.people[person]?.phone ?? "",
                body: reply.body,
                request: reply.request,
                campaign_id: campaignId,
                recipient_id: recipientId,
                at: new Date(reply.at).toISOString(),
              },
            ],
      ),
    )
    .sort((left, right) => (left.at < right.at ? -1 : 1))

/** Stores campaigns with their recipients and all that happened to them. */
export const storeCampaigns = Effect.fn("demo.storeCampaigns")(function* (
  campaigns: ReadonlyArray<DemoCampaign>,
  parts: CampaignParts,
) {
  yield* storeRuns(campaigns, parts)
  const recipients = campaigns.flatMap(({ campaignId, template, calls, recipients: all }) => {
    const { cost, read } = channelOf(calls === undefined ? "SMS" : callChannel)
    const { text, translations } = found(parts.templates, template)
    const message = Result.getOrThrowWith(
      read({ text, parameters: [], translations }),
      (sentence) => new Error(sentence),
    )
    const costOf: Parameters<typeof recipientCells>[2] = (values, language) =>
      cost(message.render(values, language).text)
    return all.map((recipient) => recipientCells(campaignId, recipient, costOf, parts))
  })
  yield* insertRows("recipients", recipientColumns, recipients)
  yield* insertRows(
    "deliveries",
    deliveryColumns,
    campaigns.flatMap((one) => deliveryCells(parts.companyId, one.campaignId, one.recipients)),
  )
  yield* storeCalls(campaigns, parts)
  yield* insertRows("inbound_messages", inboundColumns, inboundCells(campaigns, parts))
})
