import { Schema } from "effect"
import { Instant } from "../ids.ts"
import { MessageId } from "./conversation.ts"

/**
 * A reply that waits for a person. With a `replyId` it may be an opt-out: nothing is sent to the number until a person
 * decides. Without one a rule handed it over, or rules differ about it (docs/policy.md#reply-rules).
 */
export const UnclearReply = Schema.Struct({
  replyId: Schema.NullOr(Schema.Int),
  /** The names of the patients with this number, with commas between; empty when there is none. */
  people: Schema.String,
  phone: Schema.String,
  text: Schema.String,
  at: Instant,
  /** The newest such text from this number, which can be answered; null where only the word about texts was kept. */
  messageId: Schema.NullOr(MessageId),
}).annotate({ identifier: "UnclearReply" })
export type UnclearReply = typeof UnclearReply.Type

/**
 * The body of `POST /api/Database/DecideReply`: the reply is an opt-out, or the person is kept. What a rule handed over
 * is done, and named by the number of its text.
 */
export const DecideReply = Schema.Struct({
  replyId: Schema.Int,
  decision: Schema.Literals(["optOut", "keep", "done"]),
})
export type DecideReply = typeof DecideReply.Type
