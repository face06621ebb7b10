import { Schema } from "effect"
import { HashedId, Instant } from "../ids.ts"

/** What a recording is known by: its name at the carrier. */
export const RecordingId = Schema.String.check(Schema.isPattern(/^RE[\da-fA-F]{32}$/))
export type RecordingId = typeof RecordingId.Type

/** What a person recorded in a call, by its name at the carrier. */
export const CallRecording = Schema.Struct({ recordingId: RecordingId, seconds: Schema.Int }).annotate({
  identifier: "CallRecording",
})

/** A recording with the call it was made in. */
export const RecordingDetail = Schema.Struct({
  ...CallRecording.fields,
  /** The person's name; empty where it is not known. */
  patient: Schema.String,
  phone: Schema.String,
  campaign: Schema.Struct({ campaignHashedId: HashedId, name: Schema.String }),
  calledOn: Instant,
  /** When it is removed, or was. */
  keptUntil: Instant,
  isRemoved: Schema.Boolean,
}).annotate({ identifier: "RecordingDetail" })
export type RecordingDetail = typeof RecordingDetail.Type

/** A recording as someone listens to it: what is known of it, and where the page plays it from; null once it is removed. */
export type HeardRecording = { readonly detail: RecordingDetail; readonly address: string | null }
