import { Effect, Semaphore } from "effect"
import { recordingLimits } from "#schemas/outreach/sound.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { isSilent, type Sound } from "./sound.ts"
import type { ReadRecording, RecordingTask } from "./recordingThread.ts"
import { onThread } from "#server/thread.ts"

/** A good file of the greatest length takes some seconds; one that is made to take longer is refused. */
const patience = "30 seconds"

const recordingThread = new URL("./recordingThread.ts", import.meta.url)
const broken = problem("Invalid", "This file cannot be read. Save it again as a WAV or MP3 file.")
const refusals = {
  format: problem("UnsupportedFormat", "This is no WAV or MP3 file. Save the recording as one of them."),
  broken,
  long: problem("Invalid", "A recording lasts at most 3 minutes. Shorten it."),
} as const
const empty = problem("Invalid", "This file is empty. Choose another one.")
/** A file that is too large is one. */
export const largeRecording = problem(
  "TooLarge",
  "A recording has at most 5 MB. Shorten it, or save it as an MP3 file.",
)
const silent = problem("Invalid", "Nothing can be heard in this recording. Record it again, closer to the microphone.")

/** Files are taken apart one at a time: the longest takes hundreds of megabytes. */
const turns = Semaphore.makeUnsafe(1)

/** Takes a sound file apart on a thread, in a time that is limited as well. */
export const takenApart = (task: RecordingTask): Effect.Effect<ReadRecording> =>
  onThread<ReadRecording>(recordingThread, task).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed({ refused: "broken" as const }) }),
    Semaphore.withPermits(turns, 1),
  )

/**
 * Reads a recording that was uploaded as WAV or MP3, whatever its name says. Fails with `UnsupportedFormat` for other
 * files, `TooLarge` for more than 5 MB, and `Invalid` for one that cannot be read, is too long or silent.
 */
export const readRecording = Effect.fn("readRecording")(function* (bytes: Uint8Array) {
  if (bytes.length === 0) return yield* Effect.fail(empty)
  if (bytes.length > recordingLimits.bytes) return yield* Effect.fail(largeRecording)
  const read = yield* takenApart({ bytes, mostSeconds: recordingLimits.seconds })
  if ("refused" in read) return yield* Effect.fail<Problem>(refusals[read.refused])
  return isSilent(read.sound) ? yield* Effect.fail<Problem>(silent) : (read.sound satisfies Sound)
})
