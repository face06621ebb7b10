import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import {
  campaignVerbs,
  type CampaignsEvent,
  type CampaignsSnapshot,
  type CampaignVerb,
} from "#machines/outreach/campaigns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { isOngoing, type Campaign, type CampaignDetail } from "#schemas/outreach/campaign.ts"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import { isLinked } from "#schemas/routes.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"

/** The stored events a verb may lead to; the lifecycle must take one of them now. */
const events: Record<CampaignVerb, ReadonlyArray<CampaignEvent["_tag"]>> = {
  launch: ["CampaignLaunched", "CampaignScheduled"],
  return: ["CampaignReturned"],
  pause: ["CampaignPaused"],
  resume: ["CampaignResumed"],
  cancel: ["CampaignCancelled"],
  delete: ["CampaignDeleted"],
}

const intents: Partial<Record<CampaignVerb, "primary" | "danger">> = {
  launch: "primary",
  pause: "primary",
  resume: "primary",
  cancel: "danger",
  delete: "danger",
}

/** Whether the lifecycle takes this verb in the campaign's present state. */
export const isAllowed = (verb: CampaignVerb, { state }: Campaign): boolean => {
  const allowed = campaignTable.allowed(state)
  return events[verb].some((type) => allowed.includes(type))
}

const labelOf = (verb: CampaignVerb, { state, startAt }: Campaign): WordId => {
  if (verb !== "launch") return `campaign.${verb}`
  if (state === "unconfirmed") return "campaign.confirm"
  if (state === "scheduled") return "campaign.launchNow"
  return startAt === null ? "campaign.launch" : "campaign.schedule"
}

/** The page's address, and the zone its times are in. */
type Place = { readonly url: PageUrl; readonly zone: string }
type Translate = (id: WordId, values?: Readonly<Record<string, string>>) => string

/** The ways to the page where a campaign is put together: a draft itself, or a new one like it; and to another start. */
const waysOn = (
  campaign: Campaign,
  rights: Rights,
  { send }: Seen<CampaignsSnapshot, CampaignsEvent>,
  { url, zone }: Place,
  words: Translate,
): ReadonlyArray<Action> => {
  const id = campaign.campaignHashedId
  const state = words(`campaign.state.${campaign.state}`)
  const allowed = campaignTable.allowed(campaign.state)
  const without = { tab: null, recipientState: null }
  return [
    {
      id: "edit",
      label: words("campaign.edit"),
      href: url.href({ ...without, id, edit: "" }),
      reason:
        missingRight(rights, "Campaign.ReviseCampaign") ??
        (allowed.includes("CampaignRevised") ? undefined : words("campaign.cannot.edit", { state })),
    },
    {
      id: "reschedule",
      label: words("campaign.reschedule"),
      onPress: () => send({ type: "reschedule.pressed", campaign, zone }),
      reason:
        missingRight(rights, "Campaign.RescheduleCampaign") ??
        (allowed.includes("CampaignRescheduled") ? undefined : words("campaign.cannot.reschedule", { state })),
    },
    {
      id: "duplicate",
      label: words("campaign.duplicate"),
      href: url.href({ ...without, id: null, new: "", from: id }),
      isSeldom: true,
      reason:
        missingRight(rights, "Campaign.CreateCampaign") ??
        (isOngoing(campaign) ? words("campaign.cannot.duplicate") : undefined),
    },
  ]
}

/**
 * What may be done to a campaign; what its lifecycle does not allow now says why
 * not. Everything says so where a right is missing. A campaign that carries a step has none: all is done to its
 * multi-campaign, to which it leads.
 */
export const actionsFor = (
  campaign: CampaignDetail,
  rights: Rights,
  page: Seen<CampaignsSnapshot, CampaignsEvent>,
  command: SeenCommand | undefined,
  place: Place,
  words: Translate,
): ReadonlyArray<Action> => {
  const { send } = page
  if (campaign.stepOf !== null) {
    const href = `/multi?id=${campaign.stepOf.hashedId}`
    return isLinked("/multi", rights) ? [{ id: "multi", label: words("campaign.openMulti"), href }] : []
  }
  const state = words(`campaign.state.${campaign.state}`)
  // Most companies ask for no second person, so the way back is no word of theirs.
  const shown = campaignVerbs.filter((verb) => verb !== "return" || isAllowed(verb, campaign))
  const verbs = shown.map((verb): Action => {
    const allowed = isAllowed(verb, campaign)
    const intent = intents[verb]
    return {
      id: verb,
      label: words(labelOf(verb, campaign)),
      ...(intent !== undefined && allowed ? { intent } : {}),
      busy: isSending(command, verb),
      waits: isSending(command),
      onPress: () => send({ type: `${verb}.pressed`, campaign }),
      reason:
        missingRight(rights, verb === "delete" ? "Campaign.DeleteCampaign" : "Campaign.ChangeState") ??
        (allowed || verb === "return" ? undefined : words(`campaign.cannot.${verb}`, { state })) ??
        (verb === "launch" && campaign.submitted?.mayConfirm === false ? words("campaign.confirm.own") : undefined),
    }
  })
  return [...verbs, ...waysOn(campaign, rights, page, place, words)]
}
