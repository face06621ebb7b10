import { multiCampaignTable } from "#machines/lifecycles/multiCampaign.lifecycle.ts"
import {
  isLadderOutdated,
  ladderVerbs,
  type MultiCampaignsEvent,
  type MultiCampaignsSnapshot,
} from "#machines/outreach/multiCampaigns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { MultiCampaign, MultiCampaignDetail, MultiCampaignEvent } from "#schemas/outreach/multiCampaign.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"

/** No multi-campaign, and nothing of its tabs and their filters; none to copy either. */
export const noLadder = { id: null, from: null, tab: null, step: null, end: null, way: null } as const

type Verb = (typeof ladderVerbs)[number]

/** The stored events a verb may lead to; the lifecycle must take one of them now. */
const events: Readonly<Record<Verb, ReadonlyArray<MultiCampaignEvent["_tag"]>>> = {
  launch: ["MultiCampaignLaunched", "MultiCampaignScheduled"],
  return: ["MultiCampaignReturned"],
  pause: ["MultiCampaignPaused"],
  resume: ["MultiCampaignResumed"],
  cancel: ["MultiCampaignCancelled"],
  delete: ["MultiCampaignDeleted"],
}

const labelOf = (verb: Verb, { state, draft: { startAt } }: MultiCampaign): WordId => {
  if (verb !== "launch") return `multi.${verb}`
  if (state === "unconfirmed") return "multi.confirm"
  if (state === "scheduled") return "multi.launchNow"
  return startAt === null ? "multi.launch" : "multi.schedule"
}

/** What may be done to a multi-campaign now, by its lifecycle and the person's rights; the rest says why not. */
export const ladderActions = (
  shown: MultiCampaignDetail,
  rights: Rights,
  { snapshot, send }: Seen<MultiCampaignsSnapshot, MultiCampaignsEvent>,
  command: SeenCommand | undefined,
  url: PageUrl,
  words: (id: WordId, values?: Readonly<Record<string, string>>) => string,
): ReadonlyArray<Action> => {
  const allowed = multiCampaignTable.allowed(shown.state)
  const state = words(`campaign.state.${shown.state}`)
  const waits = isSending(command) || isLadderOutdated(snapshot, shown)
  const takes = (...types: ReadonlyArray<MultiCampaignEvent["_tag"]>) => types.some((type) => allowed.includes(type))
  // Most companies ask for no second person, so the way back is no word of theirs.
  const offered = ladderVerbs.filter((verb) => verb !== "return" || takes(...events[verb]))
  const verbs = offered.map((verb): Action => {
    const isTaken = takes(...events[verb])
    const intent = verb === "cancel" || verb === "delete" ? "danger" : "primary"
    return {
      id: verb,
      label: words(labelOf(verb, shown)),
      ...(isTaken ? { intent } : {}),
      busy: isSending(command, verb),
      waits,
      onPress: () => send({ type: `${verb}.pressed`, multiCampaign: shown }),
      reason:
        missingRight(rights, verb === "delete" ? "MultiCampaign.DeleteMultiCampaign" : "MultiCampaign.ChangeState") ??
        (isTaken || verb === "return" ? undefined : words(`multi.cannot.${verb}`, { state })) ??
        (verb === "launch" && shown.submitted?.mayConfirm === false ? words("multi.confirm.own") : undefined),
    }
  })
  return [
    ...verbs,
    {
      id: "edit",
      label: words(takes("LadderChanged") ? "multi.edit.steps" : "multi.edit"),
      href: url.href({ ...noLadder, edit: shown.hashedId }),
      reason:
        missingRight(rights, "MultiCampaign.SaveMultiCampaign") ??
        (takes("MultiCampaignRevised", "LadderChanged") ? undefined : words("multi.cannot.edit", { state })),
    },
    {
      id: "duplicate",
      label: words("multi.duplicate"),
      href: url.href({ ...noLadder, new: "", from: shown.hashedId }),
      isSeldom: true,
      reason: missingRight(rights, "MultiCampaign.SaveMultiCampaign"),
    },
  ]
}
