import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readRecording } from "#server/speech/readRecording.ts"
import { WaveFile } from "#server/speech/waveFile.ts"

const mp3 = readFileSync(new URL("spoken.mp3", import.meta.url))

/** A tone of 440 hertz as a WAV file: `loud` is 1 for the loudest there can be. */
const tone = ({ rate = 44_100, seconds = 1, channels = 1, bits = "16", loud = 0.5 }) => {
  const full = bits === "32f" ? 1 : 2 ** (Number(bits) - 1) - 1
  const one = Float64Array.from(
    { length: rate * seconds },
    (_, at) => Math.sin((at * 880 * Math.PI) / rate) * loud * full,
  )
  const wav = new WaveFile()
  wav.fromScratch(channels, rate, bits, channels === 1 ? one : Array.from({ length: channels }, () => one))
  return wav.toBuffer()
}
const refusal = (bytes: Uint8Array) =>
  Effect.map(Effect.flip(readRecording(bytes)), ({ problem, message }) => [problem, message])

const noSound = ["UnsupportedFormat", "This is no WAV or MP3 file. Save the recording as one of them."]
const unreadable = ["Invalid", "This file cannot be read. Save it again as a WAV or MP3 file."]
const tooLong = ["Invalid", "A recording lasts at most 3 minutes. Shorten it."]

describe("a recording that was uploaded", () => {
  it.live.each([
    ["CD quality in two channels", tone({ channels: 2 }), 1, -6],
    ["24 bits", tone({ rate: 48_000, bits: "24", loud: 0.25 }), 1, -12],
    ["floating point", tone({ rate: 22_050, bits: "32f", seconds: 2 }), 2, -6],
    ["the form of the phone network in PCM", tone({ rate: 8_000 }), 1, -6],
  ] as const)("is read as WAV in %s", ([, wav, seconds, decibels]) =>
    Effect.gen(function* () {
      const sound = yield* readRecording(wav)
      expect(sound.seconds).toBeCloseTo(seconds, 1)
      // Thinning out lifts the first wave a little.
      expect(Math.abs(sound.peakDecibels - decibels)).toBeLessThan(1.5)
      expect(new WaveFile(sound.master).fmt).toMatchObject({
        sampleRate: 16_000,
        numChannels: 1,
        audioFormat: 1,
      })
      expect(new WaveFile(sound.phone).fmt).toMatchObject({
        sampleRate: 8_000,
        numChannels: 1,
        audioFormat: 7,
      })
    }),
  )

  it.live("is read as MP3", () =>
    Effect.gen(function* () {
      const sound = yield* readRecording(mp3)
      expect(sound.seconds).toBeCloseTo(1.8, 1)
      expect(sound.peakDecibels).toBeGreaterThan(-12)
    }),
  )

  it.live("is refused where it holds no sound of these kinds, whatever its name says", () =>
    Effect.gen(function* () {
      expect(yield* refusal(new Uint8Array())).toEqual(["Invalid", "This file is empty. Choose another one."])
      expect(yield* refusal(Buffer.from("<!doctype html><title>Not found</title>"))).toEqual(noSound)
      expect(yield* refusal(Buffer.from("RIFF\0\0\0\0AVI LIST", "latin1"))).toEqual(noSound)
      const alaw = new WaveFile(tone({ rate: 8_000 }))
      alaw.toALaw()
      expect(yield* refusal(alaw.toBuffer())).toEqual(noSound)
      expect(yield* refusal(tone({}).subarray(0, 40))).toEqual(unreadable)
      expect(yield* refusal(tone({ channels: 6 }))).toEqual(unreadable)
      expect(yield* refusal(tone({ rate: 4_000 }))).toEqual(unreadable)
    }),
  )

  it.live("is refused where it is too large, too long or silent", () =>
    Effect.gen(function* () {
      expect((yield* refusal(new Uint8Array(5 * 1024 * 1024 + 1)))[0]).toBe("TooLarge")
      expect(yield* refusal(tone({ rate: 8_000, seconds: 181 }))).toEqual(tooLong)
      // Its head says nothing of its length.
      expect(yield* refusal(Buffer.concat(Array.from({ length: 120 }, () => mp3)))).toEqual(tooLong)
      const silent = "Nothing can be heard in this recording. Record it again, closer to the microphone."
      expect(yield* refusal(tone({ loud: 0.001 }))).toEqual(["Invalid", silent])
    }),
  )

  it.live("ends at its real end, where its head says that it is longer", () =>
    Effect.gen(function* () {
      const cut = tone({ seconds: 2 }).subarray(0, 44 + 44_100 * 2)
      expect((yield* readRecording(cut)).seconds).toBeCloseTo(1, 1)
    }),
  )
})
