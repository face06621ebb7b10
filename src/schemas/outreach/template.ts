import { Schema, Struct } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { CompanyId, HashedId, Instant, ListId, TemplateId } from "../ids.ts"
import { limits } from "../constants.ts"
import { TranslationFacts } from "../language/translationFacts.ts"
import { ChannelName } from "./channel.ts"

/** What a message is for; "Survey" is the default of the specification (docs/policy.md#templates). */
export const purposes = ["Survey", "Appointment", "Reminder", "Notification"] as const
export const Purpose = Schema.Literals(purposes)
export type Purpose = typeof Purpose.Type
export const defaultPurpose: Purpose = "Survey"

/** The states of the template lifecycle (`machines/lifecycles/template.lifecycle.ts`). */
export const TemplateState = Schema.Literals(["draft", "published", "revised", "retired", "deleted"])
export type TemplateState = typeof TemplateState.Type

/** How the list of templates is narrowed and ordered; deleted ones are never listed. */
export const templateList = {
  states: ["draft", "published", "revised", "retired"],
  columns: ["name", "state", "purpose", "version", "updated"],
} as const

/** A template's name: 3 to 80 characters after trimming, unique per company and channel (docs/policy.md#templates). */
export const TemplateName = TrimmedText.check(
  Schema.isMinLength(3, { message: "Enter a name of 3 to 80 characters." }),
  Schema.isMaxLength(80, { message: "Enter a name of 3 to 80 characters." }),
)

/** A message text in Liquid, before rendering (docs/policy.md#messages). */
export const MessageText = Schema.String.check(
  Schema.isMinLength(1, { message: "Write a message." }),
  Schema.isMaxLength(limits.messageCharacters * 2, {
    message: "Message is longer than 3200 characters before rendering.",
  }),
)

/** What staff type into the template editor: one schema for the form and for the call. */
export const TemplateDraft = Schema.Struct({ name: TemplateName, purpose: Purpose, text: MessageText })
export type TemplateDraft = typeof TemplateDraft.Type

/** The body of `POST /api/Template/CreateTemplateByCompanyId`: `templateId` is reserved by GenerateId or names a template to edit. */
export const SaveTemplate = Schema.Struct({
  companyId: CompanyId,
  templateId: TemplateId,
  channel: ChannelName,
  ...TemplateDraft.fields,
})
export type SaveTemplate = typeof SaveTemplate.Type

/** What is settled when a version of a template is saved; its text is kept apart. */
export const TemplateFacts = Schema.Struct({
  ...Struct.omit(SaveTemplate.fields, ["companyId", "text"]),
  version: Schema.Int,
})

/** A template's own fields as they are read: a name that an earlier rule allowed is shown as it is. */
export const TemplateRecord = Schema.Struct({
  ...TemplateFacts.fields,
  name: Schema.String,
  publishedVersion: Schema.NullOr(Schema.Int),
  updatedOn: Instant,
  publishedOn: Schema.NullOr(Instant),
})

/** A template as lists and editors see it. `version` is the newest one; `publishedVersion` is what campaigns use. */
export const Template = Schema.Struct({
  ...TemplateRecord.fields,
  hashedId: HashedId,
  companyId: CompanyId,
  state: TemplateState,
  /** How much has happened to the template: what a command names in If-Match, so that it is refused after anything else. */
  streamVersion: Schema.Int,
  /** The newest text: the draft when there is one, else the published one. */
  text: Schema.String,
  variables: Schema.Array(Schema.String),
  /** How many parameters the link of the newest version has. */
  linkParameters: Schema.Int,
  /** How far each translation of the newest version has come. */
  translations: Schema.Array(TranslationFacts),
  /** How many locations its links are narrowed to; 0 where they offer all that patients can choose. */
  locations: Schema.Int,
}).annotate({ identifier: "Template" })
export type Template = typeof Template.Type

/**
 * The body of `POST /api/Template/PreviewMessage`: an unsaved text, previewed on patients
 * of one list or of the company, with the link parameters of the template it belongs to.
 */
export const PreviewRequest = Schema.Struct({
  text: Schema.String,
  listId: Schema.optionalKey(ListId),
  templateId: Schema.optionalKey(TemplateId),
})
export type PreviewRequest = typeof PreviewRequest.Type

/** How the carrier will encode and bill a text. */
export const Segments = Schema.Struct({
  encoding: Schema.Literals(["GSM-7", "UCS-2"]),
  characters: Schema.Int,
  segments: Schema.Int,
  /** Characters that fit into the last segment still. */
  left: Schema.Int,
  /** The characters that force UCS-2, each once. */
  nonGsm: Schema.Array(Schema.String),
}).annotate({ identifier: "Segments" })
export type Segments = typeof Segments.Type

/** A preview: the text as real patients will get it, and what is wrong with it. */
export const MessagePreview = Schema.Struct({
  /** Names of the columns that lists brought besides the patient fields: what else a text may use. */
  ownValues: Schema.Array(Schema.String),
  variables: Schema.Array(Schema.String),
  problems: Schema.Array(Schema.String),
  segments: Segments,
  /** What it would count with plain characters in the place of those that force UCS-2; null where nothing can be replaced. */
  plain: Schema.NullOr(Segments),
  samples: Schema.Array(
    Schema.Struct({
      patient: Schema.String,
      text: Schema.String,
      segments: Segments,
      missing: Schema.Array(Schema.String),
    }),
  ),
}).annotate({ identifier: "MessagePreview" })
export type MessagePreview = typeof MessagePreview.Type
