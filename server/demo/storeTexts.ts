import { Effect } from "effect"
import type { SenderId } from "#schemas/ids.ts"
import { defaultReminders, TextKind, type TextCampaign } from "#schemas/scheduling/appointmentText.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import { appointmentTextsStream, onlyId } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { defaultText } from "#server/scheduling/texts/defaultTexts.rule.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import { found, type CampaignParts } from "./campaignStreams.ts"
import type { Random } from "./random.ts"
import { storeHashedIds, storeTemplates } from "./storeTemplates.ts"
import { playCommands } from "./streams.ts"

const runColumns = {
  company_id: "int",
  campaign_id: "int",
  sender_id: "int",
  template_id: "int",
  template_version: "int",
  state: "text",
  planned: "boolean",
} as const

/**
 * Sets up every text about appointments, each with its template and its ongoing campaign, as a company does that
 * switches them on. Gives their streams to be stored.
 * @param at when that was, in milliseconds since 1970
 */
export const storeTexts = Effect.fn("demo.storeTexts")(function* (
  random: Random,
  { companyId, actorId }: Pick<CampaignParts, "companyId" | "actorId">,
  senderId: SenderId,
  at: number,
) {
  const kinds = TextKind.literals
  const { streams, templates } = yield* storeTemplates(
    random,
    { companyId, actorId },
    kinds.map((kind) => {
      const { name, purpose, text } = defaultText(kind, [])
      return { channel: "SMS", name, purpose, texts: [text], draft: false } as const
    }),
    at - 2 * 3_600_000,
  )
  const ids = yield* takeIds("campaign_ids", kinds.length)
  yield* storeHashedIds(random, companyId, "campaign", ids)
  const made = kinds.map((kind, place) => {
    const { name, campaign, purpose } = defaultText(kind, [])
    const { templateId, version } = found(templates, name)
    const parts = { campaignId: idAt(ids, place), name: campaign, purpose, templateId, templateVersion: version }
    return { kind, campaign: { campaignType: "SMS", senderId, listId: null, startAt: null, ...parts } } as const
  })
  yield* insertRows(
    "campaign_runs",
    runColumns,
    made.map(({ campaign: { campaignId, templateId, templateVersion } }) => ({
      ...{ company_id: companyId, campaign_id: campaignId, sender_id: senderId, template_id: templateId },
      ...{ template_version: templateVersion, state: "running", planned: true },
    })),
  )
  const now = new Date(at).toISOString()
  const launched = made.map(({ campaign }) =>
    playCommands(campaignStream, companyId, campaign.campaignId, [
      { at, actorId, command: { _tag: "CreateCampaign", campaign } },
      { at, actorId, command: { _tag: "LaunchCampaign", now } },
    ]),
  )
  const campaigns = made.map(({ kind, campaign: { campaignId, templateId } }): TextCampaign => ({
    kind,
    campaignId,
    templateId,
  }))
  const facts = { senderId, kinds, reminders: defaultReminders, campaigns }
  const setUp = playCommands(appointmentTextsStream, companyId, onlyId, [
    { at, actorId, command: { _tag: "SaveTexts", facts } },
  ])
  return [...streams, ...launched, setUp]
})
