import { Clock, Effect } from "effect"

let offsetMillis = 0

/** Notes how far the demo clock stands from the real time, in milliseconds. */
export const noteOffset = (millis: number): void => {
  offsetMillis = millis
}

/** What the product takes for now, milliseconds since 1970: in the demo the moved clock's time. */
export const productNow: Effect.Effect<number> = Effect.map(Clock.currentTimeMillis, (now) => now + offsetMillis)
