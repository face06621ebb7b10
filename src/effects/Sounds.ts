import { Effect, Stream } from "effect"
import { TranslateGroup } from "#schemas/language/translateCalls.ts"
import type { Prompt } from "#schemas/outreach/callFlow.ts"
import { OutreachGroup } from "#schemas/outreach/ivrCalls.ts"
import type { HeardPrompt, Sound } from "#schemas/outreach/sound.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { callApi, type ApiClient } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"

/** Takes a recording, a WAV or an MP3 file, and answers with its sound; `Invalid` says what is wrong with it. */
export const uploadRecording = (file: File, commandId: string): Effect.Effect<Sound, Problem, ApiClient> => {
  const payload = new FormData()
  payload.append("file", file, file.name)
  return Effect.map(
    callApi(OutreachGroup, (api) => api.UploadAudio({ headers: commandHeaders(commandId), payload: payload as never })),
    ({ data }) => data,
  )
}

/** Reads a sound to its end; it is played from the page's own memory, since an audio element sends no token. */
const fetchSound = (hashedId: string) =>
  Effect.gen(function* () {
    const bytes = yield* callApi(TranslateGroup, (api) => api.GetSpeech({ query: { hashedId } }))
    const parts = yield* Effect.mapError(Stream.runCollect(bytes), unreachable)
    return URL.createObjectURL(new Blob([...parts] as Array<Uint8Array<ArrayBuffer>>, { type: "audio/wav" }))
  })

const noVoice = () => problem("Unavailable", "There is no voice that could say this. Try again later.")

/** Speaks a text by the first voice there is, with samples for its variables, or fetches a recording. */
export const hearPrompt = ({ prompt }: { readonly prompt: Prompt }): Effect.Effect<HeardPrompt, Problem, ApiClient> =>
  Effect.gen(function* () {
    if (prompt._tag === "Recording") return { address: yield* fetchSound(prompt.sound), said: null, voice: null }
    const { data: voices } = yield* callApi(TranslateGroup, (api) => api.GetVoices({ query: {} }))
    const [voice] = voices
    if (voice === undefined) return yield* Effect.fail(noVoice())
    const { data } = yield* callApi(TranslateGroup, (api) =>
      api.GenerateSpeech({ payload: { text: prompt.text, voiceId: voice.voiceId, speed: 1, pitch: 1 } }),
    )
    return { address: yield* fetchSound(data.hashedId), said: data.said, voice: voice.name }
  })

/** Gives back the memory of a sound that is no longer played. */
export const forgetSound = (heard: HeardPrompt | null): void => {
  if (heard !== null) URL.revokeObjectURL(heard.address)
}
