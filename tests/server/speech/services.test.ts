import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import type { Voice } from "#schemas/outreach/voice.ts"
import { Speech, type SpeechConfig } from "#server/speech/Speech.ts"
import { WaveFile } from "#server/speech/waveFile.ts"
import { collectLog } from "#tests/support/logged.ts"
import type { Answer, Heard } from "#tests/support/serviceStandIn.ts"
import {
  awsKey,
  azureKey,
  azureStandIn,
  isSigned,
  pollyStandIn,
  readSsml,
  tone,
} from "#tests/support/speechServices.ts"

const speechOf = (config: SpeechConfig) => Effect.map(Layer.build(Speech.layerOf(config)), Context.get(Speech))
const azure = (origin: string, key = azureKey): SpeechConfig => ({ azure: { origin, key: Redacted.make(key) } })
const polly = (origin: string, secret = awsKey.secretAccessKey): SpeechConfig => ({
  polly: { origin, region: "us-east-1", accessKeyId: awsKey.accessKeyId, secretAccessKey: Redacted.make(secret) },
})
const by = (voiceId: string, manner: Partial<Voice> = {}): Voice => ({ voiceId, speed: 1, pitch: 1, ...manner })
const paloma = by("azure:es-US-PalomaNeural")
const fliteIds = ["slt", "rms", "awb"]

const idsOf = ({ voices }: Speech["Service"]) => Effect.map(voices, (all) => all.map(({ voiceId }) => voiceId))
const refusal = (speech: Speech["Service"], voice: Voice, text = "Hola.") =>
  Effect.map(Effect.flip(speech.speak(text, voice)), ({ problem, message }) => `${problem}: ${message}`)

/** Every kind of sign: marks of XML, accents, right to left, other scripts, signs of two code units, half of one. */
const unicode = `Hola José & <b>"María"</b> 'n' ]]> ﷽ مرحبا 你好 😀 \u{10FFFD} ½`
const badSigns = "\uD83D\u0000\uFFFE"

describe("Azure Speech", () => {
  layer(Layer.empty)((it) => {
    it.effect("offers its voices next to Flite’s, and leaves out what is deprecated or of an unknown kind", () =>
      Effect.gen(function* () {
        const service = yield* azureStandIn()
        const voices = yield* (yield* speechOf(azure(service.origin))).voices
        expect(voices.slice(0, 3).map(({ voiceId }) => voiceId)).toEqual(fliteIds)
        expect(voices.slice(3)).toEqual([
          {
            voiceId: "azure:es-US-PalomaNeural",
            ...{ name: "Paloma", language: "es-US", gender: "female", hasPitch: true },
          },
          {
            voiceId: "azure:es-US-AlonsoNeural",
            ...{ name: "Alonso", language: "es-US", gender: "male", hasPitch: true },
          },
          { voiceId: "azure:en-US-BlueNeural", name: "Blue", language: "en-US", gender: "neutral", hasPitch: true },
          {
            voiceId: "azure:en-US-Ava:DragonHDLatestNeural",
            ...{ name: "Ava Dragon HD", language: "en-US", gender: "female", hasPitch: false },
          },
        ])
      }),
    )

    it.effect("gets any text as it is, as fast and as high as asked for, and makes the sound of it", () =>
      Effect.gen(function* () {
        const service = yield* azureStandIn()
        const speech = yield* speechOf(azure(service.origin))
        const voice = by(paloma.voiceId, { speed: 0.85, pitch: 1.15 })
        const sound = yield* speech.speak(`${unicode}${badSigns}!`, voice)
        const { method, path, headers, body } = service.heard.at(-1) as Heard
        expect([method, path]).toEqual(["POST", "/cognitiveservices/v1"])
        expect(headers).toMatchObject({
          "ocp-apim-subscription-key": azureKey,
          "content-type": "application/ssml+xml",
          "x-microsoft-outputformat": "raw-16khz-16bit-mono-pcm",
        })
        expect(readSsml(body)).toEqual({
          text: `${unicode}\uFFFD !`,
          marks: {
            speak: { version: "1.0", xmlns: "http://www.w3.org/2001/10/synthesis", "xml:lang": "es-US" },
            voice: { name: "es-US-PalomaNeural" },
            prosody: { rate: "-15%", pitch: "+15%" },
          },
        })
        const master = new WaveFile(sound.master)
        expect(master.fmt).toMatchObject({ sampleRate: 16_000, numChannels: 1, audioFormat: 1, bitsPerSample: 16 })
        expect(Buffer.from(Int16Array.from(master.getSamples(false, Int16Array)).buffer)).toEqual(
          Buffer.from(tone(16_000)),
        )
        expect(sound.seconds).toBe(1)
        expect(new WaveFile(sound.phone).fmt).toMatchObject({ sampleRate: 8_000, audioFormat: 7 })
        yield* speech.speak("Hola.", paloma)
        expect(readSsml(service.heard.at(-1)?.body ?? "").marks).not.toHaveProperty("prosody")
        yield* speech.speak("Hi.", by("azure:en-US-Ava:DragonHDLatestNeural", { speed: 2, pitch: 1.3 }))
        expect(readSsml(service.heard.at(-1)?.body ?? "").marks["prosody"]).toEqual({ rate: "+100%" })
      }),
    )

    it.effect("is asked for its voices once an hour, and again at once where it did not say them", () =>
      Effect.gen(function* () {
        const service = yield* azureStandIn()
        const speech = yield* speechOf(azure(service.origin))
        service.next.push({ status: 500, body: "" })
        expect(yield* idsOf(speech)).toEqual(fliteIds)
        expect(yield* idsOf(speech)).toContain(paloma.voiceId)
        yield* speech.speak("Hola.", paloma)
        expect(yield* idsOf(speech)).toContain(paloma.voiceId)
        const lists = () => service.heard.filter(({ method }) => method === "GET").length
        expect(lists()).toBe(2)
        yield* TestClock.adjust("59 minutes")
        yield* idsOf(speech)
        expect(lists()).toBe(2)
        yield* TestClock.adjust("2 minutes")
        yield* idsOf(speech)
        expect(lists()).toBe(3)
      }),
    )

    it.effect(
      "that is down leaves Flite speaking, says so in the log, and is not waited for by anyone else’s voice",
      () =>
        Effect.gen(function* () {
          const origin = yield* Effect.scoped(Effect.map(azureStandIn(), (service) => service.origin))
          const log = collectLog()
          const speech = yield* speechOf(azure(origin))
          expect(yield* idsOf(speech).pipe(Effect.provide(log.layer))).toEqual(fliteIds)
          expect(log.lines.join()).toContain("The voices of Azure Speech are not offered")
          expect(log.lines.join()).not.toContain(azureKey)
          expect(yield* refusal(speech, paloma)).toBe(
            "Unavailable: Azure Speech is not working. Choose another voice, or try again in a minute.",
          )
          expect((yield* speech.speak("Hello.", by("slt"))).seconds).toBeGreaterThan(0.2)
        }),
    )

    it.effect("that is not set up has no voices", () =>
      Effect.gen(function* () {
        const service = yield* azureStandIn()
        const none = "Invalid: There is no such voice any more. Choose another one."
        expect(yield* refusal(yield* speechOf({}), paloma)).toBe(none)
        expect(yield* refusal(yield* speechOf(azure(service.origin)), by("azure:es-US-Nobody"))).toBe(none)
      }),
    )

    const down = "Unavailable: Azure Speech is not working. Choose another voice, or try again in a minute."
    const page = { body: "<!doctype html><title>Log in</title>", headers: { "content-type": "text/html" } }
    const wrongKey =
      "Unavailable: Azure Speech is not set up correctly. Choose another voice, or ask the person who runs this program."
    const failures: ReadonlyArray<readonly [what: string, answer: Answer, sentence: string, logged: string]> = [
      ["a key that is not taken", { status: 401, body: "" }, wrongKey, "Check AZURE_SPEECH_KEY"],
      ["a key without the right", { status: 403, body: "" }, wrongKey, "Check AZURE_SPEECH_KEY"],
      [
        "too many calls",
        { status: 429, headers: { "retry-after": "30" }, body: "" },
        "Unavailable: Azure Speech is busy. Try again in 30 s, or choose another voice.",
        "",
      ],
      [
        "too many calls for minutes",
        { status: 429, headers: { "retry-after": "300" }, body: "" },
        "Unavailable: Azure Speech is busy. Try again in 5 min, or choose another voice.",
        "",
      ],
      [
        "a text that it does not take",
        { status: 400, body: "" },
        "Invalid: Azure Speech cannot say this text by this voice. Change the text, or choose another voice.",
        "answered 400",
      ],
      ["a failure of its own", { status: 502, body: "" }, down, "answered 502"],
      ["another place", { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: "" }, down, "answered 302"],
      ["a page in place of a sound", page, down, "answered without a sound"],
      ["an empty sound", { body: "", headers: { "content-type": "audio/wav" } }, down, "without a sound"],
      ["half a sample", { body: "abc", headers: { "content-type": "audio/wav" } }, down, "without a sound"],
      [
        "a sound without end",
        { body: new Uint8Array(25 * 1024 * 1024), headers: { "content-type": "audio/wav" } },
        down,
        "cannot be reached",
      ],
    ]
    for (const [what, answer, sentence, logged] of failures)
      it.effect(`that answers with ${what} is one sentence for staff`, () =>
        Effect.gen(function* () {
          const service = yield* azureStandIn()
          const speech = yield* speechOf(azure(service.origin))
          yield* idsOf(speech)
          service.next.push(answer)
          const log = collectLog()
          expect(yield* refusal(speech, paloma).pipe(Effect.provide(log.layer))).toBe(sentence)
          expect(log.lines.join()).toContain(logged)
          expect(log.lines.join()).not.toContain("Hola")
          expect(service.heard).toHaveLength(2)
        }),
      )

    it.effect("reads no list out of a page, or of one that is too long", () =>
      Effect.gen(function* () {
        const service = yield* azureStandIn()
        const speech = yield* speechOf(azure(service.origin))
        service.next.push(page, { body: `["${"a".repeat(9 * 1024 * 1024)}"]` }, { status: 400, body: "" })
        expect(yield* idsOf(speech)).toEqual(fliteIds)
        expect(yield* idsOf(speech)).toEqual(fliteIds)
        expect(yield* refusal(speech, paloma)).toBe(down)
      }),
    )
  })

  layer(Layer.empty, { excludeTestServices: true })("with the real time", (it) => {
    it.effect("is asked once more after a short wait that it asked for, and no third time", () =>
      Effect.gen(function* () {
        const service = yield* azureStandIn()
        const speech = yield* speechOf(azure(service.origin))
        yield* idsOf(speech)
        const wait: Answer = { status: 429, headers: { "retry-after": "1" }, body: "" }
        service.next.push(wait)
        const started = performance.now()
        expect((yield* speech.speak("Hola.", paloma)).seconds).toBe(1)
        expect(performance.now() - started).toBeGreaterThan(950)
        service.next.push(wait, wait)
        expect(yield* refusal(speech, paloma)).toContain("Try again in 1 s")
        expect(service.heard).toHaveLength(5)
      }),
    )
  })
})

describe("Amazon Polly", () => {
  layer(Layer.empty)((it) => {
    it.effect("offers the voices of all its pages, those of the neural kind without a pitch", () =>
      Effect.gen(function* () {
        const service = yield* pollyStandIn
        const voices = yield* (yield* speechOf(polly(service.origin))).voices
        const joanna = { language: "en-US", gender: "female" }
        expect(voices.slice(3, 5)).toEqual([
          { voiceId: "polly:Joanna-Neural", name: "Joanna (neural)", ...joanna, hasPitch: false },
          { voiceId: "polly:Joanna", name: "Joanna", ...joanna, hasPitch: true },
        ])
        expect(voices.slice(5).map(({ voiceId }) => voiceId)).toEqual([
          "polly:Lupe-Neural",
          "polly:Lupe",
          "polly:Enrique",
          "polly:Zhiyu",
        ])
        // Named as the others name it: Polly says cmn-CN.
        expect(voices.at(-1)?.language).toBe("zh-CN")
        expect(service.heard.map(isSigned)).toEqual([true, true])
      }),
    )

    it.effect("gets any text as it is, signed, and as high as its voice can be", () =>
      Effect.gen(function* () {
        const service = yield* pollyStandIn
        const speech = yield* speechOf(polly(service.origin))
        const manner = { speed: 0.85, pitch: 1.15 }
        expect((yield* speech.speak(`${unicode}${badSigns}!`, by("polly:Lupe", manner))).seconds).toBe(1)
        yield* speech.speak(unicode, by("polly:Lupe-Neural", manner))
        const asked = service.heard.slice(2).map((heard) => {
          const { Text, ...rest } = JSON.parse(heard.body) as Readonly<Record<string, string>>
          return { signed: isSigned(heard), rest, ...readSsml(Text ?? "") }
        })
        const rest = {
          ...{ VoiceId: "Lupe", TextType: "ssml" },
          ...{ OutputFormat: "pcm", SampleRate: "16000" },
        }
        expect(asked).toEqual([
          {
            signed: true,
            rest: { ...rest, Engine: "standard" },
            text: `${unicode}\uFFFD !`,
            marks: { speak: {}, prosody: { rate: "85%", pitch: "+15%" } },
          },
          {
            signed: true,
            rest: { ...rest, Engine: "neural" },
            text: unicode,
            marks: { speak: {}, prosody: { rate: "85%" } },
          },
        ])
      }),
    )

    it.effect("whose key is wrong, or that is asked too much, is one sentence", () =>
      Effect.gen(function* () {
        const service = yield* pollyStandIn
        const log = collectLog()
        const wrong = yield* speechOf(polly(service.origin, "another secret"))
        expect(yield* idsOf(wrong).pipe(Effect.provide(log.layer))).toEqual(fliteIds)
        expect(log.lines.join()).toContain("Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY")
        const speech = yield* speechOf(polly(service.origin))
        yield* idsOf(speech)
        service.next.push({
          status: 400,
          headers: { "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/" },
          body: { message: "Rate exceeded" },
        })
        expect(yield* refusal(speech, by("polly:Enrique"))).toBe(
          "Unavailable: Amazon Polly is busy. Try again in 1 min, or choose another voice.",
        )
      }),
    )
  })
})
