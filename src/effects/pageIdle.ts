import { Effect } from "effect"

/** How long a page that begins is left alone by what can wait. */
const beginning = "8 seconds"
/** A page that is never idle is not waited for longer than this, in milliseconds. */
const patience = 2_000

const idle = Effect.callback<void>((resume) => {
  // Safari does not say when it is idle.
  if (typeof requestIdleCallback !== "function") return resume(Effect.void)
  const asked = requestIdleCallback(() => resume(Effect.void), { timeout: patience })
  return Effect.sync(() => cancelIdleCallback(asked))
})

/** Ends once the page has begun and rests: for work that no one waits for, and that would hold up a phone. */
export const pageIdle: Effect.Effect<void> = Effect.andThen(Effect.sleep(beginning), idle)
