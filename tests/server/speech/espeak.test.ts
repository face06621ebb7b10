import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer } from "effect"
import { afterAll, describe } from "vitest"
import type { Voice } from "#schemas/outreach/voice.ts"
import { speechFor } from "#server/program/speech.ts"
import { readSettings } from "#server/program/settings.ts"
import type { EspeakConfig } from "#server/speech/espeak.ts"
import { Speech } from "#server/speech/Speech.ts"
import { WaveFile } from "#server/speech/waveFile.ts"

const folder = mkdtempSync(join(tmpdir(), "espeak-test-"))
afterAll(() => rmSync(folder, { recursive: true }))

const list = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  chr-US-Qaaa-x-west --/M      Cherokee_          iro/chr              
 5  en-gb-x-rp      --/M      English_(Received_Pronunciation) gmw/en-GB-x-rp       (en-gb 4)(en 5)
 5  en-us-nyc       --/M      English_(America,_New_York_City) gmw/en-US-nyc        
 5  es              --/M      Spanish_(Spain)    roa/es               
 5  es-419          --/F      Spanish_(Latin_America) roa/es-419           (es-mx 6)(es 6)
 5  piqd            --/M      Klingon            art/piqd             
 5  yue             --/-      Chinese_(Cantonese) sit/yue              (zh-yue 5)(zh 8)
 5  yue             --/M      Chinese_(Cantonese,_latin_as_Jyutping) sit/yue-Latn-jyutping (zh-yue 5)(zh 8)
`

/** A second of a tone as eSpeak NG writes it. */
const wav = (() => {
  const file = new WaveFile()
  file.fromScratch(
    1,
    22_050,
    "16",
    Int16Array.from({ length: 22_050 }, (_, at) => 12_000 * Math.sin(at / 8)),
  )
  return file.toBuffer()
})()
writeFileSync(join(folder, "tone.wav"), wav)
writeFileSync(join(folder, "list"), list)

/** A program that behaves as eSpeak NG does, and notes how it was started; what it says decides how it ends. */
const fake = join(folder, "fake-espeak")
writeFileSync(
  fake,
  `#!${process.execPath}
const { copyFileSync, readFileSync, writeFileSync, writeSync } = require("node:fs")
const args = process.argv.slice(2)
if (args[0] === "--voices") {
  writeSync(1, readFileSync(${JSON.stringify(join(folder, "list"))}))
  process.exit(0)
}
const after = (name) => args[args.indexOf(name) + 1]
const text = readFileSync(after("-f"), "utf8")
writeFileSync(${JSON.stringify(join(folder, "noted"))}, JSON.stringify({ args, text, env: process.env, pid: process.pid }))
if (text.startsWith("hang")) setInterval(() => {}, 1000)
else if (text.startsWith("fail")) process.exit(1)
else if (text.startsWith("nothing")) process.exit(0)
else if (text.startsWith("rubbish")) writeFileSync(after("-w"), "<!doctype html>")
else copyFileSync(${JSON.stringify(join(folder, "tone.wav"))}, after("-w"))
`,
)
chmodSync(fake, 0o755)

type Noted = { readonly args: ReadonlyArray<string>; readonly text: string; readonly env: object; readonly pid: number }
const noted = () => JSON.parse(readFileSync(join(folder, "noted"), "utf8")) as Noted

const path = "/usr/local/bin:/usr/bin:/bin"
const speechOf = (espeak: EspeakConfig) => Effect.map(Layer.build(Speech.layerOf({ espeak })), Context.get(Speech))
const faked = (more: Partial<EspeakConfig> = {}) => speechOf({ program: fake, path, ...more })
const by = (voiceId: string, manner: Partial<Voice> = {}): Voice => ({ voiceId, speed: 1, pitch: 1, ...manner })
const spanish = by("espeak:es-419")
const refusal = (speech: Speech["Service"], text: string) =>
  Effect.map(Effect.flip(speech.speak(text, spanish)), ({ problem, message }) => `${problem}: ${message}`)
const down = "Unavailable: eSpeak NG does not speak now. Choose another voice, or try again in a minute."

/** The real program too, where this machine has it. */
const programs = [
  fake,
  ...(process.env["PATH"] ?? "")
    .split(delimiter)
    .map((place) => join(place, "espeak-ng"))
    .filter((program) => existsSync(program))
    .slice(0, 1),
]

describe("eSpeak NG", () => {
  layer(Layer.empty, { excludeTestServices: true })((it) => {
    for (const program of programs)
      it.effect(`speaks Spanish as ${program.endsWith("espeak-ng") ? "itself" : "a stand-in"}`, () =>
        Effect.gen(function* () {
          const speech = yield* speechOf({ program, path: `${dirname(program)}:${path}` })
          const voices = yield* speech.voices
          const names = new Intl.DisplayNames("en", { type: "language" })
          expect(voices.map(({ language }) => names.of(language)).every((one) => one !== undefined)).toBe(true)
          expect(voices.find(({ voiceId }) => voiceId === "espeak:es-419")).toMatchObject({
            name: "Spanish (Latin America), robot",
            language: "es-419",
            hasPitch: true,
          })
          const sound = yield* speech.speak("Hola José, su visita es el viernes.", spanish)
          expect(new WaveFile(sound.master).fmt).toMatchObject({ sampleRate: 16_000, numChannels: 1, audioFormat: 1 })
          expect(sound.seconds).toBeGreaterThan(0.9)
          expect(sound.seconds).toBeLessThan(6)
          expect(sound.peakDecibels).toBeGreaterThan(-20)
        }),
      )

    it.effect("is a voice for each language, once, by a tag that everyone knows", () =>
      Effect.gen(function* () {
        const voices = (yield* (yield* faked()).voices).slice(3)
        expect(voices.map(({ voiceId, name, language, gender }) => [voiceId, name, language, gender])).toEqual([
          ["espeak:chr-US-Qaaa-x-west", "Cherokee, robot", "chr-US", "male"],
          ["espeak:en-gb-x-rp", "English (Received Pronunciation), robot", "en-GB", "male"],
          ["espeak:en-us-nyc", "English (America, New York City), robot", "en-US", "male"],
          ["espeak:es", "Spanish (Spain), robot", "es", "male"],
          ["espeak:es-419", "Spanish (Latin America), robot", "es-419", "female"],
          ["espeak:yue", "Chinese (Cantonese), robot", "yue", "neutral"],
        ])
      }),
    )

    it.effect(
      "gets the text by a file and its manner by arguments, and of our environment only where programs are",
      () =>
        Effect.gen(function* () {
          const speech = yield* faked()
          const text = `$(touch /tmp/x); "María" -w & 你好 😀 [[[h@'loU]]`
          yield* speech.speak(text, by("espeak:es", { speed: 0.5, pitch: 2 }))
          const { args, text: got, env } = noted()
          expect(got).toBe(text.replace("[[[", "[ [ ["))
          expect(args.slice(0, 6)).toEqual(["-v", "es", "-s", "88", "-p", "99"])
          expect(args.join(" ")).not.toContain("María")
          expect(env).toEqual({ PATH: path })
          yield* speech.speak(text, by("espeak:es", { speed: 2, pitch: 0.5 }))
          expect(noted().args.slice(2, 6)).toEqual(["-s", "350", "-p", "0"])
          yield* speech.speak(text, by("espeak:es"))
          expect(noted().args.slice(2, 6)).toEqual(["-s", "175", "-p", "50"])
        }),
    )

    it.effect("that fails, writes nothing or no sound is one sentence", () =>
      Effect.gen(function* () {
        const speech = yield* faked()
        expect(yield* Effect.forEach(["fail", "nothing", "rubbish"], (text) => refusal(speech, text))).toEqual([
          down,
          down,
          down,
        ])
      }),
    )

    it.effect("that does not end is killed, and so is one that no one waits for any more; neither leaves a file", () =>
      Effect.gen(function* () {
        const isAlive = ({ pid }: Noted) => {
          try {
            return process.kill(pid, 0)
          } catch {
            return false
          }
        }
        const gone = () => [isAlive(noted()), existsSync(dirname(noted().args.at(-1) ?? ""))]
        rmSync(join(folder, "noted"), { force: true })
        const slow = yield* faked({ patience: "5 seconds" })
        expect(yield* refusal(slow, "hang")).toBe("Unavailable: This text takes too long to speak. Make it shorter.")
        expect(gone()).toEqual([false, false])
        rmSync(join(folder, "noted"))
        const left = yield* Effect.forkChild((yield* faked()).speak("hang on", spanish))
        while (!existsSync(join(folder, "noted"))) yield* Effect.yieldNow
        expect(isAlive(noted())).toBe(true)
        yield* Fiber.interrupt(left)
        expect(gone()).toEqual([false, false])
      }),
    )

    it.effect("that is not there refuses the start in one line, and otherwise leaves Flite speaking", () =>
      Effect.gen(function* () {
        const missing = join(folder, "missing")
        const speech = yield* speechOf({ program: missing, path })
        expect((yield* speech.voices).map(({ voiceId }) => voiceId)).toEqual(["slt", "rms", "awb"])
        const start = (program: string) =>
          Effect.exit(Effect.scoped(Layer.build(speechFor(readSettings({ ESPEAK_NG: program, PATH: path })))))
        expect(JSON.stringify(yield* start(missing))).toContain(
          `ESPEAK_NG names “${missing}”, which does not list its voices. Install eSpeak NG`,
        )
        expect(Exit.isSuccess(yield* start(fake))).toBe(true)
      }),
    )
  })
})
