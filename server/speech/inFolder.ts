import { promises as files } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** Works in an empty folder of its own, which is gone afterwards, however the work ended. */
export const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.promise(() => files.mkdtemp(join(tmpdir(), "speech-"))),
    use,
    (folder) => Effect.promise(() => files.rm(folder, { recursive: true })),
  )
