import { Effect, Stream } from "effect"
import type { HeardRecording, RecordingId } from "#schemas/outreach/callRecording.ts"
import { RecordingGroup } from "#schemas/outreach/recordingCalls.ts"
import type { Problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { callApi, type ApiClient } from "./ApiClient.ts"

type Which = { readonly recordingId: RecordingId }

/** Reads the sound to its end; it is played from the page's own memory, since an audio element sends no token. */
const fetchSound = (query: Which) =>
  Effect.gen(function* () {
    const bytes = yield* callApi(RecordingGroup, (api) => api.HearRecording({ query }))
    const parts = yield* Effect.mapError(Stream.runCollect(bytes), unreachable)
    return URL.createObjectURL(new Blob([...parts] as Array<Uint8Array<ArrayBuffer>>, { type: "audio/wav" }))
  })

/** What a person recorded in a call, to be heard; without its sound once that is removed. */
export const hearRecording = (query: Which): Effect.Effect<HeardRecording, Problem, ApiClient> =>
  Effect.gen(function* () {
    const { data: detail } = yield* callApi(RecordingGroup, (api) => api.GetRecording({ query }))
    if (detail.isRemoved) return { detail, address: null }
    const address = yield* Effect.catchIf(
      fetchSound(query),
      ({ problem }) => problem === "NotFound",
      () => Effect.succeed(null),
    )
    return { detail, address }
  })

/** Gives back the memory of a recording that is no longer heard. */
export const forgetRecording = ({ address }: HeardRecording): void => {
  if (address !== null) URL.revokeObjectURL(address)
}
