import { Result } from "effect"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import { PatientId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { appointmentDecider, type AppointmentCommand } from "#server/scheduling/appointments/appointment.decider.ts"

const { initialState, decide, evolve } = appointmentDecider
const start = Date.parse("2026-11-20T15:00:00Z")
const minute = 60_000
const locationId = LocationId.make(3)
const times = {
  ...({ slotId: SlotId.make(5), apptSection: 1, date: "2026-11-24", start: "09:30", end: "10:00" } as const),
  ...{ zone: "America/New_York", startsAt: "2026-11-24T14:30:00.000Z", endsAt: "2026-11-24T15:00:00.000Z" },
}
const hold: AppointmentCommand = {
  _tag: "HoldSlot",
  ...{ appointmentId: AppointmentId.make(1), patientId: PatientId.make(2), locationId, times, now: start },
  ...{ source: "staff", isOverbooked: false },
}
type Asked = AppointmentCommand extends infer Command ? (Command extends unknown ? Omit<Command, "now"> : never) : never
const at = (minutes: number, asked: Asked) => ({ ...asked, now: start + minutes * minute }) as AppointmentCommand
const after = (...commands: ReadonlyArray<AppointmentCommand>) =>
  commands.reduce((fold, command) => Result.getOrThrow(decide(fold, command)).reduce(evolve, fold), initialState)
const refusal = (before: ReadonlyArray<AppointmentCommand>, command: AppointmentCommand) =>
  Result.getOrThrow(Result.flip(decide(after(...before), command))).message
const book = at(2, { _tag: "BookAppointment" })

describe("a held seat", () => {
  it("is held for five minutes, and for five more once", () => {
    expect(after(hold).heldUntil).toBe("2026-11-20T15:05:00.000Z")
    expect(after(hold, at(4, { _tag: "ExtendHold" })).heldUntil).toBe("2026-11-20T15:10:00.000Z")
    expect(refusal([hold, at(1, { _tag: "ExtendHold" })], at(2, { _tag: "ExtendHold" }))).toMatch(/for longer already/)
  })

  it("can be booked until its time is over, not from then on", () => {
    expect(after(hold, at(4.99, { _tag: "BookAppointment" })).state).toBe("booked")
    expect(refusal([hold], at(5, { _tag: "BookAppointment" }))).toMatch(/its time is over/)
    expect(refusal([hold], at(5, { _tag: "ExtendHold" }))).toMatch(/its time is over/)
  })

  it("cannot be held for longer where no seat is held", () => {
    expect(refusal([], at(1, { _tag: "ExtendHold" }))).toMatch(/No seat is held yet/)
    expect(refusal([hold, book], at(3, { _tag: "ExtendHold" }))).toMatch(/is booked/)
  })

  it("ends by itself once its time is over, not before", () => {
    expect(Result.getOrThrow(decide(after(hold), at(4.99, { _tag: "LapseHold" })))).toEqual([])
    expect(Result.getOrThrow(decide(after(hold), at(5, { _tag: "LapseHold" })))).toEqual([
      { _tag: "HoldReleased", hasLapsed: true },
    ])
    expect(Result.getOrThrow(decide(after(hold, book), at(9, { _tag: "LapseHold" })))).toEqual([])
  })

  it("is given back by hand at any time", () => {
    expect(Result.getOrThrow(decide(after(hold), at(1, { _tag: "ReleaseHold" })))).toEqual([
      { _tag: "HoldReleased", hasLapsed: false },
    ])
  })
})

describe("an appointment", () => {
  it("has to be confirmed again when it is moved, and stays as it is when it is moved to where it is", () => {
    const confirmed = [hold, book, at(3, { _tag: "ConfirmAppointment" })]
    const moved = { ...times, slotId: SlotId.make(6), startsAt: "2026-11-25T14:30:00.000Z" }
    expect(
      after(...confirmed, at(4, { _tag: "Reschedule", locationId, times: moved, isOverbooked: false })),
    ).toMatchObject({
      ...{ state: "booked", slotId: 6, startsAt: moved.startsAt },
    })
    expect(
      Result.getOrThrow(
        decide(after(...confirmed), at(4, { _tag: "Reschedule", locationId, times, isOverbooked: true })),
      ),
    ).toEqual([])
  })

  it("cannot be missed before it has begun", () => {
    const begins = (Date.parse(times.startsAt) - start) / minute
    expect(refusal([hold, book], at(begins - 1, { _tag: "MarkMissed" }))).toMatch(/has not begun/)
    expect(after(hold, book, at(begins, { _tag: "MarkMissed" })).state).toBe("noshow")
  })

  it("has a patient who has arrived on its day at the location, and not before", () => {
    const midnight = Temporal.PlainDate.from(times.date).toZonedDateTime(times.zone).epochMilliseconds
    const early = at((midnight - start) / minute - 1, { _tag: "MarkArrived" })
    expect(refusal([hold, book], early)).toBe(
      "The appointment is on a later day. Mark the patient as arrived on that day.",
    )
    expect(after(hold, book, at((midnight - start) / minute, { _tag: "MarkArrived" })).state).toBe("arrived")
  })

  it("says what is possible instead", () => {
    const cancel = at(3, { _tag: "CancelAppointment", reason: "patient" })
    expect(refusal([hold, book, cancel], at(4, { _tag: "MarkArrived" }))).toBe(
      "This appointment was cancelled. Book another time.",
    )
    expect(refusal([hold], cancel)).toBe("The seat is only held. Book it first, or release it.")
  })
})
