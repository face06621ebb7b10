import { Effect, Layer, Schedule } from "effect"
import { lapseHolds } from "./appointment.commands.ts"

/** How often holds are looked at whose time is over: who wants their slot meanwhile ends them at once. */
const lookEvery = "20 seconds"

/** The background work of booking, for processes with the worker role: holds end with their time. */
export const holdWork = Layer.effectDiscard(
  lapseHolds.pipe(
    Effect.catchCause((cause) => Effect.logError("Holds could not be ended", cause)),
    Effect.repeat(Schedule.spaced(lookEvery)),
    Effect.forkScoped,
  ),
)
