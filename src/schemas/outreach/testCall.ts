import { Schema } from "effect"
import { Instant, SenderId, TemplateId } from "../ids.ts"
import { TrimmedText } from "../trimmedText.ts"
import { Sender } from "./sender.ts"

/** Where a call stands by which staff hear a call flow; `over` has an ending. */
export const testCallStates = ["calling", "ringing", "answered", "over"] as const
export type TestCallState = (typeof testCallStates)[number]

/** How such a call ended. `lost`: the carrier never said; `failed` comes with the reason. */
export const testCallEndings = ["completed", "machine", "busy", "notAnswered", "failed", "lost"] as const
export type TestCallEnding = (typeof testCallEndings)[number]

/** What the form of a test call holds: one schema for the form and for the call. */
export const PlaceTestCall = Schema.Struct({
  templateId: TemplateId,
  senderId: SenderId,
  /** One that the call flow is translated to; null for its own words. */
  language: Schema.NullOr(Schema.String),
  /** As people of the company's country write it. */
  phone: TrimmedText.check(
    Schema.isMinLength(1, { message: "Enter the phone that is called." }),
    Schema.isMaxLength(40, { message: "Enter a valid phone number, for example +1 415 555 0123." }),
  ),
})
export type PlaceTestCall = typeof PlaceTestCall.Type

/** A call by which a person hears a call flow on a phone. */
export const TestCall = Schema.Struct({
  templateId: TemplateId,
  senderId: SenderId,
  /** E.164. */
  phone: Schema.String,
  calledOn: Instant,
  state: Schema.Literals(testCallStates),
  /** Null until it is over. */
  ending: Schema.NullOr(Schema.Literals(testCallEndings)),
  /** Why it failed, as a sentence without a full stop; null where it did not. */
  reason: Schema.NullOr(Schema.String),
  /** How long it was, once that is known. */
  seconds: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "TestCall" })
export type TestCall = typeof TestCall.Type

/** What a call flow can be heard with on a phone: the company's calling numbers, and the person's own last call. */
export const TestCalls = Schema.Struct({
  templateId: TemplateId,
  /** The call flow's own number, in E.164, by which patients are called; null where each campaign chooses. */
  callerId: Schema.NullOr(Schema.String),
  senders: Schema.Array(Sender),
  /** The languages besides its own in which it can be heard. */
  languages: Schema.Array(Schema.String),
  /** The person's newest call, of whichever call flow; null for none. Its number is proposed for the next. */
  last: Schema.NullOr(TestCall),
}).annotate({ identifier: "TestCalls" })
export type TestCalls = typeof TestCalls.Type
