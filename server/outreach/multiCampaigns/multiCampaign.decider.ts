import { Result } from "effect"
import { multiCampaignTable } from "#machines/lifecycles/multiCampaign.lifecycle.ts"
import type { UserId } from "#schemas/ids.ts"
import type { Submission } from "#schemas/outreach/campaign.ts"
import { textsOf, type Ladder, type LadderStep } from "#schemas/outreach/ladder.ts"
import type {
  MultiCampaignEvent,
  MultiCampaignFacts,
  MultiCampaignId,
  MultiCampaignState,
  StepCampaign,
} from "#schemas/outreach/multiCampaign.ts"
import type { Choice, TestAnswer, TestOutcome, VariantNumbers } from "#schemas/outreach/variants.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider } from "#server/decider.ts"
import { answersAfter } from "./variants.rule.ts"

/** A multi-campaign as its decisions need it. */
export type MultiCampaignFold = {
  readonly state: MultiCampaignState | "reserved"
  readonly facts: MultiCampaignFacts | null
  /** Who wants to launch it, while a second person has to confirm. */
  readonly submittedBy: UserId | null
  /** The campaign that carries each step now. */
  readonly campaigns: ReadonlyArray<StepCampaign>
  /** The tests of texts that are decided. */
  readonly answers: ReadonlyArray<TestAnswer>
}

/** What may be asked of a multi-campaign. What starts, judges and completes it comes from the program itself. */
export type MultiCampaignCommand =
  | {
      readonly _tag: "SaveMultiCampaign"
      readonly multiCampaignId: MultiCampaignId
      readonly facts: MultiCampaignFacts
    }
  | ({ readonly _tag: "SubmitMultiCampaign" } & Submission)
  | { readonly _tag: "ReturnMultiCampaign" }
  | { readonly _tag: "ScheduleMultiCampaign"; readonly startAt: string }
  | { readonly _tag: "LaunchMultiCampaign"; readonly campaigns: ReadonlyArray<StepCampaign> }
  | { readonly _tag: "StartMultiCampaign"; readonly campaigns: ReadonlyArray<StepCampaign> }
  | { readonly _tag: "ChangeLadder"; readonly ladder: Ladder; readonly campaigns: ReadonlyArray<StepCampaign> }
  | {
      readonly _tag: "JudgeVariants"
      readonly stepId: number
      readonly outcome: TestOutcome
      readonly winner: number | null
      readonly variants: ReadonlyArray<VariantNumbers>
    }
  | ({ readonly _tag: "ChooseVariant"; readonly variants: ReadonlyArray<VariantNumbers> } & Choice)
  | { readonly _tag: "PauseMultiCampaign" }
  | { readonly _tag: "ResumeMultiCampaign" }
  | { readonly _tag: "CancelMultiCampaign" }
  | { readonly _tag: "CompleteMultiCampaign" }
  | { readonly _tag: "DeleteMultiCampaign" }

const sentences: Readonly<Record<MultiCampaignFold["state"], string>> = {
  reserved: "This multi-campaign was never saved.",
  draft: "This multi-campaign is a draft. It can be changed, launched or deleted.",
  unconfirmed:
    "This multi-campaign waits until a second person confirms it. It can be confirmed, or returned to draft.",
  scheduled: "This multi-campaign waits for its start time. It can be launched now or cancelled.",
  running:
    "This multi-campaign is running. Its steps can be changed; it can be paused or cancelled. Cancel it before deleting it.",
  paused:
    "This multi-campaign is paused. Its steps can be changed; it can be resumed or cancelled. Cancel it before deleting it.",
  completed: "This multi-campaign is complete. It can only be deleted.",
  cancelled: "This multi-campaign was cancelled. It can only be deleted.",
  deleted: "This multi-campaign was deleted.",
}

type Decided = Result.Result<ReadonlyArray<MultiCampaignEvent>, Problem>

/** What is refused in a state is answered with. */
export const refusedIn = (state: MultiCampaignFold["state"]): Problem =>
  problem("NotAllowedNow", sentences[state], { allowed: multiCampaignTable.allowed(state) })

const happen = ({ state }: MultiCampaignFold, event: MultiCampaignEvent): Decided =>
  multiCampaignTable.next(state, event._tag) === undefined ? Result.fail(refusedIn(state)) : Result.succeed([event])

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** People stand on the steps of a running ladder: those keep their places, and new ones come after them. */
const keepsPlaces = (before: ReadonlyArray<LadderStep>, after: ReadonlyArray<LadderStep>): boolean =>
  before.every(({ stepId, start, channel }, index) => {
    const step = after[index]
    return step?.stepId === stepId && step.channel === channel && (index === 0 || step.start === start)
  }) && after.slice(before.length).every(({ start }) => start === "afterPrevious")

const movedSteps = problem(
  "Invalid",
  "People have come to these steps. Change what a step sends and when, or add steps at the end; none can be removed or moved.",
  {
    errors: [
      { field: "steps", message: "Steps of a running multi-campaign can only be changed, or added at the end." },
    ],
  },
)

/** People have been given texts of these tests, or wait for them to be judged. */
const keepsTests = (before: ReadonlyArray<LadderStep>, after: ReadonlyArray<LadderStep>): boolean =>
  before.every(({ test, templateId, senderId }, index) => {
    const step = after[index]
    const keepsTexts = step?.templateId === templateId && step.senderId === senderId
    return same(test, step?.test) && (test === undefined || keepsTexts)
  })

const testsStay = problem(
  "Invalid",
  "People have come to these steps, so their tests stay as they are. Leave the texts and the number of a step that tests its texts, or add a step with another test at the end.",
  { errors: [{ field: "steps", message: "A test stays as it was launched, with its texts and its number." }] },
)

const noSuchText = problem("Invalid", "This step does not test such a text.", {
  errors: [{ field: "variant", message: "Choose one of the texts that the step tests." }],
})
const isDecided = problem("NotAllowedNow", "It is decided already which text everyone else gets.")

type Command<Tag extends MultiCampaignCommand["_tag"]> = Extract<MultiCampaignCommand, { readonly _tag: Tag }>

const save = (fold: MultiCampaignFold, { multiCampaignId, facts }: Command<"SaveMultiCampaign">): Decided => {
  if (fold.state === "reserved") return happen(fold, { _tag: "MultiCampaignCreated", multiCampaignId, ...facts })
  const decided = happen(fold, { _tag: "MultiCampaignRevised", ...facts })
  return Result.isSuccess(decided) && same(fold.facts, facts) ? Result.succeed([]) : decided
}

const change = (fold: MultiCampaignFold, { ladder, campaigns }: Command<"ChangeLadder">): Decided => {
  const decided = happen(fold, { _tag: "LadderChanged", ...ladder, campaigns })
  if (Result.isFailure(decided) || fold.facts === null) return decided
  if (!keepsPlaces(fold.facts.steps, ladder.steps)) return Result.fail(movedSteps)
  if (!keepsTests(fold.facts.steps, ladder.steps)) return Result.fail(testsStay)
  const { steps, stops, mostTouches, closeAfterMinutes } = fold.facts
  return campaigns.length === 0 && same({ steps, stops, mostTouches, closeAfterMinutes }, ladder)
    ? Result.succeed([])
    : decided
}

/** A test is decided once. What the program judges after that, as another process may, comes to nothing. */
const judge = (fold: MultiCampaignFold, { _tag, ...judged }: Command<"JudgeVariants">): Decided => {
  const decided = happen(fold, { _tag: "VariantsJudged", ...judged })
  const isOpen = fold.answers.every(({ stepId }) => stepId !== judged.stepId)
  return Result.isFailure(decided) || isOpen ? decided : Result.succeed([])
}

const choose = (fold: MultiCampaignFold, { stepId, variant, variants }: Command<"ChooseVariant">): Decided => {
  const decided = happen(fold, { _tag: "VariantChosen", stepId, winner: variant, variants })
  if (Result.isFailure(decided)) return decided
  const step = fold.facts?.steps.find((one) => one.stepId === stepId)
  if (step?.test === undefined || textsOf(step)[variant] === undefined) return Result.fail(noSuchText)
  return fold.answers.some((one) => one.stepId === stepId) ? Result.fail(isDecided) : decided
}

const decide: Decider<MultiCampaignFold, MultiCampaignCommand, MultiCampaignEvent>["decide"] = (fold, command) => {
  switch (command._tag) {
    case "SaveMultiCampaign":
      return save(fold, command)
    case "SubmitMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignSubmitted", people: command.people, by: command.by })
    case "ReturnMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignReturned" })
    case "ScheduleMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignScheduled", startAt: command.startAt })
    case "StartMultiCampaign":
    case "LaunchMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignLaunched", campaigns: command.campaigns })
    case "ChangeLadder":
      return change(fold, command)
    case "JudgeVariants":
      return judge(fold, command)
    case "ChooseVariant":
      return choose(fold, command)
    case "PauseMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignPaused" })
    case "ResumeMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignResumed" })
    case "CancelMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignCancelled" })
    case "CompleteMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignCompleted" })
    case "DeleteMultiCampaign":
      return happen(fold, { _tag: "MultiCampaignDeleted" })
  }
}

/** The facts as an event leaves them. */
export const factsAfter = (facts: MultiCampaignFacts | null, event: MultiCampaignEvent): MultiCampaignFacts | null => {
  switch (event._tag) {
    case "MultiCampaignCreated": {
      const { _tag, multiCampaignId: _, ...created } = event
      return created
    }
    case "MultiCampaignRevised": {
      const { _tag, ...revised } = event
      return revised
    }
    case "LadderChanged": {
      const { _tag, campaigns: _, ...ladder } = event
      return facts === null ? null : { ...facts, ...ladder }
    }
    default:
      return facts
  }
}

/** The campaigns of the steps as an event leaves them: one that is given replaces that of its step. */
export const campaignsAfter = (
  campaigns: ReadonlyArray<StepCampaign>,
  event: MultiCampaignEvent,
): ReadonlyArray<StepCampaign> => {
  if (!("campaigns" in event)) return campaigns
  const given = new Set(event.campaigns.map(({ stepId }) => stepId))
  return [...campaigns.filter(({ stepId }) => !given.has(stepId)), ...event.campaigns]
}

/** Multi-campaigns: the lifecycle decides; of a running one the steps keep their places. */
export const multiCampaignDecider: Decider<MultiCampaignFold, MultiCampaignCommand, MultiCampaignEvent> = {
  initialState: { state: "reserved", facts: null, submittedBy: null, campaigns: [], answers: [] },
  decide,
  evolve: (fold, event) => ({
    state: multiCampaignTable.next(fold.state, event._tag) ?? fold.state,
    facts: factsAfter(fold.facts, event),
    submittedBy: event._tag === "MultiCampaignSubmitted" ? event.by : null,
    campaigns: campaignsAfter(fold.campaigns, event),
    answers: answersAfter(fold.answers, event),
  }),
}
