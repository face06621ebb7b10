import { Cause, Effect, Layer, Schedule } from "effect"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { removeTestRecordings } from "#server/outreach/testCalls/testCall.job.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { expiredCalls, noteRemoved, type ExpiredCall } from "./recording.queries.ts"

/** How often it is looked for recordings that have been kept for their time. */
const removeEvery = "1 hour"
/** So many calls are read at once. */
const batch = 50
/** After so many that failed and none that did not, the carrier is left alone for this time. */
const mostFailures = 20

/** Has the carrier remove what was recorded in a call, and notes it. */
const removeOf = Effect.fnUntraced(function* (call: ExpiredCall, at: string) {
  const { sql, company } = yield* Database
  yield* VoiceCarrier.use((carrier) => Effect.forEach(call.recordings, carrier.removeRecording, { discard: true }))
  yield* company(call.companyId)(noteRemoved(sql, call, at))
})

/**
 * Removes recordings that their company has kept for its days, at the carrier, who alone has them. A call that fails
 * holds up no other and is tried again in an hour; two processes that do it at once do no harm.
 */
export const removeOldRecordings = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const at = yield* isoNow
  let last: ExpiredCall | undefined
  let [removed, failed] = [0, 0]
  const remove = (call: ExpiredCall) =>
    Effect.match(removeOf(call, at), {
      onSuccess: () => void (removed += 1),
      onFailure: () => void (failed += 1),
    })
  while (removed > 0 || failed < mostFailures) {
    const calls: ReadonlyArray<ExpiredCall> = yield* everyCompany(expiredCalls(sql, at, last, batch))
    yield* Effect.forEach(calls, remove, { concurrency: 4, discard: true })
    last = calls.at(-1)
    if (calls.length < batch) break
  }
  if (removed > 0 || failed < mostFailures) failed += yield* removeTestRecordings
  if (failed > 0) yield* Effect.logWarning(`The recordings of ${failed} calls could not be removed and are tried again`)
}).pipe(Effect.withSpan("removeOldRecordings"))

/** Removes old recordings every hour, for processes with the worker role. */
export const recordingWork = Layer.effectDiscard(
  removeOldRecordings.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Old recordings could not be removed", Cause.pretty(cause))),
    Effect.repeat(Schedule.spaced(removeEvery)),
    Effect.forkScoped,
  ),
)
