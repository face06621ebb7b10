import { Effect, Stream } from "effect"
import { OutreachGroup } from "#schemas/outreach/ivrCalls.ts"
import type { HeardPrompt, HearPrompt, PlayerSaid, Sound } from "#schemas/outreach/sound.ts"
import { SpeechGroup } from "#schemas/outreach/speechCalls.ts"
import { chosenVoice } from "#schemas/outreach/voice.ts"
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
    const bytes = yield* callApi(SpeechGroup, (api) => api.GetSpeech({ query: { hashedId } }))
    const parts = yield* Effect.mapError(Stream.runCollect(bytes), unreachable)
    return URL.createObjectURL(new Blob([...parts] as Array<Uint8Array<ArrayBuffer>>, { type: "audio/wav" }))
  })

const noVoice = () => problem("Unavailable", "There is no voice that could say this. Try again later.")

/** The voices that can be chosen for a call flow. */
export const readVoices = callApi(SpeechGroup, (api) => api.GetVoices({ query: {} }))

const firstVoice = Effect.gen(function* () {
  const [voice] = (yield* readVoices).data
  return voice === undefined ? yield* Effect.fail(noVoice()) : chosenVoice(voice)
})

/**
 * Speaks a text by a voice, else by the first there is, with samples for its variables; fetches what is a recording.
 */
export const hearPrompt = ({ prompt, voice: chosen }: HearPrompt): Effect.Effect<HeardPrompt, Problem, ApiClient> =>
  Effect.gen(function* () {
    if (prompt._tag === "Recording") return { address: yield* fetchSound(prompt.sound), said: null, voice: null }
    const voice = chosen ?? (yield* firstVoice)
    const { voiceId, speed, pitch } = voice
    const { data } = yield* callApi(SpeechGroup, (api) =>
      api.GenerateSpeech({ payload: { text: prompt.text, voiceId, speed, pitch } }),
    )
    return { address: yield* fetchSound(data.hashedId), said: data.said, voice: voice.name }
  })

/** Gives back the memory of a sound that is no longer played. */
export const forgetSound = (heard: HeardPrompt | null): void => {
  if (heard !== null) URL.revokeObjectURL(heard.address)
}

/**
 * Plays a sound and says when it has ended, or that it could not be played.
 * @returns what stops it, and gives its memory back.
 */
export const playSound = (heard: HeardPrompt, say: (said: PlayerSaid) => void): (() => void) => {
  const audio = new Audio(heard.address)
  const fail = () => say({ type: "player.failed" })
  audio.addEventListener("ended", () => say({ type: "player.ended" }))
  audio.addEventListener("error", fail)
  audio.play().catch(fail)
  return () => {
    audio.pause()
    forgetSound(heard)
  }
}
