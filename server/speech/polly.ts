import { AwsClient } from "aws4fetch"
import { Effect, Redacted, Schema } from "effect"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import { askList } from "./askService.ts"
import { type Engine, ownId } from "./engine.ts"
import { offeredVoices } from "./offeredVoices.ts"
import { openSounds } from "./remoteSound.ts"
import { ssmlOf } from "./ssml.ts"

/** An account of Amazon Polly. */
export type PollyConfig = {
  /** Where its calls go: `https://polly.<region>.amazonaws.com`. */
  readonly origin: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
  /** Of keys that end by themselves. */
  readonly sessionToken?: Redacted.Redacted | undefined
}

const service = { name: "Amazon Polly", settings: "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their rights to Polly" }
const prefix = "polly:"
const neural = "-Neural"
/** Of a hundred voices each; there are fewer than two hundred. */
const mostPages = 10

const ListedVoice = Schema.Struct({
  Id: Schema.String,
  Name: Schema.String,
  Gender: Schema.Literals(["Female", "Male"]),
  LanguageCode: Schema.String,
  SupportedEngines: Schema.Array(Schema.String),
})
const genders = { Female: "female", Male: "male" } as const

/** A name speaks in up to two ways: the neural one sounds better, and has no pitch. */
const offered = ({ Id, Name, Gender, LanguageCode, SupportedEngines }: typeof ListedVoice.Type) => {
  const shared = { language: LanguageCode, gender: genders[Gender] }
  const voices: ReadonlyArray<OfferedVoice & { readonly by: string }> = [
    { ...shared, voiceId: prefix + Id + neural, name: `${Name} (neural)`, hasPitch: false, by: "neural" },
    { ...shared, voiceId: prefix + Id, name: Name, hasPitch: true, by: "standard" },
  ]
  return voices.flatMap(({ by, ...voice }) => (SupportedEngines.includes(by) ? [voice] : []))
}

const Page = Schema.Struct({
  Voices: Schema.Array(Schema.Unknown),
  NextToken: Schema.optionalKey(Schema.NullOr(Schema.String)),
})
const readPage = Schema.decodeUnknownOption(Schema.fromJsonString(Page))

/** Amazon Polly by its REST, signed as its other services are (SigV4). */
export const pollyEngine = Effect.fnUntraced(function* (config: PollyConfig) {
  const { origin, region, accessKeyId, sessionToken } = config
  const soundOf = yield* openSounds(service)
  const signer = new AwsClient({
    ...{ accessKeyId, region, service: "polly" },
    secretAccessKey: Redacted.value(config.secretAccessKey),
    ...(sessionToken === undefined ? {} : { sessionToken: Redacted.value(sessionToken) }),
  })
  const pageAt = (token: string | undefined) => {
    const query = token === undefined ? "" : `?${new URLSearchParams({ NextToken: token })}`
    return askList(service, () => signer.sign(`${origin}/v1/voices${query}`), readPage)
  }
  const voices = Effect.gen(function* () {
    const entries: Array<unknown> = []
    let page = yield* pageAt(undefined)
    entries.push(...page.Voices)
    for (let count = 1; count < mostPages && typeof page.NextToken === "string"; count += 1) {
      page = yield* pageAt(page.NextToken)
      entries.push(...page.Voices)
    }
    return offeredVoices(entries, ListedVoice, offered)
  })
  return {
    name: service.name,
    prefix,
    voices,
    speak: (text, voice, manner) => {
      const id = ownId({ prefix }, voice)
      const isNeural = id.endsWith(neural)
      const body = JSON.stringify({
        Engine: isNeural ? "neural" : "standard",
        VoiceId: isNeural ? id.slice(0, -neural.length) : id,
        OutputFormat: "pcm",
        SampleRate: "16000",
        TextType: "ssml",
        Text: `<speak>${ssmlOf(text, manner, "share")}</speak>`,
      })
      const headers = { "content-type": "application/json" }
      return soundOf(() => signer.sign(`${origin}/v1/speech`, { method: "POST", headers, body }))
    },
  } satisfies Engine
})
