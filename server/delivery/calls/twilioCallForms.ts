import { Effect, Schema } from "effect"
import { PhoneKey } from "#schemas/outreach/callFlow.ts"
import { type StatusReport, StatusWord } from "#schemas/outreach/delivery.ts"
import type { Problem } from "#schemas/problem.ts"
import type { FormFields } from "../Carrier.ts"
import { CallSid, isCode, StatusQuery, unreadable } from "../twilioForms.ts"
import type { MachineReport, StepRequest } from "../VoiceCarrier.ts"

const seconds = Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 86_400 }))

const StatusForm = Schema.Struct({
  CallSid,
  CallStatus: StatusWord,
  AnsweredBy: Schema.optionalKey(Schema.String),
  CallDuration: Schema.optionalKey(seconds),
  ErrorCode: Schema.optionalKey(Schema.Unknown),
})
const MachineForm = Schema.Struct({ CallSid, AnsweredBy: Schema.String })
const StepForm = Schema.Struct({
  CallSid,
  /** One key; a recording that ended says `hangup` here. */
  Digits: Schema.optionalKey(Schema.String),
  DialCallStatus: Schema.optionalKey(Schema.String),
  RecordingSid: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^RE[0-9a-fA-F]{32}$/))),
  RecordingUrl: Schema.optionalKey(Schema.String),
  RecordingDuration: Schema.optionalKey(seconds),
})
const OwnQuery = Schema.Struct({
  key: Schema.String.check(Schema.isMaxLength(200)),
  log: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))),
})

const decodeStatusForm = Schema.decodeUnknownEffect(StatusForm)
const decodeStatusQuery = Schema.decodeUnknownEffect(StatusQuery)
const decodeMachineForm = Schema.decodeUnknownEffect(MachineForm)
const decodeStepForm = Schema.decodeUnknownEffect(StepForm)
const decodeOwnQuery = Schema.decodeUnknownEffect(OwnQuery)
const isKey = Schema.is(PhoneKey)

const isMachine = (answeredBy: string | null | undefined): boolean =>
  answeredBy?.startsWith("machine") === true || answeredBy === "fax"

/** The status of a call in our words: one that a machine answered is `machine` once it is over. */
export const statusOf = (status: string, answeredBy: string | null | undefined): string =>
  status === "completed" && isMachine(answeredBy) ? "machine" : status

/** Twilio's status callback of a call as a neutral report. */
export const parseTwilioCall = (form: FormFields, query: FormFields): Effect.Effect<StatusReport, Problem> =>
  Effect.all([decodeStatusForm(form), decodeStatusQuery(query)]).pipe(
    Effect.map(([{ CallSid: sid, CallStatus, AnsweredBy, CallDuration, ErrorCode }, { key }]) => ({
      id: `${sid}:${CallStatus}`,
      sid,
      key: key ?? null,
      status: statusOf(CallStatus, AnsweredBy),
      errorCode: isCode(ErrorCode) ? ErrorCode : null,
      ...(CallDuration === undefined ? {} : { seconds: CallDuration }),
    })),
    Effect.mapError(unreadable),
  )

/** Twilio's report of who answered. */
export const parseTwilioMachine = (form: FormFields, query: FormFields): Effect.Effect<MachineReport, Problem> =>
  Effect.all([decodeMachineForm(form), decodeOwnQuery(query)]).pipe(
    Effect.map(([{ CallSid: sid, AnsweredBy }, { key: sendKey }]) => ({
      ...{ sid, sendKey, isMachine: isMachine(AnsweredBy) },
    })),
    Effect.mapError(unreadable),
  )

const recordingIn = ({ RecordingSid, RecordingUrl, RecordingDuration = 0 }: typeof StepForm.Type) => {
  const sid = RecordingSid ?? RecordingUrl?.match(/RE[0-9a-fA-F]{32}/)?.[0]
  return sid === undefined || RecordingDuration === 0 ? null : { sid, seconds: RecordingDuration }
}

/** Twilio's question what a call does next. */
export const parseTwilioStep = (form: FormFields, query: FormFields): Effect.Effect<StepRequest, Problem> =>
  Effect.all([decodeStepForm(form), decodeOwnQuery(query)]).pipe(
    Effect.map(([fields, { key: sendKey, log = "" }]) => {
      const recording = recordingIn(fields)
      return {
        ...{ sid: fields.CallSid, sendKey, log, recording },
        // The key that ends a recording is no answer to a menu.
        pressed: recording === null && fields.RecordingUrl === undefined && isKey(fields.Digits) ? fields.Digits : null,
        transferred:
          fields.DialCallStatus === undefined ? null : ["completed", "answered"].includes(fields.DialCallStatus),
      }
    }),
    Effect.mapError(unreadable),
  )
