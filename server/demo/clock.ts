import { Clock, Effect } from "effect"
import type { DemoClock } from "#schemas/administration/demo.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { readCompany } from "#server/reporting/report/reportTables.queries.ts"
import { MovableClock } from "#server/store/MovableClock.ts"

const day = 24 * 3_600_000
/** How far from real time the demo may go, in milliseconds: far enough for quiet hours and contracts, not past everyone's contract. */
const range = { back: 7 * day, ahead: 60 * day } as const

/** What the product takes for now, in the company's zone. */
export const readClock = Effect.fn("demo.readClock")(function* (companyId: CompanyId) {
  const { timezone } = yield* readCompany(companyId)
  const now = yield* Clock.currentTimeMillis
  const offsetMillis = yield* (yield* MovableClock).offset
  return { now: new Date(now).toISOString(), offsetMillis, zone: timezone } satisfies DemoClock
})

/**
 * Makes an instant the product's now for everyone, or goes back to real time
 * (null). Refuses what lies more than 7 days before or 60 days after real time.
 */
export const moveClock = Effect.fn("demo.moveClock")(function* (to: string | null) {
  const clock = yield* MovableClock
  if (to === null) return yield* clock.reset
  const real = (yield* Clock.currentTimeMillis) - (yield* clock.offset)
  const millis = Date.parse(to)
  if (Number.isNaN(millis) || millis < real - range.back || millis > real + range.ahead) {
    return yield* Effect.fail(
      problem("Invalid", "The demo clock moves at most 7 days back and 60 days ahead of the real time.", {
        errors: [{ field: "now", message: "Choose a time from 7 days ago to 60 days ahead." }],
      }),
    )
  }
  yield* clock.move(millis)
})
