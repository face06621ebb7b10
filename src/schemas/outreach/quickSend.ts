import { Schema } from "effect"
import { limits } from "../constants.ts"
import { HashedId, Instant, SenderId, TemplateId } from "../ids.ts"
import { NotOffered } from "./notOffered.ts"
import { ExclusionReason, Reason, RecipientState } from "./recipient.ts"
import { Sender, SenderTrouble } from "./sender.ts"
import { Segments } from "./template.ts"

const tooMany = `Choose 1 to ${limits.quickSendPeople} people. For more, make a campaign.`

/** The body of `POST /api/QuickSend/PreviewQuickText`: a published text for one person or a handful, by their public ids. */
export const PreviewQuickText = Schema.Struct({
  patients: Schema.Array(HashedId).check(
    Schema.isMinLength(1, { message: tooMany }),
    Schema.isMaxLength(limits.quickSendPeople, { message: tooMany }),
  ),
  templateId: TemplateId,
  senderId: SenderId,
}).annotate({ identifier: "PreviewQuickText" })
export type PreviewQuickText = typeof PreviewQuickText.Type

/** The body of `POST /api/QuickSend/SendQuickText`, with the version of the template that was read before sending. */
export const SendQuickText = Schema.Struct({ ...PreviewQuickText.fields, version: Schema.Int }).annotate({
  identifier: "SendQuickText",
})
export type SendQuickText = typeof SendQuickText.Type

/** What a quick text may be: the published texts that need no appointment, and the numbers that texts leave from. */
export const QuickChoices = Schema.Struct({
  templates: Schema.Array(Schema.Struct({ templateId: TemplateId, name: Schema.String })),
  senders: Schema.Array(Sender),
  /** How many numbers of the company only call, and are not offered. */
  callNumbers: Schema.Int,
  notOffered: NotOffered,
}).annotate({ identifier: "QuickChoices" })
export type QuickChoices = typeof QuickChoices.Type

/** Whether a person gets the text, and when; or why not. */
const QuickOutcome = Schema.Struct({
  hashedId: HashedId,
  name: Schema.String,
  /** When it may leave; null for at once, and where it does not leave. */
  heldUntil: Schema.NullOr(Instant),
  /** What holds it until then, and what would change that. */
  hold: Schema.NullOr(Reason),
  /** The zone in which they are texted, by IANA name. */
  zone: Schema.String,
  /** Why they get none; null where they get it. */
  why: Schema.NullOr(ExclusionReason),
  /** The values that the text lacks, where that is why. */
  missing: Schema.Array(Schema.String),
})
export type QuickOutcome = typeof QuickOutcome.Type

/** How a text reads for one person. */
const QuickText = Schema.Struct({
  text: Schema.String,
  segments: Segments,
  /** The language of the translation that they get; null for the template's own text. */
  language: Schema.NullOr(Schema.String),
})

/** A text that a person got by quick send before, the newest first. */
const EarlierText = Schema.Struct({
  template: Schema.String,
  at: Instant,
  state: RecipientState,
})
export type EarlierText = typeof EarlierText.Type

/** A person with the text as they would get it now. */
export const QuickPerson = Schema.Struct({
  ...QuickOutcome.fields,
  reads: Schema.NullOr(QuickText),
  earlier: Schema.Array(EarlierText),
})
export type QuickPerson = typeof QuickPerson.Type

/** A quick text as it would go now. */
export const QuickPreview = Schema.Struct({
  version: Schema.Int,
  /** Its campaign is paused: what is sent waits until someone resumes it. */
  isPaused: Schema.Boolean,
  /** What keeps the number from sending; null for nothing. */
  trouble: Schema.NullOr(SenderTrouble),
  people: Schema.Array(QuickPerson),
}).annotate({ identifier: "QuickPreview" })
export type QuickPreview = typeof QuickPreview.Type

/** What became of a quick text for each person. */
export const QuickSent = Schema.Struct({
  campaignHashedId: HashedId,
  isPaused: Schema.Boolean,
  people: Schema.Array(QuickOutcome),
}).annotate({ identifier: "QuickSent" })
export type QuickSent = typeof QuickSent.Type
