import { CampaignEvent, TemplateEvent } from "#schemas/outreach/events.ts"
import { ImportEvent } from "#schemas/people/events.ts"
import { campaignDecider } from "#server/domain/outreach/campaign.decider.ts"
import { campaignProjection } from "#server/domain/outreach/campaign.projection.ts"
import { templateDecider } from "#server/domain/outreach/template.decider.ts"
import { templateProjection } from "#server/domain/outreach/template.projection.ts"
import { importDecider } from "#server/domain/people/import.decider.ts"
import { importProjection } from "#server/domain/people/import.projection.ts"

/** Every kind of stream the demo holds. */
export const campaignStream = {
  category: "campaign",
  decider: campaignDecider,
  events: CampaignEvent,
  projection: campaignProjection,
}
export const templateStream = {
  category: "template",
  decider: templateDecider,
  events: TemplateEvent,
  projection: templateProjection,
}
export const importStream = {
  category: "import",
  decider: importDecider,
  events: ImportEvent,
  projection: importProjection,
}
