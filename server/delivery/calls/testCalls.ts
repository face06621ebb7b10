import { Effect, Result } from "effect"
import type { Database } from "#server/store/Database.ts"
import type { Channel } from "../channels/channel.ts"
import type { SendOutcome } from "../Carrier.ts"
import type { ServedSender } from "../servedSender.ts"
import { VoiceCarrier } from "../VoiceCarrier.ts"
import { makeTestCallKey } from "./testCallKey.rule.ts"
import { recordTestNews, silentTestCalls, takeTestCalls, type TestCallNews } from "./testCallRows.ts"

/** Who asked for a call looks at the phone; minutes later it would ring at someone who has gone on. */
const lateMillis = 120_000
/** How long a test call may be silent before the carrier is asked about it: a webhook may be lost. */
const silentMillis = 120_000
/** No call of ours is longer than fifteen minutes, so one that is open after these was lost. */
const longestMillis = 20 * 60_000

const over = (callId: string, status: string, code: string | null): TestCallNews => ({
  ...{ callId, status, code, sid: null, seconds: null, isOver: true },
})

/** What the carrier's answer says of a call. A lost answer says nothing: the call's own reports do, or the look at silent ones. */
const newsOf = (callId: string, outcome: SendOutcome): ReadonlyArray<TestCallNews> => {
  switch (outcome._tag) {
    case "Accepted":
      return [{ callId, sid: outcome.sid, status: "queued", code: null, seconds: null, isOver: false }]
    case "Refused":
    case "Deferred":
      return [over(callId, "failed", outcome.code)]
    case "HeldBack":
      return [over(callId, "canceled", null)]
    case "Unknown":
      return []
  }
}

const place = Effect.fnUntraced(function* (
  database: Database["Service"],
  { channel, companyId, senderId }: ServedSender,
  statusCallback: string,
  now: number,
) {
  const at = new Date(now).toISOString()
  const late = new Date(now - lateMillis).toISOString()
  const waiting = yield* takeTestCalls(database, companyId, senderId, { now: at, late })
  const placed = yield* Effect.forEach(
    waiting,
    ({ callId, phone, from, flow, late: isLate }) =>
      isLate
        ? Effect.succeed([over(callId, "lost", null)])
        : Effect.map(
            channel.send({
              key: makeTestCallKey({ companyId, callId }),
              ...{ from, to: phone, body: flow, statusCallback },
            }),
            (outcome) => newsOf(callId, outcome),
          ),
    { concurrency: 4 },
  )
  yield* recordTestNews(database, companyId, at, placed.flat())
})

/** How a silent call stands by the carrier's word; one that no one knows of is over, so that the person can call again. */
const asked = Effect.fnUntraced(function* (
  { verdictOf }: Channel,
  { callId, sid, old }: { readonly callId: string; readonly sid: string | null; readonly old: boolean },
) {
  const answer =
    sid === null ? Result.fail(undefined) : yield* Effect.result(VoiceCarrier.use((carrier) => carrier.read(sid)))
  if (Result.isFailure(answer)) return sid === null || old ? [over(callId, "lost", null)] : []
  const { status, errorCode: code, seconds = null } = answer.success
  const verdict = verdictOf(status)
  const isOver = verdict === "delivered" || verdict === "failed"
  if (!isOver && old) return [over(callId, "lost", null)]
  return [{ callId, sid, status, code, seconds, isOver }]
})

/**
 * Places the test calls that wait at a number, and asks the carrier about those that are silent: a lost report would
 * keep their person from calling again.
 * @param now milliseconds since 1970
 */
export const carryTestCalls = Effect.fn("carryTestCalls")(function* (
  database: Database["Service"],
  sender: ServedSender,
  statusCallback: string,
  now: number,
) {
  const { channel, companyId, senderId } = sender
  yield* place(database, sender, statusCallback, now)
  const [at, silent, old] = [now, now - silentMillis, now - longestMillis].map((one) => new Date(one).toISOString())
  if (at === undefined || silent === undefined || old === undefined) return
  const calls = yield* silentTestCalls(database, companyId, senderId, { now: at, silent, old })
  const news = yield* Effect.forEach(calls, (call) => asked(channel, call), { concurrency: 4 })
  yield* recordTestNews(database, companyId, at, news.flat())
})
