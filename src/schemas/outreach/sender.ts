import { Schema } from "effect"
import { Instant, SenderId } from "../ids.ts"
import { ChannelName } from "./channel.ts"

/** A number messages are sent from. */
export const Sender = Schema.Struct({
  senderId: SenderId,
  channel: ChannelName,
  e164: Schema.String,
  label: Schema.String,
  /** Segments, or calls, that the carrier takes from this number a second. */
  segmentsPerSecond: Schema.Int,
}).annotate({ identifier: "Sender" })
export type Sender = typeof Sender.Type

/** What keeps a number from sending, in the words of its carrier's last code, since when, and the number that stands in. */
export const SenderTrouble = Schema.Struct({
  words: Schema.String,
  since: Instant,
  standIn: Schema.NullOr(Schema.String),
}).annotate({ identifier: "SenderTrouble" })
export type SenderTrouble = typeof SenderTrouble.Type
