import { Schema, Struct } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { HistoryEntry } from "../administration/history.ts"
import { CampaignId, CompanyId, HashedId, Instant, ListId, SenderId, TemplateId, UserId } from "../ids.ts"
import { StoredCheck } from "./campaignCheck.ts"
import { ChannelName } from "./channel.ts"
import { Counts, ExclusionReason } from "./recipient.ts"
import { SenderTrouble } from "./sender.ts"
import { Purpose, Segments } from "./template.ts"

/** SMS, IVR or multi-campaign (docs/policy.md#campaigns). */
export const CampaignType = Schema.Literals(["SMS", "IVR", "MSIC"])
export type CampaignType = typeof CampaignType.Type

/** The states of the campaign lifecycle. */
export const CampaignState = Schema.Literals([
  "draft",
  "unconfirmed",
  "scheduled",
  "running",
  "paused",
  "completed",
  "cancelled",
  "deleted",
])
export type CampaignState = typeof CampaignState.Type

/** How the list of campaigns is narrowed and ordered; deleted ones are never listed. */
export const campaignList = {
  states: ["draft", "unconfirmed", "scheduled", "running", "paused", "completed", "cancelled"],
  columns: ["name", "state", "people", "purpose", "launched"],
} as const

export const CampaignName = TrimmedText.check(
  Schema.isMinLength(3, { message: "Enter a name of 3 to 80 characters." }),
  Schema.isMaxLength(80, { message: "Enter a name of 3 to 80 characters." }),
)

/**
 * What staff type into the campaign form. `startAt` null means: at once when launched. Every other shape of a
 * campaign takes these fields from here (docs/adding-a-field.md).
 */
export const CampaignDraft = Schema.Struct({
  name: CampaignName,
  purpose: Purpose,
  templateId: TemplateId,
  listId: ListId,
  senderId: SenderId,
  startAt: Schema.NullOr(Instant),
})
export type CampaignDraft = typeof CampaignDraft.Type

/** The body of `POST /api/Campaign/CreateCampaign` (and of the dry run). `campaignId` is reserved by GenerateId. */
export const CreateCampaign = Schema.Struct({
  companyId: CompanyId,
  campaignId: CampaignId,
  campaignType: CampaignType,
  ...CampaignDraft.fields,
}).annotate({ identifier: "CreateCampaign" })
export type CreateCampaign = typeof CreateCampaign.Type

/** What decides who a campaign reaches and when: everything but what staff call it. The body of the dry run. */
export const CampaignAudience = Schema.Struct(Struct.omit(CreateCampaign.fields, ["name", "purpose"])).annotate({
  identifier: "CampaignAudience",
})
export type CampaignAudience = typeof CampaignAudience.Type

/**
 * What is settled when a campaign is created: the draft, and the version of its template that it is bound to. A
 * campaign without a list is ongoing: it takes people one at a time, sends the newest published version of its
 * template, and is never complete (docs/policy.md#ongoing-campaigns).
 */
export const CampaignFacts = Schema.Struct({
  ...Struct.omit(CreateCampaign.fields, ["companyId", "campaignType"]),
  /** A multi-campaign is made of these. */
  campaignType: ChannelName,
  listId: Schema.NullOr(ListId),
  templateVersion: Schema.Int,
})
export type CampaignFacts = typeof CampaignFacts.Type

/** A campaign's own fields as they are read: a name that an earlier rule allowed is shown as it is. */
export const CampaignRecord = Schema.Struct({
  ...CampaignFacts.fields,
  name: Schema.String,
  createdOn: Instant,
  launchedOn: Schema.NullOr(Instant),
  endedOn: Schema.NullOr(Instant),
})

/** Whether a campaign takes people one at a time and is never complete. */
export const isOngoing = ({ listId }: Pick<CampaignFacts, "listId">): boolean => listId === null

/**
 * The outcome numbers of CreateCampaign's `data.status`: 2 is the only success
 * that the specification names; the others are ours (docs/policy.md#campaigns).
 */
export const creationStatus = { failed: 0, invalid: 1, created: 2, duplicateName: 3, noEligible: 4, limit: 5 } as const

export const CreationOutcome = Schema.Struct({
  status: Schema.Int,
  campaignId: Schema.optionalKey(CampaignId),
  campaignHashedId: Schema.optionalKey(HashedId),
}).annotate({ identifier: "CreationOutcome" })
export type CreationOutcome = typeof CreationOutcome.Type

/** A campaign with the names of what it refers to, and how many people are in which state. */
export const Campaign = Schema.Struct({
  ...CampaignRecord.fields,
  campaignHashedId: HashedId,
  companyId: CompanyId,
  templateName: Schema.String,
  listName: Schema.String,
  senderNumber: Schema.String,
  state: CampaignState,
  /** How often the campaign was changed; what someone changes carries it (docs/architecture.md#versions). */
  streamVersion: Schema.Int,
  /** People the campaign was launched for, excluded ones included. */
  total: Schema.Int,
  counts: Counts,
}).annotate({ identifier: "Campaign" })
export type Campaign = typeof Campaign.Type

/** Texts of a campaign that left in one quarter of an hour, by what became of them. */
export const SentQuarter = Schema.Struct({
  at: Instant,
  delivered: Schema.Int,
  underway: Schema.Int,
  failed: Schema.Int,
})
export type SentQuarter = typeof SentQuarter.Type

/** How a campaign sends: what left when, oldest first, and while it runs its pace and when its last text is expected to leave. */
export const Sending = Schema.Struct({
  quarters: Schema.Array(SentQuarter),
  /** Texts that left lately, and those that the number can take at most, by the minute; null unless it runs. */
  pace: Schema.NullOr(
    Schema.Struct({ perMinute: Schema.Number, mostPerMinute: Schema.Number, endsAt: Schema.NullOr(Instant) }),
  ),
})
export type Sending = typeof Sending.Type

/** Who wants to launch to how many people on a list, where a second person has to confirm (decision 104). */
export const Submission = Schema.Struct({ people: Schema.Int, by: UserId })
export type Submission = typeof Submission.Type

/** What a second person has to confirm, and whether who asks may be that person; null where nothing waits. */
export const Submitted = Schema.NullOr(Schema.Struct({ people: Schema.Int, mayConfirm: Schema.Boolean }))
export type Submitted = typeof Submitted.Type

/** A campaign with what its page shows next to it. */
export const CampaignDetail = Schema.Struct({
  ...Campaign.fields,
  text: Schema.String,
  /** The text as the first of its people reads it; null before the launch, or where each text is about something of its own. */
  firstText: Schema.NullOr(Schema.Struct({ patient: Schema.String, text: Schema.String, segments: Segments })),
  /** People whose text the carrier accepted, as the report counts them. */
  sent: Schema.Int,
  /** People who booked by the link of their text; null where the text has no such link and no one did. */
  booked: Schema.NullOr(Schema.Int),
  held: Schema.Array(Schema.Struct({ until: Instant, zone: Schema.String, people: Schema.Int })),
  excluded: Schema.Array(Schema.Struct({ reason: ExclusionReason, count: Schema.Int })),
  failures: Schema.Array(Schema.Struct({ code: Schema.String, count: Schema.Int })),
  sending: Sending,
  /** What keeps its number from sending, while people wait for it; null for nothing. */
  trouble: Schema.NullOr(SenderTrouble),
  /** Texts that left by other numbers, which stood in for the campaign's (decision 107). */
  stoodIn: Schema.Array(Schema.Struct({ number: Schema.String, people: Schema.Int })),
  check: Schema.NullOr(StoredCheck),
  /** The multi-campaign of which it carries a step, and with which alone it changes its state; null for a campaign of its own. */
  stepOf: Schema.NullOr(Schema.Struct({ hashedId: HashedId, name: Schema.String })),
  submitted: Submitted,
  /** What happened to the campaign, oldest first, from its stream. */
  history: Schema.Array(HistoryEntry),
}).annotate({ identifier: "CampaignDetail" })
export type CampaignDetail = typeof CampaignDetail.Type

/** The body of the calls that make a list of some people of a campaign, `ListFailed` and `ListNotBooked`, and that list. */
export const ListRecipients = Schema.Struct({ campaignHashedId: HashedId })
export const RecipientList = Schema.Struct({ listId: ListId, people: Schema.Int }).annotate({
  identifier: "RecipientList",
})
export type RecipientList = typeof RecipientList.Type

/** The verbs of `POST /api/Campaign/ChangeState`. A launch never confirms: who pressed it may not have seen that someone else submitted. */
export const CampaignAction = Schema.Literals(["launch", "confirm", "return", "pause", "resume", "cancel"])
export type CampaignAction = typeof CampaignAction.Type
/** What a press on Launch asks for: what someone submitted is confirmed, all else launched. */
export const launchingOf = ({ state }: Pick<Campaign, "state">): "launch" | "confirm" =>
  state === "unconfirmed" ? "confirm" : "launch"

export const ChangeState = Schema.Struct({ campaignHashedId: HashedId, action: CampaignAction })

/** The body of `POST /api/Campaign/ReviseCampaign`: a draft as it will be. */
export const ReviseCampaign = Schema.Struct({ campaignHashedId: HashedId, ...CampaignDraft.fields }).annotate({
  identifier: "ReviseCampaign",
})
export type ReviseCampaign = typeof ReviseCampaign.Type

/** The body of `POST /api/Campaign/RescheduleCampaign`: a scheduled campaign begins at another time. */
export const RescheduleCampaign = Schema.Struct({ campaignHashedId: HashedId, startAt: Instant }).annotate({
  identifier: "RescheduleCampaign",
})
export type RescheduleCampaign = typeof RescheduleCampaign.Type
