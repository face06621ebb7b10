import { Result } from "effect"
import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import { isOngoing, type CampaignFacts, type CampaignState } from "#schemas/outreach/campaign.ts"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import type { ListId, UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider } from "#server/decider.ts"

/** A campaign as its decisions need it. */
export type CampaignFold = {
  readonly state: CampaignState | "reserved"
  readonly startAt: string | null
  /** Who wants to launch it, while a second person has to confirm. */
  readonly submittedBy: UserId | null
  /** What is settled about it; null before it is created. */
  readonly settled: Settled | null
}

/** What a change of a draft replaces. */
type Settled = Omit<CampaignFacts, "campaignId" | "campaignType">

/** Who launches a campaign to the people of a list, and whether they are too many for one person alone. */
export type Confirmation = {
  readonly by: UserId
  /** Whether they confirm what someone submitted; a launch alone never does. */
  readonly confirms: boolean
  readonly listId: ListId | null
  readonly people: number
  readonly isNeeded: boolean
}

/** What may be asked of a campaign. `StartCampaign` and `CompleteCampaign` come from the sending engine. Times are ISO instants. */
export type CampaignCommand =
  | { readonly _tag: "CreateCampaign"; readonly campaign: CampaignFacts }
  | { readonly _tag: "ReviseCampaign"; readonly settled: Settled }
  | { readonly _tag: "LaunchCampaign"; readonly now: string; readonly confirmation?: Confirmation }
  | { readonly _tag: "ReturnCampaign" }
  | { readonly _tag: "RescheduleCampaign"; readonly startAt: string }
  | { readonly _tag: "StartCampaign"; readonly now: string }
  | { readonly _tag: "PauseCampaign" }
  | { readonly _tag: "ResumeCampaign" }
  | { readonly _tag: "CancelCampaign" }
  | { readonly _tag: "CompleteCampaign" }
  /** Completes an ongoing campaign, as the multi-campaign that it carries a step of is complete. */
  | { readonly _tag: "EndOngoingCampaign" }
  | { readonly _tag: "DeleteCampaign" }

const sentences: Readonly<Record<CampaignFold["state"], string>> = {
  reserved: "This campaign was never created.",
  draft: "This campaign is a draft. It can be changed, launched or deleted.",
  unconfirmed: "This campaign waits until a second person confirms it. It can be confirmed, or returned to draft.",
  scheduled: "This campaign waits for its start time. It can be rescheduled, launched now or cancelled.",
  running: "This campaign is running. It can be paused or cancelled; cancel it before deleting it.",
  paused: "This campaign is paused. It can be resumed or cancelled; cancel it before deleting it.",
  completed: "This campaign is complete. It can only be deleted.",
  cancelled: "This campaign was cancelled. It can only be deleted.",
  deleted: "This campaign was deleted.",
}

const refusedIn = (state: CampaignFold["state"]): Problem =>
  problem("NotAllowedNow", sentences[state], { allowed: campaignTable.allowed(state) })
const refuse = (state: CampaignFold["state"]): Result.Result<never, Problem> => Result.fail(refusedIn(state))

/** What who submitted a campaign is refused with when they confirm it themselves. */
const ownConfirmation = problem(
  "NotAllowedNow",
  "You submitted this campaign, so someone else must confirm it. You can return it to draft.",
)
const listChanged = problem(
  "NotAllowedNow",
  "The list of this campaign was changed meanwhile. Look at it, then launch again.",
)

/** Why a launch may not go on, where it may not. */
const launchRefusal = (
  { state, settled, submittedBy }: CampaignFold,
  { by, confirms, listId, isNeeded }: Confirmation,
): Problem | undefined => {
  if (confirms !== (state === "unconfirmed")) return refusedIn(state)
  if (settled?.listId !== listId) return listChanged
  return isNeeded && submittedBy === by ? ownConfirmation : undefined
}

const launchOf = (
  { startAt, state }: CampaignFold,
  { now, confirmation }: Extract<CampaignCommand, { readonly _tag: "LaunchCampaign" }>,
): CampaignEvent => {
  if (state === "draft" && confirmation?.isNeeded === true)
    return { _tag: "CampaignSubmitted", people: confirmation.people, by: confirmation.by }
  return state !== "scheduled" && startAt !== null && startAt > now
    ? { _tag: "CampaignScheduled", startAt }
    : { _tag: "CampaignLaunched" }
}

const eventOf = (fold: CampaignFold, command: CampaignCommand): CampaignEvent => {
  switch (command._tag) {
    case "CreateCampaign":
      return { _tag: "CampaignCreated", ...command.campaign }
    case "ReviseCampaign":
      return { _tag: "CampaignRevised", ...command.settled }
    case "RescheduleCampaign":
      return { _tag: "CampaignRescheduled", startAt: command.startAt }
    case "LaunchCampaign":
      return launchOf(fold, command)
    case "ReturnCampaign":
      return { _tag: "CampaignReturned" }
    case "StartCampaign":
      return { _tag: "CampaignLaunched" }
    case "PauseCampaign":
      return { _tag: "CampaignPaused" }
    case "ResumeCampaign":
      return { _tag: "CampaignResumed" }
    case "CancelCampaign":
      return { _tag: "CampaignCancelled" }
    case "CompleteCampaign":
    case "EndOngoingCampaign":
      return { _tag: "CampaignCompleted" }
    case "DeleteCampaign":
      return { _tag: "CampaignDeleted" }
  }
}

const settledBy = (event: CampaignEvent): Settled | undefined => {
  if (event._tag !== "CampaignCreated" && event._tag !== "CampaignRevised") return undefined
  const { name, purpose, templateId, templateVersion, listId, senderId, startAt } = event
  return { name, purpose, templateId, templateVersion, listId, senderId, startAt }
}

/** Whether a change says what holds already. */
const saysTheSame = ({ settled, startAt }: CampaignFold, event: CampaignEvent): boolean =>
  event._tag === "CampaignRevised"
    ? JSON.stringify(settledBy(event)) === JSON.stringify(settled)
    : event._tag === "CampaignRescheduled" && event.startAt === startAt

const startAtAfter = (state: CampaignFold, event: CampaignEvent): string | null =>
  event._tag === "CampaignCreated" || event._tag === "CampaignRevised" || event._tag === "CampaignRescheduled"
    ? event.startAt
    : state.startAt

/** Campaigns: the lifecycle decides; a start time in the future turns a launch into a schedule. */
export const campaignDecider: Decider<CampaignFold, CampaignCommand, CampaignEvent> = {
  initialState: { state: "reserved", startAt: null, submittedBy: null, settled: null },
  decide: (state, command) => {
    const event = eventOf(state, command)
    if (campaignTable.next(state.state, event._tag) === undefined) return refuse(state.state)
    if (command._tag === "LaunchCampaign" && command.confirmation !== undefined) {
      const refusal = launchRefusal(state, command.confirmation)
      if (refusal !== undefined) return Result.fail(refusal)
    }
    if (command._tag === "CompleteCampaign" && state.settled !== null && isOngoing(state.settled))
      return refuse(state.state)
    // The engine looked before the start was moved on.
    if (
      command._tag === "StartCampaign" &&
      state.startAt !== null &&
      Date.parse(state.startAt) > Date.parse(command.now)
    )
      return refuse(state.state)
    return Result.succeed(saysTheSame(state, event) ? [] : [event])
  },
  evolve: (state, event) => ({
    state: campaignTable.next(state.state, event._tag) ?? state.state,
    startAt: startAtAfter(state, event),
    submittedBy: event._tag === "CampaignSubmitted" ? event.by : null,
    settled: settledBy(event) ?? state.settled,
  }),
}
