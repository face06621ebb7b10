import { Effect } from "effect"
import { promisedInstants } from "#server/scheduling/schedules/wallTime.rule.ts"
import { applyZoneRules } from "#server/scheduling/zoneRules/zoneRules.commands.ts"
import { beginRules, readAppliedRules, ZoneRules } from "#server/scheduling/zoneRules/zoneRules.queries.ts"

let released = 0
/** Rules that are newer than all before, by which each zone’s clock goes as that of another one. */
export const newRules = (clockOf: (zone: string) => string) => ({
  version: `2999.${String((released += 1)).padStart(4, "0")}`,
  promisedInstants: ((span, zone) => promisedInstants(span, clockOf(zone))) satisfies typeof promisedInstants,
})
export type Rules = ReturnType<typeof newRules>

/** Goes on until a pass of these rules has ended, here or in another process. */
export const pass = Effect.gen(function* () {
  const before = yield* readAppliedRules()
  while (true) {
    const done = yield* applyZoneRules
    if (done === "ended" || done === "over") return
    if (done === "waiting" && (yield* readAppliedRules())?.passesLeft !== before?.passesLeft) return
  }
})
export const applyRules = (rules: Rules) =>
  Effect.andThen(beginRules(rules.version), pass).pipe(Effect.provideService(ZoneRules, rules))
