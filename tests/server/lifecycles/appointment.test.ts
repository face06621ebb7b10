import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { appointmentLifecycle, appointmentTable } from "#machines/lifecycles/appointment.lifecycle.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentEvent } from "#schemas/scheduling/events.ts"
import type { AppointmentAction } from "#schemas/scheduling/appointment.ts"
import { handle, systemContext } from "#server/handle.ts"
import { appointmentStream } from "#server/scheduling/appointments/appointment.commands.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
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
} from "#tests/support/scheduling.ts"
import { takenByEvents } from "./taken.ts"

type Type = AppointmentEvent["_tag"]

const { paths } = pathsOf(appointmentLifecycle, {})
const begun = Date.parse(`${monday}T18:00:00Z`)

/** What may be done to an appointment of one patient, between two slots. */
const open = Effect.fnUntraced(function* (companyId: CompanyId, patientHashedId: string) {
  const { Appointment } = yield* schedulingClient
  const clock = yield* MovableClock
  const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30"), slotAt("09:30", "10:00")])])
  const slotIds = [yield* slotIdOf(place, monday, "09:00"), yield* slotIdOf(place, monday, "09:30")] as const
  let hashedId = "AbsentAppointment00000"
  let appointmentId = 0
  let at = 0
  let minutes = 0
  const change = (action: AppointmentAction) =>
    Effect.suspend(() =>
      Appointment.ChangeStatus({
        headers: {},
        payload: { hashedId, action, reason: action === "cancel" ? "clinic" : null },
      }),
    )
  const calls = {
    SlotHeld: Effect.suspend(() =>
      Appointment.HoldSlot({ headers: {}, payload: { slotId: slotIds[0], patientHashedId, overbook: false } }),
    ).pipe(
      Effect.tap(({ data }) =>
        Effect.sync(() => {
          hashedId = data.hashedId
          appointmentId = data.appointmentId
        }),
      ),
    ),
    HoldExtended: Effect.suspend(() => Appointment.ExtendHold({ headers: {}, payload: { hashedId } })),
    HoldReleased: Effect.suspend(() => Appointment.ReleaseSlot({ headers: {}, payload: { hashedId } })),
    AppointmentBooked: Effect.suspend(() =>
      Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } }),
    ),
    AppointmentConfirmed: change("confirm"),
    AppointmentRescheduled: Effect.suspend(() =>
      Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId: slotIds[(at += 1) % 2] ?? slotIds[0] } }),
    ),
    WallTimeKept: Effect.suspend(() => {
      const startsAt = `${monday}T17:0${(minutes += 1)}:00.000Z`
      const kept = { _tag: "KeepWallTime", now: noon, startsAt, endsAt: `${monday}T17:30:00.000Z` } as const
      return handle(appointmentStream, appointmentId, kept, systemContext(companyId, "rules"))
    }),
    PatientArrived: Effect.andThen(clock.move(begun), change("arrive")),
    AppointmentFulfilled: change("fulfill"),
    AppointmentMissed: Effect.andThen(clock.move(begun), change("miss")),
    AppointmentCancelled: change("cancel"),
  } satisfies Readonly<Record<Type, unknown>>
  const status = Effect.suspend(() => Appointment.GetAppointmentDetail({ query: { hashedId } })).pipe(
    Effect.map(({ data }) => data.appointment.status),
  )
  return { calls, status }
})

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the life of an appointment on the server",
  (it) => {
    it.effect.each(paths.map((path) => [path.events.map(({ type }) => type as Type)] as const))(
      "is the chart's, and what the chart does not take is refused: %s",
      ([types]) =>
        Effect.gen(function* () {
          const { companyId, patients } = yield* companyWith(1)
          yield* Effect.gen(function* () {
            const { calls, status } = yield* open(companyId, patients[0] ?? "")
            let expected: Parameters<typeof appointmentTable.allowed>[0] = appointmentTable.initial
            for (const type of types) {
              yield* calls[type]
              expected = appointmentTable.next(expected, type) ?? expected
              expect(yield* status).toBe(expected)
            }
            const allowed = appointmentTable.allowed(expected)
            yield* (yield* MovableClock).move(noon)
            for (const wish of Object.keys(calls).filter((name) => name !== "SlotHeld") as ReadonlyArray<Type>) {
              const call: Effect.Effect<unknown, unknown, Effect.Services<(typeof calls)[Type]>> = calls[wish]
              if (!allowed.includes(wish)) expect(yield* Effect.flip(call)).toMatchObject({ problem: "NotAllowedNow" })
            }
            expect(yield* status).toBe(expected)
            expect(yield* seatDrift).toEqual([])
          }).pipe(asCompany(companyId))
        }),
    )

    it.effect("took every transition of the chart, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(appointmentLifecycle)
        expect(declaredTransitions(appointmentLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
