import { Result } from "effect"
import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import type { CampaignFacts, CampaignState } from "#schemas/outreach/campaign.ts"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider } from "#server/decider.ts"

/** A campaign as its decisions need it. */
export type CampaignFold = { readonly state: CampaignState | "reserved"; readonly startAt: string | null }

/** What may be asked of a campaign. `StartCampaign` and `CompleteCampaign` come from the sending engine. Times are ISO instants. */
export type CampaignCommand =
  | { readonly _tag: "CreateCampaign"; readonly campaign: CampaignFacts }
  | { readonly _tag: "LaunchCampaign"; readonly now: string }
  | { readonly _tag: "StartCampaign" }
  | { readonly _tag: "PauseCampaign" }
  | { readonly _tag: "ResumeCampaign" }
  | { readonly _tag: "CancelCampaign" }
  | { readonly _tag: "CompleteCampaign" }
  | { readonly _tag: "DeleteCampaign" }

const sentences: Readonly<Record<CampaignFold["state"], string>> = {
  reserved: "This campaign was never created.",
  draft: "This campaign is a draft. It can be launched or deleted.",
  scheduled: "This campaign waits for its start time. It can be launched now or cancelled.",
  running: "This campaign is running. It can be paused or cancelled; cancel it before deleting it.",
  paused: "This campaign is paused. It can be resumed or cancelled; cancel it before deleting it.",
  completed: "This campaign is complete. It can only be deleted.",
  cancelled: "This campaign was cancelled. It can only be deleted.",
  deleted: "This campaign was deleted.",
}

const refuse = (state: CampaignFold["state"]): Result.Result<never, Problem> =>
  Result.fail(problem("NotAllowedNow", sentences[state], { allowed: campaignTable.allowed(state) }))

const eventOf = ({ startAt, state }: CampaignFold, command: CampaignCommand): CampaignEvent => {
  switch (command._tag) {
    case "CreateCampaign":
      return { _tag: "CampaignCreated", ...command.campaign }
    case "LaunchCampaign":
      return state === "draft" && startAt !== null && startAt > command.now
        ? { _tag: "CampaignScheduled", startAt }
        : { _tag: "CampaignLaunched" }
    case "StartCampaign":
      return { _tag: "CampaignLaunched" }
    case "PauseCampaign":
      return { _tag: "CampaignPaused" }
    case "ResumeCampaign":
      return { _tag: "CampaignResumed" }
    case "CancelCampaign":
      return { _tag: "CampaignCancelled" }
    case "CompleteCampaign":
      return { _tag: "CampaignCompleted" }
    case "DeleteCampaign":
      return { _tag: "CampaignDeleted" }
  }
}

/** Campaigns: the lifecycle decides; a start time in the future turns a launch into a schedule. */
export const campaignDecider: Decider<CampaignFold, CampaignCommand, CampaignEvent> = {
  initialState: { state: "reserved", startAt: null },
  decide: (state, command) => {
    const event = eventOf(state, command)
    return campaignTable.next(state.state, event._tag) === undefined ? refuse(state.state) : Result.succeed([event])
  },
  evolve: (state, event) => ({
    state: campaignTable.next(state.state, event._tag) ?? state.state,
    startAt: event._tag === "CampaignCreated" ? event.startAt : state.startAt,
  }),
}
