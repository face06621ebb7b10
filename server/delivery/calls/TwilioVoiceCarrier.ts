import { Clock, Effect, Layer, Option, Schema } from "effect"
import { callFacts } from "#schemas/outreach/callFacts.ts"
import { StatusWord } from "#schemas/outreach/delivery.ts"
import { problem } from "#schemas/problem.ts"
import type { CarrierMessage } from "../Carrier.ts"
import type { Exchange } from "../connectionPool.ts"
import { outcomeOf } from "../twilioAnswers.ts"
import { CallSid } from "../twilioForms.ts"
import { askedAgain, openTwilio, type Page, pageSize, type TwilioConfig, withKey } from "../twilioRest.ts"
import { type CallSearch, type OutgoingCall, VoiceCarrier } from "../VoiceCarrier.ts"
import { parseTwilioCall, parseTwilioMachine, parseTwilioStep, statusOf } from "./twilioCallForms.ts"

const calls = "/Calls.json"

/** No call of ours lasts longer, in seconds; it also bounds what one costs. */
const longestCallSeconds = 900

/** Every step of a call's way is reported. */
const statusEvents = ["initiated", "ringing", "answered", "completed"] as const

const formOf = ({ key, from, to, ringSeconds, stepAddress, machineAddress, statusCallback }: OutgoingCall) => {
  const form = new URLSearchParams({
    To: to,
    From: from,
    Url: askedAgain(withKey(stepAddress, key)),
    Method: "POST",
    StatusCallback: askedAgain(withKey(statusCallback, key)),
    StatusCallbackMethod: "POST",
    Timeout: String(ringSeconds),
    TimeLimit: String(longestCallSeconds),
    // Whoever answers hears us at once; a message for a machine waits for the end of its greeting.
    MachineDetection: "DetectMessageEnd",
    AsyncAmd: "true",
    AsyncAmdStatusCallback: askedAgain(withKey(machineAddress, key)),
    AsyncAmdStatusCallbackMethod: "POST",
  })
  for (const event of statusEvents) form.append("StatusCallbackEvent", event)
  return form
}

const ListedCall = Schema.Struct({
  sid: CallSid,
  status: StatusWord,
  from: Schema.NullOr(Schema.String),
  to: Schema.String,
  date_created: Schema.NullOr(Schema.String),
  answered_by: Schema.optionalKey(Schema.NullOr(Schema.String)),
  duration: Schema.optionalKey(Schema.NullOr(Schema.String)),
})
const CallPage = Schema.fromJsonString(
  Schema.Struct({ calls: Schema.Array(ListedCall), next_page_uri: Schema.NullOr(Schema.String) }),
)
const decodePage = Schema.decodeUnknownOption(CallPage)
const decodeCall = Schema.decodeUnknownOption(Schema.fromJsonString(ListedCall))

const firstPage = ({ to, from }: CallSearch): string =>
  `${calls}?${new URLSearchParams({ To: to, From: from, PageSize: String(pageSize) })}`

/** Twilio's dates have whole seconds. A call that has not begun has none: it was made just now. */
const createdOf = ({ date_created }: typeof ListedCall.Type): number =>
  date_created === null ? Number.POSITIVE_INFINITY : Date.parse(date_created)

const foundIn =
  ({ to, from, since }: CallSearch) =>
  (answer: Exchange): Page<CarrierMessage> | undefined => {
    if (answer._tag !== "Answered" || answer.status !== 200) return undefined
    return Option.getOrUndefined(
      Option.map(decodePage(answer.body), (page) => ({
        found: page.calls
          .filter((call) => call.to === to && call.from === from && createdOf(call) >= Math.floor(since / 1000) * 1000)
          .map((call) => ({
            sid: call.sid,
            status: statusOf(call.status, call.answered_by),
            errorCode: null,
            created: createdOf(call),
          })),
        next: page.next_page_uri,
      })),
    )
  }

const unreadableCall = () => problem("Unavailable", "The carrier could not be asked about this call.")
const notRedirected = () => problem("Unavailable", "The carrier did not take up what the call does next.")

const unreadableRecording = () =>
  problem("Unavailable", "The carrier could not be asked for this recording. Try again.")
const notRemoved = () => problem("Unavailable", "The carrier did not remove the recording. It is asked again later.")

/** A file of the carrier; undefined where it has none. An address that answers with a page instead has failed. */
const fileIn = (answer: Exchange) => {
  if (answer._tag !== "Answered") return Effect.fail(unreadableRecording())
  if (answer.status === 404) return Effect.succeed(undefined)
  const isWave = answer.status === 200 && answer.body.startsWith("RIFF")
  return isWave ? Effect.succeed(Buffer.from(answer.body, "latin1")) : Effect.fail(unreadableRecording())
}

const reportIn = (sid: string, answer: Exchange) => {
  const call =
    answer._tag === "Answered" && answer.status === 200 ? Option.getOrUndefined(decodeCall(answer.body)) : undefined
  if (call === undefined) return Effect.fail(unreadableCall())
  const status = statusOf(call.status, call.answered_by)
  const seconds = Number(call.duration ?? Number.NaN)
  return Effect.succeed({
    id: `${sid}:${call.status}`,
    ...{ sid, key: null, status, errorCode: null },
    ...(Number.isSafeInteger(seconds) ? { seconds } : {}),
  })
}

/** The port of calls on Twilio's REST for calls, over one pool of keep-alive connections. */
export const twilioVoiceCarrier = (config: TwilioConfig): Layer.Layer<VoiceCarrier> =>
  Layer.effect(
    VoiceCarrier,
    Effect.gen(function* () {
      const twilio = yield* openTwilio(config)
      return VoiceCarrier.of({
        place: (call, mayLeave) =>
          Effect.zipWith(twilio.post(calls, formOf(call), mayLeave), Clock.currentTimeMillis, (ending, now) =>
            outcomeOf(callFacts, ending, now),
          ),
        find: (search) => twilio.find(firstPage(search), foundIn(search)),
        read: (sid) => Effect.flatMap(twilio.read(`/Calls/${sid}.json`), (answer) => reportIn(sid, answer)),
        redirect: (sid, stepAddress) =>
          Effect.flatMap(
            twilio.post(`/Calls/${sid}.json`, new URLSearchParams({ Url: askedAgain(stepAddress), Method: "POST" })),
            // 400 and 404: the call is over by now.
            (answer) =>
              answer._tag === "Answered" && answer.status < 500 && answer.status !== 429
                ? Effect.void
                : Effect.fail(notRedirected()),
          ),
        recording: (sid) => Effect.flatMap(twilio.readFile(`/Recordings/${sid}.wav`), fileIn),
        removeRecording: (sid) =>
          Effect.flatMap(twilio.remove(`/Recordings/${sid}.json`), (answer) =>
            answer._tag === "Answered" && [204, 404].includes(answer.status) ? Effect.void : Effect.fail(notRemoved()),
          ),
        parseStatus: parseTwilioCall,
        parseStep: parseTwilioStep,
        parseMachine: parseTwilioMachine,
      })
    }),
  )
