import { Effect } from "effect"
import { defaultReminders } from "#schemas/scheduling/appointmentText.ts"
import { systemContext } from "#server/handle.ts"
import { promisedInstants } from "#server/scheduling/schedules/wallTime.rule.ts"
import { setUpTexts } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { applyZoneRules } from "#server/scheduling/zoneRules/zoneRules.commands.ts"
import { beginRules, readAppliedRules, ZoneRules } from "#server/scheduling/zoneRules/zoneRules.queries.ts"
import { asCompany } from "./callingAs.ts"
import { senderIdOf } from "./outreach.ts"
import { slotAt } from "./scheduleSamples.ts"
import { companyWith, monday, morning, savedPlace, slotIdOf } from "./scheduling.ts"
import { waitlistCalls } from "./waitlist.ts"

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

/** A visit on Monday at nine in Los Angeles, which is 17:00 UTC there, of a company that texts about everything. */
export const booked = Effect.fnUntraced(function* (people = 1) {
  const { companyId, patients } = yield* companyWith(people)
  const senderId = yield* senderIdOf(companyId)
  yield* setUpTexts(systemContext(companyId, "set-up"), {
    ...{ senderId, kinds: ["booked", "moved", "cancelled", "reminder", "offer"], reminders: defaultReminders },
  })
  const asStaff = asCompany(companyId)
  const place = yield* asStaff(savedPlace([morning(monday, [slotAt("09:00", "09:30"), slotAt("10:00", "10:30")])]))
  const { book } = yield* waitlistCalls
  const visit = yield* asStaff(
    Effect.flatMap(slotIdOf(place, monday, "09:00"), (slotId) => book(slotId, patients[0] ?? "")),
  )
  return { companyId, patients, senderId, asStaff, place, visit }
})
/** Pacific time becomes mountain time: nine in the morning is an hour earlier. */
export const mountain = () => newRules((zone) => (zone === "America/Los_Angeles" ? "America/Denver" : zone))
/** When the visit of `booked` begins, in milliseconds since 1970. */
export const start = Date.parse("2026-11-23T17:00:00.000Z")
