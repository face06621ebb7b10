import { Schema } from "effect"

/**
 * Where a carrier reports to us, below the public address of the server: what became of a text, and what people answer;
 * what became of a call, what it does next, and whether a machine answered it.
 */
export const webhookPaths = {
  status: "/webhooks/carrier/status",
  inbound: "/webhooks/carrier/inbound",
  callStatus: "/webhooks/carrier/call/status",
  callStep: "/webhooks/carrier/call/step",
  callMachine: "/webhooks/carrier/call/machine",
} as const

/** A status as a carrier may word it one day: one we do not know is taken and kept, because the text it is about is real. */
export const StatusWord = Schema.String.check(Schema.isPattern(/^[a-z][a-z_-]{0,39}$/))

/**
 * A carrier's report about one text or call. `id` is the same for every repetition of
 * the report, so that a table of seen ids makes a replay harmless
 * (docs/architecture.md#webhooks). `key` is our own send key from the callback
 * address; null when the address carried none.
 */
export const StatusReport = Schema.Struct({
  id: Schema.String,
  sid: Schema.String,
  key: Schema.NullOr(Schema.String),
  status: StatusWord,
  errorCode: Schema.NullOr(Schema.String),
  /** How long a call lasted that is over, in seconds. */
  seconds: Schema.optionalKey(Schema.Int),
})
export type StatusReport = typeof StatusReport.Type

/** A text from a person to one of our numbers (both E.164); `id` as in StatusReport. `writtenAt` is when it was written, in milliseconds since 1970, where it comes late. */
export const InboundMessage = Schema.Struct({
  id: Schema.String,
  sid: Schema.String,
  from: Schema.String,
  to: Schema.String,
  body: Schema.String,
  writtenAt: Schema.optionalKey(Schema.Int),
})
export type InboundMessage = typeof InboundMessage.Type
