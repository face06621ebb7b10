import { WaveFile } from "#server/speech/waveFile.ts"
import type { CallBook, Recording, SimulatedCall } from "./callBook.ts"
import type { CallRequest } from "./callRequests.ts"
import { resolved } from "./callPlay.ts"
import { dateOf } from "./twilioJson.ts"
import type { RecordVerb } from "./twiml.ts"

/** Where recordings of an account lie at the carrier, without its origin. */
export const recordingsOf = (accountSid: string): string => `/2010-04-01/Accounts/${accountSid}/Recordings`

/** Keeps what was spoken in a call. */
export type Recorder = {
  /** Gives the fields for the verb's action, and the report of the finished recording where one is wanted. */
  readonly keep: (
    call: SimulatedCall,
    verb: RecordVerb,
    document: string,
    seconds: number,
  ) => { readonly fields: Readonly<Record<string, string>>; readonly report: CallRequest | null }
}

/** @param url the address of the simulated carrier */
export const makeRecorder = (
  { accountSid, url, now }: { readonly accountSid: string; readonly url: () => string; readonly now: () => number },
  book: CallBook,
): Recorder => ({
  keep: (call, verb, document, seconds) => {
    const sid = `RE${crypto.randomUUID().replaceAll("-", "")}`
    const address = `${url()}${recordingsOf(accountSid)}/${sid}`
    const recording: Recording = { sid, callSid: call.sid, address, seconds, created: now() }
    book.keep(recording)
    call.heard.push({ what: "recorded", text: sid, at: recording.created })
    const fields = { RecordingUrl: address, RecordingSid: sid, RecordingDuration: String(seconds) }
    if (verb.reportTo.address === "") return { fields, report: null }
    const form = {
      ...fields,
      AccountSid: accountSid,
      CallSid: call.sid,
      RecordingStatus: "completed",
      RecordingChannels: "1",
      RecordingSource: "RecordVerb",
      RecordingStartTime: new Date(recording.created - seconds * 1_000).toUTCString(),
    }
    return { fields, report: { ...resolved(verb.reportTo, document), form } }
  },
})

/** A recording as Twilio's resource. */
export const recordingResource = (accountSid: string, { sid, callSid, seconds, created }: Recording) => ({
  account_sid: accountSid,
  api_version: "2010-04-01",
  call_sid: callSid,
  channels: 1,
  date_created: dateOf(created),
  date_updated: dateOf(created),
  duration: String(seconds),
  sid,
  source: "RecordVerb",
  start_time: dateOf(created - seconds * 1_000),
  status: "completed",
  uri: `${recordingsOf(accountSid)}/${sid}.json`,
})

const rate = 8_000
/** Longer ones are cut: what is heard is always the same tone. */
const mostSeconds = 120

/** The sound of a recording: a quiet tone of its length, because nobody really spoke. */
export const recordingSound = ({ seconds }: Pick<Recording, "seconds">): Uint8Array => {
  const tone = Int16Array.from(
    { length: Math.min(seconds, mostSeconds) * rate },
    (_, sample) => Math.sin((sample * 2 * Math.PI * 220) / rate) * 4_000,
  )
  const file = new WaveFile()
  file.fromScratch(1, rate, "16", tone)
  return file.toBuffer()
}
