import { Context, Effect, Exit, Layer } from "effect"
import { callFlowLimits } from "#schemas/outreach/callFlow.ts"
import type { OfferedVoice, Voice } from "#schemas/outreach/voice.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { azureEngine, type AzureConfig } from "./azure.ts"
import type { Engine } from "./engine.ts"
import { espeakEngine, type EspeakConfig } from "./espeak.ts"
import { openFlite } from "./flite.ts"
import { pollyEngine, type PollyConfig } from "./polly.ts"
import { isSilent, type Sound } from "./sound.ts"

/** The engines that speak besides Flite, which is always there. */
export type SpeechConfig = {
  readonly azure?: AzureConfig | undefined
  readonly polly?: PollyConfig | undefined
  readonly espeak?: EspeakConfig | undefined
}

/** What no voice speaks, and what would end a text or make its XML unreadable. */
const unspoken = /[\p{Cc}\uFFFE\uFFFF]+/gu

const invalid = (message: string) => Effect.fail(problem("Invalid", message))
const nothingToSay = () => invalid("There is nothing to say in this text. Write words or numbers.")

const readText = (text: string): Effect.Effect<string, Problem> => {
  const cleaned = text.toWellFormed().replaceAll(unspoken, " ").trim()
  if (cleaned.length > callFlowLimits.promptCharacters)
    return invalid(`Say at most ${callFlowLimits.promptCharacters} characters in one step.`)
  return /[\p{L}\p{N}]/u.test(cleaned) ? Effect.succeed(cleaned) : nothingToSay()
}

/** The engine with its voices read once an hour: a list that could not be read is asked for again. */
const listing = (engine: Engine) =>
  engine.voices.pipe(
    Effect.cachedWithTTL((exit) => (Exit.isSuccess(exit) ? "1 hour" : 0)),
    Effect.map((voices): Engine => ({ ...engine, voices })),
  )

const openEngines = Effect.fnUntraced(function* ({ azure, polly, espeak }: SpeechConfig) {
  const others = [
    ...(azure === undefined ? [] : [yield* azureEngine(azure)]),
    ...(polly === undefined ? [] : [yield* pollyEngine(polly)]),
    ...(espeak === undefined ? [] : [yield* espeakEngine(espeak)]),
  ]
  return { flite: yield* openFlite, others: yield* Effect.forEach(others, listing) }
})

/** Speaks texts, by Flite and by whatever other engines an operator named (decision 095). */
export class Speech extends Context.Service<
  Speech,
  {
    /** The voices that it can speak by now: one whose list cannot be read is left out, and the log says so. */
    readonly voices: Effect.Effect<ReadonlyArray<OfferedVoice>>
    /**
     * Makes the sound of a text. Fails with `Invalid` where the voice is not there, or where the text is too long,
     * says nothing or is nothing that the voice can say, and with `Unavailable` where it takes too long or the engine
     * of the voice is down.
     */
    readonly speak: (text: string, voice: Voice) => Effect.Effect<Sound, Problem>
  }
>()("admin-view/speech/Speech") {
  /** Flite, and the engines of a configuration. */
  static readonly layerOf = (config: SpeechConfig) =>
    Layer.effect(
      Speech,
      Effect.gen(function* () {
        const { flite, others } = yield* openEngines(config)
        const voicesOf = ({ name, voices }: Engine) =>
          Effect.catch(voices, ({ message }) =>
            Effect.as(Effect.logWarning(`The voices of ${name} are not offered: ${message}`), []),
          )
        const engineOf = (voiceId: string) => others.find(({ prefix }) => voiceId.startsWith(prefix)) ?? flite
        return Speech.of({
          voices: Effect.forEach([flite, ...others], voicesOf, { concurrency: "unbounded" }).pipe(
            Effect.map((lists) => lists.flat()),
          ),
          speak: Effect.fn("Speech.speak")(function* (text, { voiceId, speed, pitch }) {
            const engine = engineOf(voiceId)
            const voice = (yield* engine.voices).find((one) => one.voiceId === voiceId)
            if (voice === undefined) return yield* invalid("There is no such voice any more. Choose another one.")
            const manner = { speed, pitch: voice.hasPitch ? pitch : 1 }
            const sound = yield* engine.speak(yield* readText(text), voice, manner)
            return isSilent(sound) ? yield* nothingToSay() : sound
          }),
        })
      }),
    )

  /** Flite alone, which needs nothing. */
  static readonly layer = Speech.layerOf({})
}
