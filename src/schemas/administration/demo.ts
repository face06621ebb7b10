import { Schema } from "effect"
import { Instant } from "../ids.ts"
import { phoneKeys } from "../outreach/callFlow.ts"
import { SearchText } from "../reply.ts"

/** The demo clock: what the product takes for now, and how far that is from the real time, in milliseconds. */
export const DemoClock = Schema.Struct({ now: Instant, offsetMillis: Schema.Number, zone: Schema.String }).annotate({
  identifier: "DemoClock",
})
export type DemoClock = typeof DemoClock.Type
export const MoveClock = Schema.Struct({ now: Schema.NullOr(Instant) })

/** A phone of the simulated carrier, as the list of handsets shows it. */
export const HandsetSummary = Schema.Struct({
  phone: Schema.String,
  patient: Schema.String,
  lastText: Schema.String,
  lastAt: Instant,
}).annotate({ identifier: "HandsetSummary" })
export type HandsetSummary = typeof HandsetSummary.Type

/** The body of `POST /api/Demo/SearchHandsets`: a part of the owner's name or of the number. */
export const SearchHandsets = Schema.Struct({ search: SearchText })

export const HandsetMessage = Schema.Struct({
  id: Schema.String,
  direction: Schema.Literals(["toPhone", "fromPhone"]),
  text: Schema.String,
  at: Instant,
  status: Schema.String,
}).annotate({ identifier: "HandsetMessage" })
export type HandsetMessage = typeof HandsetMessage.Type

/** One of the steps of texts to a phone, as the carrier's reports and answers made it known. */
export const CarrierStep = Schema.Struct({
  id: Schema.String,
  at: Instant,
  /** The fact's type. */
  type: Schema.String,
  campaign: Schema.String,
  /** By which the campaign's page is found. */
  campaignHashedId: Schema.String,
  /** The carrier's code for a failure. */
  code: Schema.NullOr(Schema.String),
})
export type CarrierStep = typeof CarrierStep.Type

/** What happened on the line: words, the address of a sound, a key, or a number. */
export const HeardOnPhone = Schema.Struct({
  what: Schema.Literals(["said", "played", "beeped", "pressed", "recorded", "transferred"]),
  text: Schema.String,
  at: Instant,
})
export type HeardOnPhone = typeof HeardOnPhone.Type

/** A call to a phone, as the simulated carrier has it. */
export const HandsetCall = Schema.Struct({
  id: Schema.String,
  /** Our number. */
  from: Schema.String,
  at: Instant,
  /** In the carrier's words. */
  status: Schema.String,
  /** From the answer to the end; null while it goes on. */
  seconds: Schema.NullOr(Schema.Number),
  /** Whether it waits for what is done on the handset; otherwise a simulated person has it. */
  inHand: Schema.Boolean,
  heard: Schema.Array(HeardOnPhone),
})
export type HandsetCall = typeof HandsetCall.Type

export const Handset = Schema.Struct({
  phone: Schema.String,
  patient: Schema.String,
  senders: Schema.Array(Schema.String),
  messages: Schema.Array(HandsetMessage),
  /** The newest first. */
  calls: Schema.Array(HandsetCall),
  /** The newest first. */
  steps: Schema.Array(CarrierStep),
}).annotate({ identifier: "Handset" })
export type Handset = typeof Handset.Type

/** What someone with the phone in the hand can do with a call. */
export const HandAct = Schema.Literals([...phoneKeys, "answer", "decline", "voicemail", "hangUp"])
export type HandAct = typeof HandAct.Type

/** Something done with a call on a handset. */
export const ActOnCall = Schema.Struct({ phone: Schema.String, call: Schema.String, act: HandAct })

/** A reply typed on a handset; it reaches us through the signed webhook. */
export const SendReply = Schema.Struct({
  phone: Schema.String,
  to: Schema.String,
  text: Schema.String.check(
    Schema.isMinLength(1, { message: "Write a reply of 1 to 1600 characters." }),
    Schema.isMaxLength(1600, { message: "Write a reply of 1 to 1600 characters." }),
  ),
})
