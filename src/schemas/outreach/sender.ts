import { Schema } from "effect"
import { SenderId } from "../ids.ts"
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
