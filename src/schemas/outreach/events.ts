import { Schema, Struct } from "effect"
import { CampaignId, Instant, ListId, SenderId, TemplateId } from "../ids.ts"
import { CampaignFacts, Submission } from "./campaign.ts"
import { CallTest } from "./callTest.ts"
import { LocationId } from "../scheduling/location.ts"
import { TemplateFacts } from "./template.ts"
import { TranslationEvent } from "../language/translationFacts.ts"
import { JourneysViewed, LadderSimulated } from "./multiCampaign.ts"

/**
 * Stored facts about templates. Texts live in `template_versions`, the parameters of
 * links in `template_link_parameters` (docs/architecture.md#personal-data);
 * the hash pins them.
 */
export const TemplateDrafted = Schema.TaggedStruct("TemplateDrafted", {
  ...TemplateFacts.fields,
  textHash: Schema.String,
})
export const TemplateRevised = Schema.TaggedStruct(
  "TemplateRevised",
  Struct.omit(TemplateDrafted.fields, ["_tag", "templateId", "channel"]),
)
export const TemplateLinkParametersChanged = Schema.TaggedStruct("TemplateLinkParametersChanged", {
  version: Schema.Int,
  linkHash: Schema.String,
})
/** Which locations the links of a template offer: all that patients can choose, where none is named. */
export const TemplateLocationsMapped = Schema.TaggedStruct("TemplateLocationsMapped", {
  locationIds: Schema.Array(LocationId),
})
/** What one command did to translations; it makes the template's next version, or comes with one. */
export const TemplateTranslationsChanged = Schema.TaggedStruct("TemplateTranslationsChanged", {
  version: Schema.Int,
  changes: Schema.Array(TranslationEvent),
})
/** The rules for replies became others; it makes the template’s next version. They stand with the version, and the hash pins them. */
export const TemplateReplyRulesChanged = Schema.TaggedStruct("TemplateReplyRulesChanged", {
  version: Schema.Int,
  rulesHash: Schema.String,
})
/** A tried call was kept as a test of a call flow, or put in the place of one. */
export const TemplateTestKept = Schema.TaggedStruct("TemplateTestKept", CallTest.fields)
export const TemplateTestRemoved = Schema.TaggedStruct("TemplateTestRemoved", { testId: CallTest.fields.testId })
export const TemplatePublished = Schema.TaggedStruct("TemplatePublished", { version: Schema.Int })
export const TemplateRetired = Schema.TaggedStruct("TemplateRetired", {})
export const TemplateDeleted = Schema.TaggedStruct("TemplateDeleted", {})
export const TemplateEvent = Schema.Union([
  TemplateDrafted,
  TemplateRevised,
  TemplateLinkParametersChanged,
  TemplateLocationsMapped,
  TemplateTranslationsChanged,
  TemplateReplyRulesChanged,
  TemplateTestKept,
  TemplateTestRemoved,
  TemplatePublished,
  TemplateRetired,
  TemplateDeleted,
])
export type TemplateEvent = typeof TemplateEvent.Type

/** Stored facts about the response file of a template; its layouts live in `response_file_layouts`, and the hash pins them. */
export const ResponseFileSaved = Schema.TaggedStruct("ResponseFileSaved", {
  templateId: TemplateId,
  version: Schema.Int,
  layoutHash: Schema.String,
})
export const ResponseFileDeleted = Schema.TaggedStruct("ResponseFileDeleted", {})
export const ResponseFileEvent = Schema.Union([ResponseFileSaved, ResponseFileDeleted])
export type ResponseFileEvent = typeof ResponseFileEvent.Type

/** Stored facts about campaigns. What happens to each recipient is in `deliveries`. */
export const CampaignCreated = Schema.TaggedStruct("CampaignCreated", CampaignFacts.fields)
export const CampaignRevised = Schema.TaggedStruct(
  "CampaignRevised",
  Struct.omit(CampaignFacts.fields, ["campaignId", "campaignType"]),
)
/** One person wants to launch it, and its list has so many people that a second person confirms first (decision 104). */
export const CampaignSubmitted = Schema.TaggedStruct("CampaignSubmitted", Submission.fields)
export const CampaignReturned = Schema.TaggedStruct("CampaignReturned", {})
export const CampaignScheduled = Schema.TaggedStruct("CampaignScheduled", { startAt: Instant })
export const CampaignRescheduled = Schema.TaggedStruct("CampaignRescheduled", { startAt: Instant })
export const CampaignLaunched = Schema.TaggedStruct("CampaignLaunched", {})
export const CampaignPaused = Schema.TaggedStruct("CampaignPaused", {})
export const CampaignResumed = Schema.TaggedStruct("CampaignResumed", {})
export const CampaignCancelled = Schema.TaggedStruct("CampaignCancelled", {})
export const CampaignCompleted = Schema.TaggedStruct("CampaignCompleted", {})
export const CampaignDeleted = Schema.TaggedStruct("CampaignDeleted", {})
export const CampaignEvent = Schema.Union([
  CampaignCreated,
  CampaignRevised,
  CampaignSubmitted,
  CampaignReturned,
  CampaignScheduled,
  CampaignRescheduled,
  CampaignLaunched,
  CampaignPaused,
  CampaignResumed,
  CampaignCancelled,
  CampaignCompleted,
  CampaignDeleted,
])
export type CampaignEvent = typeof CampaignEvent.Type

/**
 * Facts about one recipient, in the append-only `deliveries` table: the events
 * of the recipient lifecycle. `key` is our own send key, carried in the
 * status-callback address, by which an unknown send is reconciled. A deferred
 * send was definitely not taken; `until` is the earliest next try, null at once. A retry ends the attempt of `key` for
 * good: what is reported of it later moves no one. `from` is the number of a send that is not its campaign's.
 */
export const RecipientFact = Schema.Union([
  Schema.TaggedStruct("RecipientQueued", {}),
  Schema.TaggedStruct("RecipientExcluded", { reason: Schema.String }),
  Schema.TaggedStruct("RecipientHeld", { until: Instant }),
  Schema.TaggedStruct("RecipientReleased", {}),
  Schema.TaggedStruct("RecipientCancelled", {}),
  Schema.TaggedStruct("SendStarted", { key: Schema.String, from: Schema.optionalKey(SenderId) }),
  Schema.TaggedStruct("SendAccepted", { sid: Schema.String }),
  Schema.TaggedStruct("SendDeferred", { code: Schema.String, until: Schema.NullOr(Instant) }),
  Schema.TaggedStruct("SendRefused", { code: Schema.String }),
  Schema.TaggedStruct("SendLost", {}),
  Schema.TaggedStruct("MessageDelivered", {}),
  Schema.TaggedStruct("MessageFailed", { code: Schema.String }),
  Schema.TaggedStruct("RetryScheduled", { key: Schema.String, until: Instant }),
  Schema.TaggedStruct("ReplyReceived", {}),
  Schema.TaggedStruct("RecipientOptedOut", {}),
])
export type RecipientFact = typeof RecipientFact.Type

/** Stored facts about who looked at what, in the company's audit stream of the month: ids and counts only. */
export const MessagePreviewed = Schema.TaggedStruct("MessagePreviewed", { people: Schema.Int })
export const CampaignChecked = Schema.TaggedStruct("CampaignChecked", { listId: ListId, people: Schema.Int })
export const RecipientsViewed = Schema.TaggedStruct("RecipientsViewed", { campaignId: CampaignId, people: Schema.Int })
export const ResponseFilePreviewed = Schema.TaggedStruct("ResponseFilePreviewed", {
  templateId: TemplateId,
  people: Schema.Int,
})
export const FailedListed = Schema.TaggedStruct("FailedListed", {
  campaignId: CampaignId,
  listId: ListId,
  people: Schema.Int,
})
export const NotBookedListed = Schema.TaggedStruct("NotBookedListed", {
  campaignId: CampaignId,
  listId: ListId,
  people: Schema.Int,
})
/** Someone had a call flow call a phone, to hear it; which number is no part of the log. */
export const TestCallPlaced = Schema.TaggedStruct("TestCallPlaced", { templateId: TemplateId, version: Schema.Int })
/** Someone sent a text to one person or a handful; `sent` of them get it. */
export const QuickTextSent = Schema.TaggedStruct("QuickTextSent", {
  campaignId: CampaignId,
  people: Schema.Int,
  sent: Schema.Int,
})
/** Texts with their translations left the house as a file: into which language, how many, and the hash of the bytes; `complete` is false when the download broke off. */
export const TranslationsExported = Schema.TaggedStruct("TranslationsExported", {
  language: Schema.String,
  rows: Schema.Int,
  sha256: Schema.String,
  complete: Schema.Boolean,
})
export const OutreachAuditEvent = Schema.Union([
  MessagePreviewed,
  CampaignChecked,
  RecipientsViewed,
  ResponseFilePreviewed,
  FailedListed,
  NotBookedListed,
  TestCallPlaced,
  QuickTextSent,
  JourneysViewed,
  LadderSimulated,
  TranslationsExported,
])
export type OutreachAuditEvent = typeof OutreachAuditEvent.Type
