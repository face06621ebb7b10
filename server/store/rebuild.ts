import { Effect, Layer, Schedule } from "effect"
import { Database } from "./Database.ts"
import { continueReplay, progressOf, replay } from "./replay.ts"
import type { AnyStream } from "./stream.ts"

/** How soon a replay that failed is taken up again. */
const tryAgain = "30 seconds"
/** How often rows are looked for that a process of an earlier version wrote while this one ran. */
const lookAgain = "10 minutes"

/** Whether the rows were made by another version, or not all of them by this one. */
const isBehind = Effect.fnUntraced(function* (stream: AnyStream) {
  const progress = yield* progressOf(stream)
  return progress?.version !== stream.version || progress.state !== "complete"
})

/** Rows that could not be made keep their version; they are tried again at the next start, not every ten minutes. */
const hasOlderRows = Effect.fnUntraced(function* (stream: AnyStream) {
  const { category, version } = stream
  const { sql, everyCompany } = yield* Database
  if ((yield* progressOf(stream))?.state === "incomplete") return false
  const older = yield* everyCompany(sql`
    select from read_models where category = ${category} and version < ${version}::smallint limit 1`)
  return older.length > 0
})

const bringUp = Effect.fnUntraced(function* (stream: AnyStream) {
  const { category, version } = stream
  const before = yield* progressOf(stream)
  yield* continueReplay(stream)
  yield* replay(stream, ({ leftOut }) =>
    Effect.forEach(
      leftOut,
      ({ stream: name, companyId, message }) =>
        Effect.logError(`${name} of company ${companyId} keeps its row: ${message}`),
      { discard: true },
    ),
  )
  const done = yield* progressOf(stream)
  // Of data that is new, or of before versions were kept, there is something to say only where it was wrong.
  if (done === undefined || (before === undefined && done.differed === 0)) return
  yield* Effect.logInfo(
    `The rows of ${category} are made by its version ${version}: ${done.streams} streams, ${done.differed} rows differed`,
  )
})

const keepUp = Effect.fnUntraced(function* (stream: AnyStream) {
  if (yield* isBehind(stream)) yield* bringUp(stream)
  yield* Effect.repeat(
    Effect.flatMap(hasOlderRows(stream), (older) => (older ? bringUp(stream) : Effect.void)),
    Schedule.spaced(lookAgain),
  )
})

/**
 * Replays, while the program serves, each projection whose rows another version made, and goes on with a replay that
 * was cut off; for processes with the worker role.
 */
export const rebuildLayer = (streams: ReadonlyArray<AnyStream>) =>
  Layer.effectDiscard(
    Effect.forEach(
      streams,
      (stream) =>
        keepUp(stream).pipe(
          Effect.tapCause((cause) =>
            Effect.logError(`The replay of ${stream.category} failed and is tried again`, cause),
          ),
          Effect.sandbox,
          Effect.retry(Schedule.spaced(tryAgain)),
        ),
      { concurrency: "unbounded", discard: true },
    ).pipe(Effect.forkScoped),
  )
