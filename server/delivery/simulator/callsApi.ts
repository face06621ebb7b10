import type { Clock } from "effect"
import { type CallBook, isOver, type SimulatedCall } from "./callBook.ts"
import { readPlacedCall, sourceOf } from "./callForms.ts"
import { callResource, callsOf } from "./callJson.ts"
import type { Calls } from "./calls.ts"
import { type Creation, makeIntake } from "./intake.ts"
import { recordingResource, recordingSound } from "./recordings.ts"
import { errorAnswer, originOf, pageOf, type RestAnswer } from "./twilioJson.ts"

/** Twilio's REST for calls and recordings, without the transport. */
export type CallsApi = {
  readonly create: (form: URLSearchParams) => Creation
  /** Shows (GET) or changes (POST) one call. */
  readonly one: (method: string, sid: string, form: URLSearchParams) => RestAnswer
  readonly list: (query: URLSearchParams) => RestAnswer
  /** Shows or removes a recording, by its name with the ending `.json` or `.wav`. */
  readonly recording: (method: string, name: string) => RestAnswer
  readonly refused: () => number
}

type Parts = {
  readonly accountSid: string
  readonly webhookBase: string
  /** Calls a second taken from each sender; null for no limit. */
  readonly acceptPerSecond: number | null
  readonly clock: Clock.Clock
}

/** Builds the REST on a book and the phones. */
export const makeCallsApi = (parts: Parts, book: CallBook, calls: Calls): CallsApi => {
  const { accountSid, webhookBase } = parts
  const { refuse, take, refused } = makeIntake(parts.acceptPerSecond, parts.clock)
  const resource = (call: SimulatedCall) => callResource(accountSid, call)

  /** Why a call cannot be changed so; null when it was changed. */
  const change = (call: SimulatedCall, form: URLSearchParams): RestAnswer | null => {
    const status = form.get("Status")
    if (isOver(call)) return errorAnswer(400, 21220)
    if (status === "completed" || status === "canceled") {
      // What is answered already is not canceled any more.
      if (status === "completed" || call.status !== "in-progress") calls.change(call, { _tag: "End" })
      return null
    }
    const source = sourceOf(form, webhookBase)
    if (source === null || status !== null) return errorAnswer(400, 21205)
    if (source._tag === "Ask" && originOf(source.next.address) !== originOf(webhookBase)) return errorAnswer(400, 21205)
    if (call.status !== "in-progress") return errorAnswer(400, 21220)
    calls.change(call, { _tag: "Redirect", source })
    return null
  }

  return {
    create: (form) => {
      const placed = readPlacedCall(form, webhookBase)
      if (typeof placed === "number") return refuse(400, placed)
      const { from, to } = placed
      const plan = calls.planFor(to)
      return take({ plan, sender: from, again: `${from} ${to}` }, () => {
        const call = calls.accept(placed)
        return { json: resource(call), afterwards: () => calls.place(call, placed, plan) }
      })
    },
    one: (method, sid, form) => {
      const call = book.get(sid)
      if (call === undefined) return errorAnswer(404, 20404)
      if (method !== "GET" && method !== "POST") return errorAnswer(405, 20004)
      const problem = method === "POST" ? change(call, form) : null
      return problem ?? { status: 200, json: resource(call) }
    },
    list: (query) => ({
      status: 200,
      json: pageOf(callsOf(accountSid), "calls", matching(book, query), resource, query),
    }),
    recording: (method, name) => {
      const [sid = "", ending] = name.split(".")
      const recording = book.recording(sid)
      if (recording === undefined) return errorAnswer(404, 20404)
      if (method === "DELETE") {
        book.removeRecording(sid)
        return { status: 204, json: null }
      }
      if (method !== "GET") return errorAnswer(405, 20004)
      if (ending === "json") return { status: 200, json: recordingResource(accountSid, recording) }
      return { status: 200, wav: recordingSound(recording) }
    },
    refused,
  }
}

/** The calls a list query asks for, newest first; `StartTime>` and `StartTime<` look at when they were placed. */
const matching = (book: CallBook, query: URLSearchParams): ReadonlyArray<SimulatedCall> => {
  const [to, from, status] = [query.get("To"), query.get("From"), query.get("Status")]
  const after = Date.parse(query.get("StartTime>") ?? "")
  const before = Date.parse(query.get("StartTime<") ?? "")
  return [...(to === null ? book.all() : book.ofPhone(to))]
    .filter(
      (call) =>
        (from === null || call.from === from) &&
        (status === null || call.status === status) &&
        !(call.created < after) &&
        !(call.created > before),
    )
    .toReversed()
}
