import { Effect, Redacted, Schema } from "effect"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import { escapedText } from "#server/http/markup.rule.ts"
import { askList } from "./askService.ts"
import { type Engine, ownId } from "./engine.ts"
import { offeredVoices } from "./offeredVoices.ts"
import { openSounds } from "./remoteSound.ts"
import { ssmlOf } from "./ssml.ts"

/** An account of Azure Speech. */
export type AzureConfig = {
  /** Where its calls go: `https://<region>.tts.speech.microsoft.com`. */
  readonly origin: string
  readonly key: Redacted.Redacted
}

const service = { name: "Azure Speech", settings: "AZURE_SPEECH_KEY, and that it is a key of this region" }
const prefix = "azure:"

const ListedVoice = Schema.Struct({
  ShortName: Schema.String,
  DisplayName: Schema.String,
  Gender: Schema.Literals(["Female", "Male", "Neutral"]),
  Locale: Schema.String,
  VoiceType: Schema.optionalKey(Schema.String),
  Status: Schema.optionalKey(Schema.String),
})

const genders = { Female: "female", Male: "male", Neutral: "neutral" } as const

/** HD voices take no pitch, and what is deprecated may end tomorrow. */
const offered = (voice: typeof ListedVoice.Type): ReadonlyArray<OfferedVoice> =>
  voice.Status === "Deprecated"
    ? []
    : [
        {
          voiceId: prefix + voice.ShortName,
          name: voice.DisplayName,
          language: voice.Locale,
          gender: genders[voice.Gender],
          hasPitch: voice.VoiceType !== "NeuralHD",
        },
      ]

const readList = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))

const speechMarks = (voice: OfferedVoice, id: string, spoken: string): string =>
  `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escapedText(voice.language)}"><voice name="${escapedText(id)}">${spoken}</voice></speak>`

/** Azure Speech by its REST. It is asked for samples without a head: in its WAV files the length of the file is 0. */
export const azureEngine = Effect.fnUntraced(function* ({ origin, key }: AzureConfig) {
  const soundOf = yield* openSounds(service)
  const headers = { "ocp-apim-subscription-key": Redacted.value(key) }
  const list = () => new Request(`${origin}/cognitiveservices/voices/list`, { headers })
  return {
    name: service.name,
    prefix,
    voices: Effect.map(askList(service, list, readList), (entries) => offeredVoices(entries, ListedVoice, offered)),
    speak: (text, voice, manner) =>
      soundOf(
        () =>
          new Request(`${origin}/cognitiveservices/v1`, {
            method: "POST",
            headers: {
              ...headers,
              "content-type": "application/ssml+xml",
              "x-microsoft-outputformat": "raw-16khz-16bit-mono-pcm",
              "user-agent": "admin-view",
            },
            body: speechMarks(voice, ownId({ prefix }, voice), ssmlOf(text, manner, "change")),
          }),
      ),
  } satisfies Engine
})
