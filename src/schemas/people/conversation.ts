import { Schema } from "effect"
import { limits } from "../constants.ts"
import { text } from "../fields.ts"
import { idOf, Instant } from "../ids.ts"

/** A text that a person sent to one of our numbers. */
export const MessageId = idOf("MessageId")
export type MessageId = typeof MessageId.Type

/** What became of an answer; `unknown`: the carrier was asked to send it and never said whether it did. */
export const AnswerState = Schema.Literals(["queued", "sending", "sent", "delivered", "failed", "unknown"])
export type AnswerState = typeof AnswerState.Type

/** What a member of staff answered, with the signature it was sent with. */
const Answer = Schema.Struct({ text: Schema.String, by: Schema.String, at: Instant, state: AnswerState })
export type Answer = typeof Answer.Type

/** A text of a person, with what was answered to it, in order. */
export const PatientReply = Schema.Struct({
  messageId: MessageId,
  text: Schema.String,
  at: Instant,
  answers: Schema.Array(Answer),
  /** The value that a reply rule set; absent where none did. */
  set: Schema.optionalKey(Schema.Struct({ name: Schema.String, value: Schema.String })),
}).annotate({ identifier: "PatientReply" })
export type PatientReply = typeof PatientReply.Type

/** What a person and staff wrote to each other over one number of ours. */
export const Conversation = Schema.Struct({
  /** The names of the patients with this number, with commas between; empty when there is none. */
  people: Schema.String,
  phone: Schema.String,
  /** The number that answers leave from; null once it is no longer in use. */
  from: Schema.NullOr(Schema.String),
  /** The newest texts of the person, in order, each with the name of the campaign that it answers. */
  replies: Schema.Array(Schema.Struct({ ...PatientReply.fields, campaign: Schema.NullOr(Schema.String) })),
  /** Why no answer can be sent now, in a sentence. */
  refusal: Schema.NullOr(Schema.String),
  /** What an answer of the caller ends with; empty for nothing. */
  signature: Schema.String,
}).annotate({ identifier: "Conversation" })
export type Conversation = typeof Conversation.Type

/** The body of `POST /api/Database/AnswerReply`. */
export const AnswerReply = Schema.Struct({
  messageId: MessageId,
  text: text(limits.messageCharacters, "Write an answer of 1 to 1600 characters."),
})
export type AnswerReply = typeof AnswerReply.Type

/** An answer as it is sent: its writer’s signature stands on a line of its own. */
export const withSignature = (answer: string, signature: string): string =>
  signature === "" ? answer.trim() : `${answer.trim()}\n${signature}`
