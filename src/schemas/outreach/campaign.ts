import { Schema, Struct } from "effect"
import { HistoryEntry } from "../administration/history.ts"
import { CampaignId, CompanyId, HashedId, Instant, ListId, SenderId, TemplateId } from "../ids.ts"
import { Purpose, Segments } from "./template.ts"

/** SMS, IVR or multi-campaign (docs/policy.md#campaigns). */
export const CampaignType = Schema.Literals(["SMS", "IVR", "MSIC"])
export type CampaignType = typeof CampaignType.Type

/** The states of the campaign lifecycle. */
export const CampaignState = Schema.Literals([
  "draft",
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
  states: ["draft", "scheduled", "running", "paused", "completed", "cancelled"],
  columns: ["name", "state", "people", "purpose", "launched"],
} as const

/** The states of the recipient lifecycle. */
export const recipientStates = [
  "queued",
  "excluded",
  "held",
  "sending",
  "unknown",
  "sent",
  "delivered",
  "replied",
  "failed",
  "optedOut",
  "cancelled",
] as const
export const RecipientState = Schema.Literals(recipientStates)
export type RecipientState = typeof RecipientState.Type

/** The people of a campaign that its page lists by themselves: who answered, whose text failed, who was left out. */
export const tabShares = ["replied", "failed", "leftOut"] as const
export type TabShare = (typeof tabShares)[number]

/** Everything that the people of a campaign can be narrowed to by what became of them. */
export const recipientShares = [
  "sent",
  "delivered",
  "replied",
  "optedOut",
  "underway",
  "waiting",
  "held",
  "failed",
  "leftOut",
  "cancelled",
] as const
export const RecipientShare = Schema.Literals(recipientShares)
export type RecipientShare = typeof RecipientShare.Type

/** Why a person of the list gets no message, found before launch (docs/policy.md#exclusions). */
export const exclusionReasons = {
  optedOut: "Opted out of texts",
  unclearReply: "Wrote what may be an opt-out; decide on the Patients page",
  noPhone: "No valid phone number",
  landline: "The number is a landline",
  otherCountry: "The number belongs to a country the company does not text",
  noCommonHours: "No hour is allowed in every time zone where the number may be",
  duplicatePhone: "Another person of the list has the same number",
  missingVariable: "A value the message needs is missing",
  tooLong: "The message would be longer than 1600 characters",
  phoneChanged: "The number was changed after the launch",
  frequencyCap: "The number got as many texts lately as the rules allow",
} as const
export type ExclusionReason = keyof typeof exclusionReasons
export const ExclusionReason = Schema.Literals(Object.keys(exclusionReasons) as ReadonlyArray<ExclusionReason>)

export const CampaignName = Schema.Trim.check(
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

/** What is settled when a campaign is created: the draft, and the version of its template that it is bound to. */
export const CampaignFacts = Schema.Struct({
  ...Struct.omit(CreateCampaign.fields, ["companyId"]),
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

/** The dry run of a campaign: who gets it, who does not and why, and what it costs in segments. */
export const CampaignCheck = Schema.Struct({
  total: Schema.Int,
  eligible: Schema.Int,
  excluded: Schema.Array(Schema.Struct({ reason: ExclusionReason, count: Schema.Int })),
  /** How many people need how many segments. */
  segments: Schema.Array(Schema.Struct({ segments: Schema.Int, people: Schema.Int })),
  /** People in quiet hours at the start, by the instant their message is released. */
  held: Schema.Array(Schema.Struct({ until: Instant, zone: Schema.String, people: Schema.Int })),
  /**
   * When the people of each zone would get it at the sending number's pace, as far as nothing else is sent from it.
   * `isLate`: the hours of the zone end before its last text, which then waits for the next allowed day.
   */
  zones: Schema.Array(
    Schema.Struct({ zone: Schema.String, people: Schema.Int, from: Instant, to: Instant, isLate: Schema.Boolean }),
  ),
  /** Some of the people, as different from each other as they come; `at` is when their text may leave. */
  samples: Schema.Array(
    Schema.Struct({
      patient: Schema.String,
      /** State and ZIP code; empty where the list has none. */
      place: Schema.String,
      zone: Schema.String,
      at: Instant,
      text: Schema.String,
      segments: Segments,
    }),
  ),
  /** Whether only the first people of the list were judged. */
  isPartial: Schema.Boolean,
}).annotate({ identifier: "CampaignCheck" })
export type CampaignCheck = typeof CampaignCheck.Type

/** The last whole dry run of a campaign as it is kept: numbers alone, no one's name or text. */
export const KeptCheck = Schema.Struct({
  ...Struct.omit(CampaignCheck.fields, ["samples", "isPartial"]),
  at: Instant,
  /** Whether the campaign was changed since in what the dry run judged. */
  isOld: Schema.Boolean,
}).annotate({ identifier: "KeptCheck" })
export type KeptCheck = typeof KeptCheck.Type

/** People per recipient state; states without people are absent. */
export const Counts = Schema.Record(Schema.String, Schema.Int)
export type Counts = typeof Counts.Type

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

/** A campaign with what its page shows next to it. */
export const CampaignDetail = Schema.Struct({
  ...Campaign.fields,
  text: Schema.String,
  /** People whose text the carrier accepted, as the report counts them. */
  sent: Schema.Int,
  held: Schema.Array(Schema.Struct({ until: Instant, zone: Schema.String, people: Schema.Int })),
  excluded: Schema.Array(Schema.Struct({ reason: ExclusionReason, count: Schema.Int })),
  failures: Schema.Array(Schema.Struct({ code: Schema.String, count: Schema.Int })),
  sending: Sending,
  check: Schema.NullOr(KeptCheck),
  /** What happened to the campaign, oldest first, from its stream. */
  history: Schema.Array(HistoryEntry),
}).annotate({ identifier: "CampaignDetail" })
export type CampaignDetail = typeof CampaignDetail.Type

/** One recipient as the campaign page lists it. */
export const Recipient = Schema.Struct({
  recipientId: Schema.Int,
  patient: Schema.String,
  phone: Schema.String,
  state: RecipientState,
  reason: Schema.NullOr(Schema.String),
  heldUntil: Schema.NullOr(Instant),
  zone: Schema.String,
  updatedOn: Instant,
  /** What the person answered, in order. */
  replies: Schema.Array(Schema.Struct({ text: Schema.String, at: Instant })),
}).annotate({ identifier: "Recipient" })
export type Recipient = typeof Recipient.Type

/** The verbs of `POST /api/Campaign/ChangeState`. */
export const CampaignAction = Schema.Literals(["launch", "pause", "resume", "cancel"])
export type CampaignAction = typeof CampaignAction.Type
export const ChangeState = Schema.Struct({ campaignHashedId: HashedId, action: CampaignAction })

/** The body of `POST /api/Campaign/ReviseCampaign`: a draft as it shall be. */
export const ReviseCampaign = Schema.Struct({ campaignHashedId: HashedId, ...CampaignDraft.fields }).annotate({
  identifier: "ReviseCampaign",
})
export type ReviseCampaign = typeof ReviseCampaign.Type

/** The body of `POST /api/Campaign/RescheduleCampaign`: a scheduled campaign begins at another time. */
export const RescheduleCampaign = Schema.Struct({ campaignHashedId: HashedId, startAt: Instant }).annotate({
  identifier: "RescheduleCampaign",
})
export type RescheduleCampaign = typeof RescheduleCampaign.Type

/** A number messages are sent from. */
export const Sender = Schema.Struct({
  senderId: SenderId,
  e164: Schema.String,
  label: Schema.String,
  /** Segments a second the carrier takes from this number. */
  segmentsPerSecond: Schema.Int,
}).annotate({ identifier: "Sender" })
export type Sender = typeof Sender.Type
