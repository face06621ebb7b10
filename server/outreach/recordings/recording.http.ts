import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentPerson } from "#schemas/caller.ts"
import type { RecordingId } from "#schemas/outreach/callRecording.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { problem } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { callsOf } from "#server/http/handlers.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readRecording } from "./recording.queries.ts"

const removed = () => problem("NotFound", "This recording was kept for its time and is removed.")
const goneAtCarrier = () => problem("NotFound", "The carrier no longer has this recording.")
const notReady = () => problem("Unavailable", "This recording is not ready yet. Try again in a minute.")
/** The carrier takes a while to make the file of a recording; no call of ours is longer. */
const readyMillis = 30 * 60_000

const found = Effect.fnUntraced(function* (recordingId: RecordingId) {
  const person = yield* CurrentPerson
  const detail = yield* orNotFound(readRecording(person.actingCompanyId, recordingId))
  return { person, detail }
})

/** The calls about what people recorded in calls; the carrier has the sound, and no one else keeps it. */
export const recordingCalls = callsOf("Outreach", {
  GetRecording: Effect.fn("Outreach.GetRecording")(function* ({ query: { recordingId } }) {
    const { person, detail } = yield* found(recordingId)
    const seen = { people: 1, listId: null, searched: false }
    yield* recordLook(person, { _tag: "PatientsViewed", ...seen } satisfies PeopleAuditEvent, [
      "recording",
      recordingId,
    ])
    return reply(detail)
  }),

  HearRecording: Effect.fn("Outreach.HearRecording")(function* ({ query: { recordingId } }) {
    const { person, detail } = yield* found(recordingId)
    if (detail.isRemoved) return yield* Effect.fail(removed())
    const sound = yield* VoiceCarrier.use((carrier) => carrier.recording(recordingId))
    if (sound === undefined) {
      const isNew = (yield* Clock.currentTimeMillis) - Date.parse(detail.calledOn) < readyMillis
      return yield* Effect.fail(isNew ? notReady() : goneAtCarrier())
    }
    yield* recordAudit(person, { _tag: "RecordingHeard", recordingId } satisfies PeopleAuditEvent)
    return HttpServerResponse.uint8Array(sound, { contentType: "audio/wav" })
  }),
})
