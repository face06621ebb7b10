import { Effect, Schema } from "effect"
import { getExpectedTwilioSignature, validateRequest } from "twilio/lib/webhooks/webhooks.js"
import { type InboundMessage, type StatusReport, StatusWord } from "#schemas/outreach/delivery.ts"
import { type Problem, problem } from "#schemas/problem.ts"
import type { FormFields } from "./Carrier.ts"

/** How Twilio names a text. */
export const Sid = Schema.String.check(Schema.isPattern(/^(SM|MM)[0-9a-fA-F]{32}$/))
/** How Twilio names a call. */
export const CallSid = Schema.String.check(Schema.isPattern(/^CA[0-9a-fA-F]{32}$/))
/** What it has taken, whichever it is. */
export const AnySid = Schema.Union([Sid, CallSid])
const StatusForm = Schema.Struct({
  MessageSid: Sid,
  MessageStatus: StatusWord,
  ErrorCode: Schema.optionalKey(Schema.Unknown),
})
/** Our key in the address of a callback. */
export const StatusQuery = Schema.Struct({ key: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))) })
const InboundForm = Schema.Struct({ MessageSid: Sid, From: Schema.String, To: Schema.String, Body: Schema.String })

const decodeStatusForm = Schema.decodeUnknownEffect(StatusForm)
const decodeStatusQuery = Schema.decodeUnknownEffect(StatusQuery)
const decodeInboundForm = Schema.decodeUnknownEffect(InboundForm)

/** Whether this is a code and no sentence. */
export const isCode = Schema.is(Schema.String.check(Schema.isPattern(/^[\w.-]{1,40}$/)))

/** For a request that the carrier signed and no one can read. */
export const unreadable = () => problem("Invalid", "The carrier's request could not be read.")

/** Twilio's status callback as a neutral report. */
export const parseTwilioStatus = (form: FormFields, query: FormFields): Effect.Effect<StatusReport, Problem> =>
  Effect.all([decodeStatusForm(form), decodeStatusQuery(query)]).pipe(
    Effect.map(([{ MessageSid, MessageStatus: status, ErrorCode }, { key }]) => ({
      id: `${MessageSid}:${status}`,
      sid: MessageSid,
      key: key ?? null,
      status,
      // The text it is about is real, whatever else is said: what is no code is left out.
      errorCode: isCode(ErrorCode) ? ErrorCode : null,
    })),
    Effect.mapError(unreadable),
  )

/** A text cannot be stored with this sign, and would spoil the batch it is recorded in. */
export const withoutNul = (body: string): string => body.replaceAll("\0", "")

/** Twilio's incoming text as a neutral message. */
export const parseTwilioInbound = (form: FormFields): Effect.Effect<InboundMessage, Problem> =>
  decodeInboundForm(form).pipe(
    Effect.map(({ MessageSid, From, To, Body }) => ({
      id: MessageSid,
      sid: MessageSid,
      from: From,
      to: To,
      body: withoutNul(Body),
    })),
    Effect.mapError(unreadable),
  )

/** Checks `X-Twilio-Signature` with the SDK (HMAC over address and sorted fields, constant time). */
export const verifyTwilioSignature = (authToken: string, url: string, form: FormFields, signature: string): boolean =>
  // The SDK parses the address after the first mismatch and throws on one that is none.
  signature !== "" && URL.canParse(url) && validateRequest(authToken, signature, url, form)

/** The signature Twilio would send, for the simulated carrier. */
export const signLikeTwilio = (authToken: string, url: string, form: FormFields): string =>
  getExpectedTwilioSignature(authToken, url, form)
