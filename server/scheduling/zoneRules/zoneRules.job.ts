import { Effect, Layer, Schedule } from "effect"
import { applyZoneRules } from "./zoneRules.commands.ts"
import { beginRules, readAppliedRules, ZoneRules } from "./zoneRules.queries.ts"

/** How soon a step is tried again that another process, or a command, was in the way of. */
const waitFor = "5 seconds"
/** How soon a pass that failed is taken up again. */
const tryAgain = "30 seconds"

const sayWhatChanged = Effect.gen(function* () {
  const applied = yield* readAppliedRules()
  if (applied === undefined || applied.slots === 0) return
  const { version, slots, appointments } = applied
  yield* Effect.logInfo(
    `Time-zone rules ${version}: ${slots} slots and ${appointments} appointments to come keep their wall time at other instants`,
  )
})

/** Applies the rules of this process where it is the first to have them; rules that stand already cost one statement. */
export const keepWallTimes = Effect.gen(function* () {
  const { version } = yield* ZoneRules
  const applied = yield* readAppliedRules()
  if (applied !== undefined && applied.version > version) {
    return yield* Effect.logWarning(
      `This process has the time-zone rules ${version}, and the data stand by ${applied.version}: update it, or it books by old clocks`,
    )
  }
  if (applied?.version === version && applied.passesLeft === 0) return
  yield* beginRules(version)
  while (true) {
    const done = yield* applyZoneRules
    if (done === "over") return
    if (done === "ended") yield* sayWhatChanged
    if (done === "waiting") yield* Effect.sleep(waitFor)
  }
}).pipe(Effect.withSpan("keepWallTimes"))

/** Keeps wall times over a change of time-zone rules, for processes with the worker role. */
export const zoneRulesWork = Layer.effectDiscard(
  keepWallTimes.pipe(
    Effect.tapCause((cause) => Effect.logError("Time-zone rules could not be applied", cause)),
    Effect.sandbox,
    Effect.retry(Schedule.spaced(tryAgain)),
    Effect.forkScoped,
  ),
)
