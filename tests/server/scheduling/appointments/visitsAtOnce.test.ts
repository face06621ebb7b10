import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { systemContext } from "#server/handle.ts"
import {
  bookAppointment,
  changeAppointmentStatus,
  reschedule,
} from "#server/scheduling/appointments/appointment.commands.ts"
import { foundRow } from "#server/scheduling/appointments/appointment.queries.ts"
import { holdSlot } from "#server/scheduling/appointments/hold.commands.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { meanwhile } from "#tests/support/meanwhile.ts"
import { noon } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  seatDrift,
  slotIdOf,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { book } from "#tests/support/stages.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const context = (companyId: CompanyId) => systemContext(companyId, "at once")

/** A patient, and slots at two places that have time in common. */
const twoPlaces = Effect.gen(function* () {
  const clock = yield* MovableClock
  yield* clock.move(noon)
  const { companyId, patients } = yield* companyWith(1)
  const here = yield* asCompany(companyId)(savedPlace([morning(monday, [slotAt("09:00", "10:00")])]))
  const there = yield* asCompany(companyId)(
    savedPlace([morning(monday, [slotAt("09:30", "10:00"), slotAt("11:00", "11:30")])], { name: "Westmont" }),
  )
  const slot = (place: string, start: string) => asCompany(companyId)(slotIdOf(place, monday, start))
  const [patientHashedId = ""] = patients
  const hold = (slotId: Appointment["slotId"]) =>
    holdSlot(context(companyId), {
      ...{ slotId, patient: { patientHashedId }, source: "staff", isOverbooked: false },
    })
  return { clock, companyId, patient: patientHashedId, here, there, slot, hold }
})

/** The status of each of two that were wanted, or why one was refused. */
const ends = (all: ReadonlyArray<Result.Result<{ readonly status: string }, { readonly problem: string }>>) =>
  all.map((end) => (Result.isSuccess(end) ? end.success.status : end.failure.problem))

for (const [name, database] of testDatabases) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 60_000 })(
    `visits of one patient at once on ${name}`,
    (it) => {
      it.effect("do not overlap where a hold is booked in time, and its time is over when another one is decided", () =>
        Effect.gen(function* () {
          const { clock, companyId, here, there, slot, hold } = yield* twoPlaces
          const { appointmentId } = yield* hold(yield* slot(here, "09:00"))
          const other = yield* slot(there, "09:30")
          let second: Result.Result<{ readonly status: string }, { readonly problem: string }> | undefined
          const first = yield* bookAppointment(context(companyId), appointmentId, { note: "" }).pipe(
            Effect.map(({ row }) => row),
            meanwhile(/insert into events/, () =>
              Effect.gen(function* () {
                yield* clock.move(noon + 6 * 60_000)
                second = yield* Effect.result(hold(other))
              }),
            ),
            Effect.result,
          )
          expect(ends([first, second!])).toEqual(["StaleVersion", "pending"])
          expect(yield* seatDrift).toEqual([])
        }),
      )

      it.effect(
        "do not overlap where someone comes late to a visit that they missed, and has another one by then",
        () =>
          Effect.gen(function* () {
            const { clock, companyId, patient, there } = yield* twoPlaces
            const long = yield* asCompany(companyId)(
              savedPlace([morning(monday, [slotAt("08:00", "12:00")])], { name: "Northmont" }),
            )
            const missed = yield* asCompany(companyId)(book(long, monday, { start: "08:00", patient }))
            yield* clock.move(Date.parse(missed.startsAt) + 60_000)
            const mark = (
              action: "miss" | "arrive" | "cancel",
              { appointmentId }: Pick<Appointment, "appointmentId">,
            ) =>
              Effect.map(
                changeAppointmentStatus(context(companyId), appointmentId, { action, reason: "patient" }),
                ({ row }) => row.status,
              )
            yield* mark("miss", missed)
            const other = yield* asCompany(companyId)(book(there, monday, { start: "11:00", patient }))
            expect(yield* Effect.flip(mark("arrive", missed))).toMatchObject({
              problem: "AlreadyExists",
              message: "This patient has another visit at that time, at Westmont. Cancel or move that one first.",
            })
            yield* mark("cancel", other)
            expect(yield* mark("arrive", missed)).toBe("arrived")
            expect(yield* seatDrift).toEqual([])
          }),
      )

      it.effect(
        "have the times that a slot has when one is moved there, whatever they were when it was looked at",
        () =>
          Effect.gen(function* () {
            const { companyId, patient, here, there, slot } = yield* twoPlaces
            const { appointmentId } = yield* asCompany(companyId)(book(here, monday, { start: "09:00", patient }))
            const slotId = yield* slot(there, "11:00")
            yield* reschedule(context(companyId), appointmentId, { slotId }).pipe(
              meanwhile(
                /insert into patient_visits/,
                (sql) => sql`
                update slots set end_time = '11:45', ends_at = ends_at + interval '15 minutes'
                where company_id = ${companyId} and slot_id = ${slotId}`,
              ),
            )
            const [, moved] = yield* asCompany(companyId)(slotsOf(there, monday))
            expect(yield* foundRow(companyId, appointmentId)).toMatchObject({
              ...{ slotId, start: "11:00", end: "11:45", endsAt: moved?.endsAt },
            })
          }),
      )

      it.effect("are answered as they are by now, where one is moved to another place while it is confirmed", () =>
        Effect.gen(function* () {
          const { companyId, patient, here, there, slot } = yield* twoPlaces
          const { appointmentId, hashedId } = yield* asCompany(companyId)(
            book(here, monday, { start: "09:00", patient }),
          )
          const slotId = yield* slot(there, "11:00")
          const { Appointment } = yield* schedulingClient
          const confirm = Appointment.ChangeStatus({
            headers: {},
            payload: { hashedId, action: "confirm", reason: null },
          })
          const { data } = yield* asCompany(companyId)(confirm).pipe(
            meanwhile(/from events\s+where company_id = .* and stream_id = .* and version >=/, () =>
              reschedule(context(companyId), appointmentId, { slotId }),
            ),
          )
          expect(data).toMatchObject({ status: "confirmed", start: "11:00", location: { name: "Westmont" } })
        }),
      )

      it.effect("do not overlap where one is moved onto a hold that is booked in time", () =>
        Effect.gen(function* () {
          const { clock, companyId, patient, here, there, slot, hold } = yield* twoPlaces
          const elsewhere = yield* asCompany(companyId)(book(there, monday, { start: "11:00", patient }))
          const { appointmentId } = yield* hold(yield* slot(here, "09:00"))
          const slotId = yield* slot(there, "09:30")
          let second: Result.Result<{ readonly status: string }, { readonly problem: string }> | undefined
          const first = yield* bookAppointment(context(companyId), appointmentId, { note: "" }).pipe(
            Effect.map(({ row }) => row),
            meanwhile(/insert into events/, () =>
              Effect.gen(function* () {
                yield* clock.move(noon + 6 * 60_000)
                second = yield* Effect.result(
                  Effect.as(reschedule(context(companyId), elsewhere.appointmentId, { slotId }), { status: "moved" }),
                )
              }),
            ),
            Effect.result,
          )
          expect(ends([first, second!])).toEqual(["StaleVersion", "moved"])
          expect(yield* seatDrift).toEqual([])
        }),
      )
    },
  )
}
