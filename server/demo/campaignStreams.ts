import type { CampaignId, CompanyId, ListId, PatientId, SenderId, UserId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { CampaignCommand } from "#server/outreach/campaigns/campaign.decider.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import type { DemoCampaign } from "./campaigns.ts"
import type { DemoPerson } from "./people.ts"
import type { StoredTemplate } from "./storeTemplates.ts"
import { playCommands, type Step } from "./streams.ts"

/** What campaigns refer to, as it was stored. */
export type CampaignParts = {
  readonly companyId: CompanyId
  readonly companyName: string
  readonly actorId: UserId
  readonly senderId: SenderId
  readonly people: ReadonlyArray<DemoPerson>
  readonly patientIds: ReadonlyArray<PatientId>
  readonly lists: ReadonlyMap<string, ListId>
  readonly templates: ReadonlyMap<string, StoredTemplate>
}

/** What a map of the demo holds under a name; a name that it lacks is a mistake in the demo. */
export const found = <A>(map: ReadonlyMap<string, A>, name: string): A => {
  const value = map.get(name)
  if (value === undefined) throw new Error(`The demo has no ${name}`)
  return value
}

/** The first of what the demo holds; none is a mistake in the demo. */
export const firstOf = <A>(values: Iterable<A>): A => {
  for (const value of values) return value
  throw new Error("The demo has nothing that could be sent")
}

/** A campaign as it is created. */
export const createdAs = (
  campaign: Pick<DemoCampaign, "name" | "template" | "list" | "calls">,
  campaignId: CampaignId,
  startAt: string | null,
  parts: CampaignParts,
) => {
  const { templateId, version, purpose } = found(parts.templates, campaign.template)
  return {
    campaignId,
    campaignType: campaign.calls === undefined ? "SMS" : callChannel,
    name: campaign.name,
    purpose,
    templateId,
    templateVersion: version,
    listId: campaign.list === null ? null : found(parts.lists, campaign.list),
    senderId: parts.senderId,
    startAt,
  } as const
}

/** The stream of a campaign: created, launched, and completed by the program unless it is still being sent. */
export const campaignRows = (campaign: DemoCampaign, parts: CampaignParts) => {
  const { campaignId, list, launchAt, createdAt, completedAt } = campaign
  const complete = { _tag: list === null ? "EndOngoingCampaign" : "CompleteCampaign" } as const
  const created = createdAs(campaign, campaignId, null, parts)
  const steps: ReadonlyArray<Step<CampaignCommand>> = [
    { at: createdAt, actorId: parts.actorId, command: { _tag: "CreateCampaign", campaign: created } },
    {
      at: launchAt,
      actorId: parts.actorId,
      command: { _tag: "LaunchCampaign", now: new Date(launchAt).toISOString() },
    },
    ...(completedAt === null ? [] : [{ at: completedAt, actorId: null, command: complete } as const]),
  ]
  return playCommands(campaignStream, parts.companyId, campaignId, steps)
}
