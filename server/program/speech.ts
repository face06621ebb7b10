import { Effect, Layer } from "effect"
import { espeakEngine, type EspeakConfig } from "#server/speech/espeak.ts"
import { Speech } from "#server/speech/Speech.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import type { Settings } from "./settings.ts"

/** A program that is not there is a slip of the settings; a service elsewhere that is down is none. */
const refuseMissing = (config: EspeakConfig) =>
  espeakEngine(config).pipe(
    Effect.flatMap(({ voices }) => voices),
    Effect.mapError(
      () =>
        new CannotStart({
          message: `ESPEAK_NG names “${config.program}”, which does not list its voices. Install eSpeak NG (Debian: espeak-ng), name its path, or leave ESPEAK_NG out.`,
        }),
    ),
  )

/** Speech by Flite and by the engines that the settings name. */
export const speechFor = ({ speech }: Settings) =>
  Layer.unwrap(
    (speech.espeak === undefined ? Effect.void : refuseMissing(speech.espeak)).pipe(Effect.as(Speech.layerOf(speech))),
  )
