import { Clock, Effect } from "effect"

/** The instant by the program's clock, as it is stored. */
export const isoNow = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())
