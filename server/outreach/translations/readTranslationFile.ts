import { Effect, Semaphore } from "effect"
import { problem } from "#schemas/problem.ts"
import { onThread } from "#server/thread.ts"
import type { ReadTranslations } from "./translationFileThread.ts"

const fileThread = new URL("./translationFileThread.ts", import.meta.url)
/** A file of the greatest size takes a second or two; one that is made to take longer is refused. */
const patience = "20 seconds"
const tooSlow = problem("Invalid", "This file takes too long to read. Split it and import the parts.")

/** One at a time: the largest takes hundreds of megabytes. */
const turns = Semaphore.makeUnsafe(1)

/**
 * The texts of a file of translations, XLIFF or CSV by what it holds, read on a thread of its own. Fails with `Invalid`,
 * `UnsupportedFormat` and `TooLarge` for a file that is none.
 */
export const readTranslationFile = Effect.fn("readTranslationFile")(function* (bytes: Uint8Array) {
  const read = yield* onThread<ReadTranslations>(fileThread, bytes).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed({ refused: tooSlow }) }),
    Semaphore.withPermits(turns, 1),
  )
  return "refused" in read ? yield* Effect.fail(read.refused) : read.units
})
