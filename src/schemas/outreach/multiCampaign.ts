import { Schema } from "effect"
import { HistoryEntry } from "../administration/history.ts"
import { CampaignId, HashedId, idOf, Instant, ListId, TemplateId } from "../ids.ts"
import { CampaignName, Submission, Submitted } from "./campaign.ts"
import { ChannelName } from "./channel.ts"
import { JourneyEnd, Ladder, ladderFields, LadderStep, ReplyValue, StepCondition } from "./ladder.ts"
import { NotOffered } from "./notOffered.ts"
import { LadderWay } from "./ladderWays.ts"
import { Counts, Reason } from "./recipient.ts"
import { SenderTrouble } from "./sender.ts"
import { Purpose } from "./template.ts"
import { Choice, ShownTest, TestJudged, VariantChosen, VariantsJudged } from "./variants.ts"

export const MultiCampaignId = idOf("MultiCampaignId")
export type MultiCampaignId = typeof MultiCampaignId.Type

/** The states of the lifecycle of multi-campaigns. */
export const MultiCampaignState = Schema.Literals([
  "draft",
  "unconfirmed",
  "scheduled",
  "running",
  "paused",
  "completed",
  "cancelled",
  "deleted",
])
export type MultiCampaignState = typeof MultiCampaignState.Type

/** How the list of multi-campaigns is narrowed and ordered; deleted ones are never listed. */
export const multiCampaignList = {
  states: ["draft", "unconfirmed", "scheduled", "running", "paused", "completed", "cancelled"],
  columns: ["name", "state", "people", "launched"],
} as const

/** What staff fill in: a ladder for the people of a list. `startAt` null means: at once when launched. */
export const MultiCampaignDraft = Schema.Struct({
  name: CampaignName,
  purpose: Purpose,
  listId: ListId,
  startAt: Schema.NullOr(Instant),
  ...ladderFields,
}).annotate({ identifier: "MultiCampaignDraft" })
export type MultiCampaignDraft = typeof MultiCampaignDraft.Type

/** What is kept of a draft: an earlier rule may have allowed what a draft may not hold today. */
export const MultiCampaignFacts = Schema.Struct({
  ...MultiCampaignDraft.fields,
  name: Schema.String,
  steps: Schema.Array(LadderStep),
})
export type MultiCampaignFacts = typeof MultiCampaignFacts.Type

/**
 * A campaign that carries a step: each number, template and version that the step had is one of its own, and so is each
 * text of a test, by its `variant`; without one it is the step's own template.
 */
export const StepCampaign = Schema.Struct({
  stepId: Schema.Int,
  campaignId: CampaignId,
  variant: Schema.optionalKey(Schema.Int),
})
export type StepCampaign = typeof StepCampaign.Type

export const MultiCampaignSubmitted = Schema.TaggedStruct("MultiCampaignSubmitted", Submission.fields)
/** Stored facts about multi-campaigns. What happens to each person is in `journeys` and `deliveries`. */
export const MultiCampaignEvent = Schema.Union([
  Schema.TaggedStruct("MultiCampaignCreated", { multiCampaignId: MultiCampaignId, ...MultiCampaignFacts.fields }),
  Schema.TaggedStruct("MultiCampaignRevised", MultiCampaignFacts.fields),
  /** One person wants to launch it, and its list has so many people that a second person confirms first (decision 104). */
  MultiCampaignSubmitted,
  Schema.TaggedStruct("MultiCampaignReturned", {}),
  Schema.TaggedStruct("MultiCampaignScheduled", { startAt: Instant }),
  Schema.TaggedStruct("MultiCampaignLaunched", { campaigns: Schema.Array(StepCampaign) }),
  /** Steps of a running one changed, for those who have not come to them. */
  Schema.TaggedStruct("LadderChanged", { ...Ladder.fields, campaigns: Schema.Array(StepCampaign) }),
  VariantsJudged,
  VariantChosen,
  Schema.TaggedStruct("MultiCampaignPaused", {}),
  Schema.TaggedStruct("MultiCampaignResumed", {}),
  Schema.TaggedStruct("MultiCampaignCancelled", {}),
  Schema.TaggedStruct("MultiCampaignCompleted", {}),
  Schema.TaggedStruct("MultiCampaignDeleted", {}),
])
export type MultiCampaignEvent = typeof MultiCampaignEvent.Type

/** A published template or call flow that a step can send: an entry of `smsIvrList`. */
export const StepTemplate = Schema.Struct({
  templateId: TemplateId,
  hashedId: HashedId,
  channel: ChannelName,
  name: Schema.String,
  purpose: Purpose,
  version: Schema.Int,
  /** The languages that it has besides the company's first one. */
  languages: Schema.Array(Schema.String),
  /** How often one person is tried at most, the first time included, and the minutes from the first to the last try. */
  tries: Schema.Int,
  triesMinutes: Schema.Int,
  /** Whether a person can opt out by it: by a word of the text, or a key of the call. */
  optsOut: Schema.Boolean,
  /** Whether its text has the link to book by. */
  books: Schema.Boolean,
  /** The values that its rules set by replies; an empty value is what the person writes. */
  sets: Schema.Array(ReplyValue),
}).annotate({ identifier: "StepTemplate" })
export type StepTemplate = typeof StepTemplate.Type

/** `smsIvrList`: what a step can send, and how many templates and call flows are not offered. */
export const StepChoices = Schema.Struct({
  templates: Schema.Array(StepTemplate),
  notOffered: Schema.Struct({ SMS: NotOffered, IVR: NotOffered }),
}).annotate({ identifier: "StepChoices" })
export type StepChoices = typeof StepChoices.Type

/** A step as it is shown: with the names of what it refers to, and its people by the state of their text or call. */
export const ShownStep = Schema.Struct({
  stepId: Schema.Int,
  channel: ChannelName,
  templateName: Schema.String,
  /** The version that it sends; null before the launch. */
  templateVersion: Schema.NullOr(Schema.Int),
  senderNumber: Schema.String,
  /** What keeps its number from sending while people wait for it; null for nothing. */
  trouble: Schema.NullOr(SenderTrouble),
  /** How often one person is called at most; 1 for a text. */
  tries: Schema.Int,
  /** The campaign that carries it, by which its people and its report are opened; null before the launch. */
  campaignHashedId: Schema.NullOr(HashedId),
  counts: Counts,
  /** The test of its texts, where it has one. */
  test: Schema.NullOr(ShownTest),
}).annotate({ identifier: "ShownStep" })
export type ShownStep = typeof ShownStep.Type

/** How many people of a ladder wait for a step, are at it, or have ended. */
export const LadderCounts = Schema.Struct({
  people: Schema.Int,
  /** People who have come in and are before the end, by the step that they came to last; 0 for none yet. */
  at: Schema.Array(Schema.Struct({ stepId: Schema.Int, people: Schema.Int })),
  ended: Schema.Array(Schema.Struct({ as: JourneyEnd, people: Schema.Int })),
  steps: Schema.Array(ShownStep),
}).annotate({ identifier: "LadderCounts" })
export type LadderCounts = typeof LadderCounts.Type

/** The same with every way that people took: the counts of `GetCounts`. */
export const LadderProgress = Schema.Struct({
  ...LadderCounts.fields,
  /** People who have ended, with the step that they came to last, 0 for none; most people first. */
  ways: Schema.Array(Schema.Struct({ ...LadderWay.fields, stepId: Schema.Int })),
}).annotate({ identifier: "LadderProgress" })
export type LadderProgress = typeof LadderProgress.Type

/** A multi-campaign as it is listed; `version` goes into If-Match. */
export const MultiCampaign = Schema.Struct({
  multiCampaignId: MultiCampaignId,
  hashedId: HashedId,
  state: MultiCampaignState,
  version: Schema.Int,
  updatedOn: Instant,
  launchedOn: Schema.NullOr(Instant),
  endedOn: Schema.NullOr(Instant),
  listName: Schema.String,
  draft: MultiCampaignFacts,
  counts: LadderCounts,
}).annotate({ identifier: "MultiCampaign" })
export type MultiCampaign = typeof MultiCampaign.Type

/** A multi-campaign with what its page shows next to it. */
export const MultiCampaignDetail = Schema.Struct({
  ...MultiCampaign.fields,
  counts: LadderProgress,
  /** Why people were not reached by each step, and why they were left out of it: the most frequent of each, most people first. */
  reasons: Schema.Array(Schema.Struct({ stepId: Schema.Int, ...Reason.fields, people: Schema.Int })),
  /** Whether its list has so many people that a second person has to confirm the launch. */
  needsConfirmation: Schema.Boolean,
  submitted: Submitted,
  history: Schema.Array(HistoryEntry),
}).annotate({ identifier: "MultiCampaignDetail" })
export type MultiCampaignDetail = typeof MultiCampaignDetail.Type

/** Why a person is where they are. */
export const JourneyReason = Schema.Literals([
  /** Not looked at yet. */
  "enters",
  /** The time of their next step has not come. */
  "waitsForStep",
  /** Their step tests its texts, and which one they get is not decided. */
  "waitsForTest",
  /** What they are to be sent is held until they may be reached. */
  "held",
  /** It waits for its turn to be sent. */
  "queued",
  /** It is with the carrier. */
  "underway",
  /** Whether the carrier has it is not known: it is asked. */
  "lookedUp",
  /** It failed, and is sent again. */
  "sentAgain",
  /** The last step is over; an answer may still come. */
  "waitsForAnswer",
  "paused",
  "ended",
])
export type JourneyReason = typeof JourneyReason.Type

/** One person's way through a ladder. */
export const Journey = Schema.Struct({
  patientId: Schema.Int,
  patient: Schema.String,
  phone: Schema.String,
  reason: JourneyReason,
  endedAs: Schema.NullOr(JourneyEnd),
  endedOn: Schema.NullOr(Instant),
  /** What comes next, and when it is due at the earliest; null where nothing does. */
  next: Schema.NullOr(Schema.Struct({ stepId: Schema.NullOr(Schema.Int), at: Instant })),
  zone: Schema.String,
  /** What they got or did not get by each step that they came to, in order. */
  touches: Schema.Array(
    Schema.Struct({
      stepId: Schema.Int,
      /** Which text of a test it is; 0 for the step's own. */
      variant: Schema.Int,
      state: Schema.String,
      /** Why they got nothing by it, or wait for it. */
      reason: Schema.NullOr(Reason),
      at: Instant,
      heldUntil: Schema.NullOr(Instant),
      attempts: Schema.Int,
      /** When the person opened its link first. */
      openedOn: Schema.NullOr(Instant),
    }),
  ),
  /** The steps that passed them by, each with its condition, which they did not meet, as the ladder says it now. */
  skipped: Schema.Array(
    Schema.Struct({ stepId: Schema.Int, onlyIf: StepCondition, ifValue: Schema.optionalKey(ReplyValue) }),
  ),
}).annotate({ identifier: "Journey" })
export type Journey = typeof Journey.Type

/** The body of `POST /api/MultiCampaign/SaveMultiCampaign`: without `hashedId` it makes one. */
export const SaveMultiCampaign = Schema.Struct({ hashedId: Schema.NullOr(HashedId), draft: MultiCampaignDraft })
export type SaveMultiCampaign = typeof SaveMultiCampaign.Type

/** The body of `POST /api/MultiCampaign/ChangeState`. */
export const MultiCampaignAction = Schema.Literals(["launch", "confirm", "return", "pause", "resume", "cancel"])
export type MultiCampaignAction = typeof MultiCampaignAction.Type
export const ChangeMultiCampaignState = Schema.Struct({ hashedId: HashedId, action: MultiCampaignAction })

/** The body of `POST /api/MultiCampaign/ChooseVariant`: which text of a test everyone else gets. */
export const ChooseVariant = Schema.Struct({ hashedId: HashedId, ...Choice.fields })

/** What a sample of real people would go through, by chance; nothing leaves. */
export const SimulateLadder = Schema.Struct({
  listId: ListId,
  startAt: Schema.NullOr(Instant),
  ...ladderFields,
  /** The same number draws the same people and the same chances again. */
  seed: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
}).annotate({ identifier: "SimulateLadder" })
export type SimulateLadder = typeof SimulateLadder.Type

/** One person of a simulation. */
export const SimulatedPerson = Schema.Struct({
  patient: Schema.String,
  zone: Schema.String,
  endedAs: JourneyEnd,
  touches: Schema.Int,
  happened: Schema.Array(
    Schema.Struct({
      at: Instant,
      stepId: Schema.NullOr(Schema.Int),
      what: Schema.Literals([
        "reached",
        "notReached",
        "leftOut",
        "skipped",
        "replied",
        "clicked",
        "booked",
        "optedOut",
        "ended",
      ]),
      /** Why the step left them out. */
      reason: Schema.NullOr(Reason),
    }),
  ),
}).annotate({ identifier: "SimulatedPerson" })
export type SimulatedPerson = typeof SimulatedPerson.Type

export const LadderSimulation = Schema.Struct({
  /** Of how many the sample was drawn. */
  people: Schema.Int,
  ends: Schema.Array(Schema.Struct({ as: JourneyEnd, people: Schema.Int })),
  /** Messages by channel, with what they cost in the channel's unit. */
  texts: Schema.Int,
  segments: Schema.Int,
  calls: Schema.Int,
  /** How each test of texts ended, and how many waited for that. */
  tests: Schema.Array(Schema.Struct({ ...TestJudged.fields, waited: Schema.Int })),
  lastAt: Schema.NullOr(Instant),
  /** Whether the chances are assumed, because the company has sent too little to know its own. */
  isAssumed: Schema.Boolean,
  sample: Schema.Array(SimulatedPerson),
}).annotate({ identifier: "LadderSimulation" })
export type LadderSimulation = typeof LadderSimulation.Type

/** Stored facts about who looked at what of a multi-campaign, in the company's audit stream of the month. */
export const JourneysViewed = Schema.TaggedStruct("JourneysViewed", {
  multiCampaignId: MultiCampaignId,
  people: Schema.Int,
})
export const LadderSimulated = Schema.TaggedStruct("LadderSimulated", { listId: ListId, people: Schema.Int })
