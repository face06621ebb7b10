import { Schema } from "effect"
import { Instant } from "../ids.ts"
import { MessageId } from "./conversation.ts"

/** A reply that may be an opt-out: nothing is sent to the number until a person decides. */
export const UnclearReply = Schema.Struct({
  replyId: Schema.Int,
  /** The names of the patients with this number, with commas between; empty when there is none. */
  people: Schema.String,
  phone: Schema.String,
  text: Schema.String,
  at: Instant,
  /** The newest such text from this number, which can be answered; null where only the word about texts was kept. */
  messageId: Schema.NullOr(MessageId),
}).annotate({ identifier: "UnclearReply" })
export type UnclearReply = typeof UnclearReply.Type

/** The body of `POST /api/Database/DecideReply`: the reply is an opt-out, or the person is kept. */
export const DecideReply = Schema.Struct({
  replyId: Schema.Int,
  decision: Schema.Literals(["optOut", "keep"]),
})
export type DecideReply = typeof DecideReply.Type
