import { Schema } from "effect"
import { callFlowLimits, type Prompt } from "./callFlow.ts"
import { Voice, type CallVoice } from "./voice.ts"

/** The longest recording that is taken, in seconds, and the largest file, in bytes. */
export const recordingLimits = { seconds: 180, bytes: 5 * 1024 * 1024 } as const

/** What a sound is known by: the SHA-256 of its bytes. */
export const SoundHash = Schema.String.check(Schema.isPattern(/^[\da-f]{64}$/))
export type SoundHash = typeof SoundHash.Type

/** A sound that is kept: spoken by a voice, or a recording that was uploaded. */
export const Sound = Schema.Struct({
  hashedId: SoundHash,
  made: Schema.Literals(["speech", "upload"]),
  seconds: Schema.Number,
}).annotate({ identifier: "Sound" })
export type Sound = typeof Sound.Type

/** The body of `POST /api/Translate/GenerateSpeech`: a text as call flows have it, whose variables are said by samples. */
export const GenerateSpeech = Schema.Struct({
  text: Schema.String.check(
    Schema.isMaxLength(callFlowLimits.promptCharacters, { message: "Say at most 3000 characters in one step." }),
  ),
  ...Voice.fields,
})
export type GenerateSpeech = typeof GenerateSpeech.Type

/** A text that was spoken, and the words that were said. */
export const GeneratedSpeech = Schema.Struct({ ...Sound.fields, said: Schema.String }).annotate({
  identifier: "GeneratedSpeech",
})
export type GeneratedSpeech = typeof GeneratedSpeech.Type

/** A prompt to listen to, and the voice that speaks it; none: whichever there is. */
export type HearPrompt = { readonly prompt: Prompt; readonly voice: CallVoice | undefined }

/** A prompt as someone listens to it: where the page plays it from, and its words, where a voice says them. */
export type HeardPrompt = {
  readonly address: string
  readonly said: string | null
  /** The name of the voice. */
  readonly voice: string | null
}

/** What the page's player says of the sound that it was given. */
export type PlayerSaid = { readonly type: "player.ended" } | { readonly type: "player.failed" }

/** Where carriers fetch sounds. */
export const soundsPath = "/sounds"

/** What the microphone's recording is heard by before it is used, and the file it is kept as. */
export type OwnRecording = { readonly address: string; readonly file: File }

/** Why there is no recording: the microphone is refused, not there or in use, the browser cannot, or nothing came. */
export type MicrophoneFault = "refused" | "absent" | "inUse" | "unable" | "empty"

/** What the page's recorder says while it has the microphone. */
export type RecorderSaid =
  | { readonly type: "recorder.started" }
  | { readonly type: "recorder.ticked"; readonly seconds: number }
  | { readonly type: "recorder.ended"; readonly own: OwnRecording }
  | { readonly type: "recorder.failed"; readonly fault: MicrophoneFault }

/** The address at which a carrier fetches a sound, in the form of the phone network. */
export const soundUrl = (publicUrl: string, hash: SoundHash): string =>
  `${publicUrl.replace(/\/$/, "")}${soundsPath}/${hash}.wav`
