import { readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { describe } from "vitest"
import type { Voice } from "#schemas/outreach/voice.ts"
import { Speech } from "#server/speech/Speech.ts"
import { WaveFile } from "#server/speech/waveFile.ts"

const text = "Hello Maria. Your visit is on Friday at half past nine."
const plain: Voice = { voiceId: "slt", speed: 1, pitch: 1 }
const speak = (said: string, voice: Partial<Voice> = {}) =>
  Effect.flatMap(Speech, (speech) => speech.speak(said, { ...plain, ...voice }))
const refusal = (said: string) => Effect.map(Effect.flip(speak(said)), ({ problem, message }) => [problem, message])

const read = (wav: Uint8Array) => {
  const file = new WaveFile(wav)
  const { sampleRate, numChannels, audioFormat } = file.fmt as Record<string, number>
  return { sampleRate, numChannels, audioFormat, bits: file.bitDepth, samples: [...file.getSamples(false, Int16Array)] }
}

const energyOf = (samples: ReadonlyArray<number>): number => samples.reduce((sum, one) => sum + one * one, 0)

/** The pitch of a voice in hertz: after how long its loudest tenth of a second is first much like itself again. */
const pitchOf = (samples: ReadonlyArray<number>, rate: number): number => {
  const part = rate / 10
  const loudest = Array.from({ length: Math.floor(samples.length / part) }, (_, place) =>
    samples.slice(place * part, (place + 1) * part),
  ).toSorted((one, other) => energyOf(other) - energyOf(one))[0]
  if (loudest === undefined) throw new Error("The sound is too short.")
  const likeness = (lag: number): number => {
    const [late, early] = [loudest.slice(lag), loudest.slice(0, -lag)]
    return (
      late.reduce((sum, one, place) => sum + one * (early[place] ?? 0), 0) / Math.sqrt(energyOf(late) * energyOf(early))
    )
  }
  const [shortest, longest] = [rate / 400, rate / 80]
  const lags = Array.from({ length: longest - shortest }, (_, place) => place + shortest)
  const most = Math.max(...lags.map(likeness))
  return rate / (lags.find((lag) => likeness(lag) > 0.9 * most) ?? Number.NaN)
}

describe("speech", () => {
  layer(Speech.layer, { excludeTestServices: true, timeout: 60_000 })((it) => {
    it.effect("is sound in 16 kHz, and in the form of the phone network", () =>
      Effect.gen(function* () {
        const sound = yield* speak(text)
        const master = read(sound.master)
        expect(master).toMatchObject({ sampleRate: 16_000, numChannels: 1, audioFormat: 1, bits: "16" })
        expect(sound.seconds).toBeCloseTo(master.samples.length / 16_000, 3)
        expect(sound.seconds).toBeGreaterThan(2.5)
        expect(sound.seconds).toBeLessThan(6)
        expect(sound.peakDecibels).toBeGreaterThan(-12)
        expect(sound.peakDecibels).toBeLessThanOrEqual(0)
        const phone = read(sound.phone)
        expect(phone).toMatchObject({ sampleRate: 8_000, numChannels: 1, audioFormat: 7, bits: "8m" })
        expect(phone.samples.length / 8_000).toBeCloseTo(sound.seconds, 2)
      }),
    )

    it.effect("of the same text is the same, and of other voices is not", () =>
      Effect.gen(function* () {
        const voiceIds = (yield* (yield* Speech).voices).map(({ voiceId }) => voiceId)
        expect(voiceIds).toEqual(["slt", "rms", "awb"])
        const sounds = yield* Effect.forEach([...voiceIds, plain.voiceId], (voiceId) => speak(text, { voiceId }))
        const different = new Set(sounds.map(({ master }) => Buffer.from(master).toString("base64")))
        expect(different.size).toBe(voiceIds.length)
      }),
    )

    it.effect("is as fast and as high as was asked for", () =>
      Effect.gen(function* () {
        const sound = yield* speak(text)
        const fast = yield* speak(text, { speed: 2 })
        expect(fast.seconds / sound.seconds).toBeCloseTo(0.5, 1)
        const high = yield* speak(text, { pitch: 1.5 })
        expect(high.seconds).toBeCloseTo(sound.seconds, 1)
        const pitches = [sound, high].map(({ master }) => pitchOf(read(master).samples, 16_000))
        expect((pitches[1] ?? 0) / (pitches[0] ?? 1)).toBeCloseTo(1.5, 0)
      }),
    )

    it.effect("says what stands after a sign that would end the text", () =>
      Effect.gen(function* () {
        const whole = yield* speak("Good morning and see you on Friday.")
        const cut = yield* speak("Good morning\0 and see you on Friday.")
        expect(cut.seconds).toBeCloseTo(whole.seconds, 0)
      }),
    )

    it.effect("is refused for a text that says nothing, is too long, or has letters the voice does not know", () =>
      Effect.gen(function* () {
        const nothing = ["Invalid", "There is nothing to say in this text. Write words or numbers."]
        expect(yield* Effect.forEach(["", " \n", "...!", "\0"], refusal)).toEqual([nothing, nothing, nothing, nothing])
        expect(yield* refusal("a".repeat(3_001))).toEqual(["Invalid", "Say at most 3000 characters in one step."])
        const unknown = "An English voice cannot say “你”. Write it in Latin letters."
        expect(yield* refusal("Hello 你好")).toEqual(["Invalid", unknown])
        expect((yield* speak("Hola José, son las 9:30.")).seconds).toBeGreaterThan(1)
      }),
    )

    it.effect("is refused by a voice that is not there", () =>
      Effect.gen(function* () {
        const { problem, message } = yield* Effect.flip(speak(text, { voiceId: "nobody" }))
        expect([problem, message]).toEqual(["Invalid", "There is no such voice any more. Choose another one."])
      }),
    )

    it.effect("that no one waits for any more ends at once, and leaves no file behind", () =>
      Effect.gen(function* () {
        const said = "Please call us to book your visit. ".repeat(80)
        // Other tests speak at the same time: this one's folder is the one with its text.
        const isOurs = (folder: string) => {
          try {
            return readFileSync(join(tmpdir(), folder, "text"), "utf8") === said.trim()
          } catch {
            return false
          }
        }
        const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith("speech-") && isOurs(name))
        const long = yield* Effect.forkChild(speak(said))
        while (ours().length === 0) yield* Effect.yieldNow
        const started = performance.now()
        yield* Fiber.interrupt(long)
        expect(ours()).toEqual([])
        yield* speak("Yes.")
        expect(performance.now() - started).toBeLessThan(5_000)
      }),
    )
  })
})
