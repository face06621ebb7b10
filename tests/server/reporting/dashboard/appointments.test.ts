import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeDashboard } from "#server/reporting/dashboard/dashboard.queries.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  slotIdOf,
  testDay,
} from "#tests/support/scheduling.ts"

const scheduler = { userType: 3, accessIds: [7] } as const
const tomorrow = "2026-11-19"
const slots = [slotAt("11:30", "12:00", { capacity: 3 })]

const book = Effect.fnUntraced(function* (place: string, date: string, patientHashedId: string) {
  const { Appointment } = yield* schedulingClient
  const slotId = yield* slotIdOf(place, date, "11:30")
  const held = yield* Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook: false } })
  const { hashedId } = held.data
  return (yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } })).data
})

/** How many rows the list has that an address leads to. */
const listed = Effect.fnUntraced(function* (day: string, state?: "booked" | "confirmed") {
  const { Appointment } = yield* schedulingClient
  const narrowed = state === undefined ? {} : { state }
  return (yield* Appointment.GetBookedAppointments({ query: { startDate: day, endDate: day, ...narrowed } })).data
})

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "what Home says of appointments",
  (it) => {
    it.effect(
      "has as many in each status as the list behind it, at all locations, and as many seats as the calendar",
      () =>
        Effect.flatMap(companyWith(4), ({ companyId, patients: [first = "", second = "", third = "", fourth = ""] }) =>
          Effect.gen(function* () {
            const { Appointment } = yield* schedulingClient
            const days = [morning(testDay, slots), morning(tomorrow, slots)]
            const here = yield* savedPlace(days)
            const there = yield* savedPlace(days, { name: "Westmont" })
            const { hashedId } = yield* book(here, testDay, first)
            yield* Appointment.ChangeStatus({ headers: {}, payload: { hashedId, action: "confirm", reason: null } })
            yield* book(there, testDay, second)
            const gone = yield* book(here, testDay, third)
            yield* Appointment.ChangeStatus({
              headers: {},
              payload: { hashedId: gone.hashedId, action: "cancel", reason: "patient" },
            })
            yield* book(there, tomorrow, third)
            yield* book(here, tomorrow, fourth)

            const { appointments, needsYou, firstSteps } = yield* makeDashboard(companyId, scheduler)
            expect(appointments).toMatchObject({ day: testDay, counts: { confirmed: 1, booked: 1 } })
            expect(yield* listed(testDay, "confirmed")).toHaveLength(appointments?.counts["confirmed"] ?? 0)
            expect(yield* listed(testDay, "booked")).toHaveLength(appointments?.counts["booked"] ?? 0)
            expect(yield* listed(testDay)).toHaveLength(3)
            // Twelve seats of both days at both places, four of them taken.
            expect(appointments?.seatsLeft).toBe(8)
            expect(needsYou).toEqual([
              {
                text: "2 appointments tomorrow are not confirmed",
                urgent: false,
                link: { text: "See 2", path: `/appointment?view=list&day=${tomorrow}&state=booked` },
              },
            ])
            expect(yield* listed(tomorrow, "booked")).toHaveLength(2)
            // The steps before the first text are for those who send.
            expect(firstSteps).toBeUndefined()
          }).pipe(asCompany(companyId)),
        ),
    )

    it.effect("nothing without the right to them, and nothing of another company", () =>
      Effect.flatMap(companyWith(1), ({ companyId }) =>
        Effect.gen(function* () {
          const none = yield* makeDashboard(companyId, { userType: 2, accessIds: [1, 3, 5] })
          expect(none).not.toHaveProperty("appointments")
          const { appointments } = yield* makeDashboard(companyId, scheduler)
          expect(appointments).toEqual({ day: testDay, counts: {}, seatsLeft: 0 })
        }),
      ),
    )
  },
)
