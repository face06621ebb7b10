import { Effect } from "effect"
import { CampaignId, type CompanyId } from "#schemas/ids.ts"
import { textsOf, variantLetter, type LadderStep } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignFacts, MultiCampaignId, StepCampaign } from "#schemas/outreach/multiCampaign.ts"
import { problem } from "#schemas/problem.ts"
import type { CommandContext } from "#server/handle.ts"
import { commandCampaign } from "#server/outreach/campaigns/campaign.commands.ts"
import type { CampaignCommand } from "#server/outreach/campaigns/campaign.decider.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { launchOngoing, nextId } from "#server/outreach/campaigns/ongoingCampaign.commands.ts"
import { Database } from "#server/store/Database.ts"

/** Names of campaigns end at 80 letters. */
const longestName = 60

/** Numbers for the campaigns of steps; each is a campaign of its own, and so is each text of a test. */
export const numberSteps = (steps: ReadonlyArray<Pick<LadderStep, "stepId" | "templateId" | "test">>) =>
  Effect.forEach(
    steps.flatMap((step) => textsOf(step).map((_, variant) => ({ stepId: step.stepId, variant }))),
    ({ stepId, variant }) =>
      Effect.map(nextId("campaign_ids"), (id): StepCampaign => ({
        stepId,
        campaignId: CampaignId.make(id),
        ...(variant === 0 ? {} : { variant }),
      })),
  )

/**
 * Makes and launches the ongoing campaigns that carry steps (decision 103): each is bound to the published version of
 * its template. Fails with Invalid for a template that is not published. Joins the open transaction of the company.
 */
export const launchStepCampaigns = Effect.fnUntraced(function* (
  { expectedVersion: _, ...context }: CommandContext,
  multiCampaignId: MultiCampaignId,
  { name, purpose, steps }: Pick<MultiCampaignFacts, "name" | "purpose" | "steps">,
  campaigns: ReadonlyArray<StepCampaign>,
) {
  const companyId = context.actingCompanyId
  const { sql } = yield* Database
  for (const { stepId, campaignId, variant = 0 } of campaigns) {
    const index = steps.findIndex((one) => one.stepId === stepId)
    const step = steps[index]
    const templateId = step && textsOf(step)[variant]
    if (step === undefined || templateId === undefined) continue
    const { senderId, channel, test } = step
    const text = test === undefined ? "" : `, text ${variantLetter(variant)}`
    const published = yield* readPublishedMessage(companyId, templateId, channel)
    const message = `Step ${index + 1}${text}: choose a published template.`
    if (published === undefined)
      return yield* Effect.fail(problem("Invalid", message, { errors: [{ field: "steps", message }] }))
    yield* launchOngoing(context, {
      ...{ campaignId, campaignType: channel, purpose, templateId, templateVersion: published.version, senderId },
      name: `${name.slice(0, longestName)}: step ${index + 1}${text}`,
    })
    yield* Effect.orDie(sql`
      update ladder_steps set is_current = false
      where company_id = ${companyId} and multi_campaign_id = ${multiCampaignId} and step_id = ${stepId} and variant = ${variant}`)
    yield* Effect.orDie(sql`
      insert into ladder_steps (company_id, campaign_id, multi_campaign_id, step_id, variant, is_current)
      values (${companyId}, ${campaignId}, ${multiCampaignId}, ${stepId}, ${variant}, true)`)
  }
})

/** The campaigns of a multi-campaign that are not over, each once launched. */
const openCampaigns = Effect.fnUntraced(function* (companyId: CompanyId, multiCampaignId: MultiCampaignId) {
  const { sql } = yield* Database
  return yield* Effect.orDie(sql<{ campaignId: CampaignId; state: string }>`
    select s.campaign_id as "campaignId", c.state from ladder_steps s
    join campaign_runs c on c.company_id = s.company_id and c.campaign_id = s.campaign_id
    where s.company_id = ${companyId} and s.multi_campaign_id = ${multiCampaignId} and c.state in ('running', 'paused')
    order by s.campaign_id`)
})

/** Gives all campaigns of a multi-campaign that are not over a command; one that someone paused by itself is no obstacle. */
export const commandStepCampaigns = Effect.fnUntraced(function* (
  { expectedVersion: _, ...context }: CommandContext,
  multiCampaignId: MultiCampaignId,
  command: Extract<
    CampaignCommand,
    { readonly _tag: "PauseCampaign" | "ResumeCampaign" | "CancelCampaign" | "EndOngoingCampaign" }
  >,
) {
  for (const { campaignId, state } of yield* openCampaigns(context.actingCompanyId, multiCampaignId)) {
    if (command._tag === "PauseCampaign" && state === "paused") continue
    if (command._tag === "ResumeCampaign" && state === "running") continue
    yield* commandCampaign(context, campaignId, command)
  }
})
