import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { lapseHolds } from "#server/scheduling/appointments/appointment.commands.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { location } from "#tests/support/contractRequests.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon } from "#tests/support/outreach.ts"
import { sections, slotAt } from "#tests/support/scheduleSamples.ts"
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
  testDay,
} from "#tests/support/scheduling.ts"

const minute = 60_000
const one = slotAt("09:00", "09:30", { capacity: 1 })

/** Runs as an administrator of a company with a location that has these slots on Monday, and three patients. */
const inPlace = <A, E, R>(
  work: (place: string, patients: ReadonlyArray<string>) => Effect.Effect<A, E, R>,
  slots: Parameters<typeof morning>[1] = [one, slotAt("09:30", "10:00")],
) =>
  Effect.flatMap(companyWith(3), ({ companyId, patients }) =>
    asCompany(companyId)(
      Effect.flatMap(savedPlace([morning(monday, slots), morning(testDay, [slotAt("10:00", "10:30")])]), (place) =>
        work(place, patients),
      ),
    ),
  )

const hold = Effect.fnUntraced(function* (place: string, start: string, patient = "", overbook = false) {
  const { Appointment } = yield* schedulingClient
  const slotId = yield* slotIdOf(place, monday, start)
  return (yield* Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId: patient, overbook } })).data
})
const book = Effect.fnUntraced(function* (place: string, start: string, patient = "", note = "") {
  const { Appointment } = yield* schedulingClient
  const { hashedId } = yield* hold(place, start, patient)
  return (yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note } })).data
})
const wait = (minutes: number) => Effect.flatMap(MovableClock, (clock) => clock.move(noon + minutes * minute))

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("booking", (it) => {
  it.effect("holds a seat where its slot is, of several locations", () =>
    inPlace((first, [one, two]) =>
      Effect.gen(function* () {
        const second = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30")])], { name: "Westmont" })
        expect((yield* hold(second, "09:00", one)).location).toEqual({ hashedId: second, name: "Westmont" })
        expect((yield* hold(first, "09:00", two)).location).toEqual({ hashedId: first, name: "Eastmont" })
      }),
    ),
  )

  it.effect("holds a seat, books it, and shows it with patient, place and note", () =>
    inPlace((place, [patient]) =>
      Effect.gen(function* () {
        const held = yield* hold(place, "09:00", patient)
        expect(held).toMatchObject({
          status: "pending",
          heldUntil: expect.stringMatching(/^2026-11-18T17:05:0/) as string,
          isExtended: false,
        })
        const { Appointment } = yield* schedulingClient
        const { data } = yield* Appointment.BookAppointment({
          headers: { "if-match": String(held.version) },
          payload: { hashedId: held.hashedId, note: "Brings her mother" },
        })
        expect(data).toMatchObject({
          ...{ status: "booked", heldUntil: null, note: "Brings her mother", source: "staff" },
          patient: { hashedId: patient, firstName: "Person1" },
          location: { hashedId: place, name: "Eastmont" },
          ...{ date: monday, start: "09:00", startsAt: "2026-11-23T17:00:00.000Z", zone: "America/Los_Angeles" },
        })
        const detail = yield* Appointment.GetAppointmentDetail({ query: { hashedId: held.hashedId } })
        expect(detail.data.history.map(({ type }) => type)).toEqual(["AppointmentBooked", "SlotHeld"])
      }),
    ),
  )

  it.effect("gives the hours of a location by day, and the seats that can still be booked", () =>
    inPlace((place, [patient]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const daysNow = Effect.fnUntraced(function* () {
          const query = { startDate: monday, endDate: monday, locationHashedId: place }
          const { data } = yield* Appointment.GetLocationDays({ query })
          return data.map(({ name, timezone, days }) => ({ name, timezone, days }))
        })
        const hours = location.hours[1]
        const seatsOf = (seatsLeft: number) => [
          {
            name: "Eastmont",
            timezone: "America/Los_Angeles",
            days: [{ date: monday, hours, closed: null, seatsLeft }],
          },
        ]
        const before = yield* daysNow()
        const [free] = before.flatMap(({ days }) => days.map(({ seatsLeft }) => seatsLeft))
        expect(before).toEqual(seatsOf(free ?? 0))
        expect(free).toBe(1 + slotAt("09:30", "10:00").capacity)
        yield* book(place, "09:00", patient)
        expect(yield* daysNow()).toEqual(seatsOf(free! - 1))
      }),
    ),
  )

  it.effect(
    "refuses a taken seat with the nearest free times, and gives one beyond them only where it is asked for",
    () =>
      inPlace(
        (place, [first, second, third]) =>
          Effect.gen(function* () {
            yield* book(place, "09:00", first)
            const refused = yield* Effect.flip(hold(place, "09:00", second))
            expect(refused).toMatchObject({ problem: "SlotTaken", offered: [{ startsAt: "2026-11-23T17:30:00.000Z" }] })
            expect((yield* hold(place, "09:00", second, true)).status).toBe("pending")
            expect(yield* Effect.flip(hold(place, "09:00", third, true))).toMatchObject({ problem: "SlotTaken" })
            expect(yield* seatDrift).toEqual([])
          }),
        [slotAt("09:00", "09:30", { capacity: 1, overbook: 1 }), slotAt("09:30", "10:00")],
      ),
  )

  it.effect("gives the seat of a hold whose time is over to who asks next, and to whoever looks at holds", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const lapsed = yield* hold(place, "09:00", first)
        yield* wait(6)
        const taken = yield* hold(place, "09:00", second)
        const late = Appointment.BookAppointment({ headers: {}, payload: { hashedId: lapsed.hashedId, note: "" } })
        expect(yield* Effect.flip(late)).toMatchObject({
          ...{ problem: "NotAllowedNow", message: "The seat is held no longer. Choose a time again." },
        })
        yield* wait(12)
        yield* lapseHolds
        expect(
          (yield* Appointment.GetAppointmentDetail({ query: { hashedId: taken.hashedId } })).data.appointment,
        ).toMatchObject({ status: "released", heldUntil: null })
        expect((yield* slotsOf(place, monday))[0]).toMatchObject({ held: 0, status: "free" })
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("holds the same time again for a patient whose hold of it is over", () =>
    inPlace((place, [patient]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        yield* wait(30)
        const lapsed = yield* hold(place, "09:30", patient)
        yield* wait(36)
        expect(yield* hold(place, "09:30", patient)).toMatchObject({ status: "pending", start: "09:30" })
        const detail = yield* Appointment.GetAppointmentDetail({ query: { hashedId: lapsed.hashedId } })
        expect(detail.data.appointment.status).toBe("released")
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("moves an appointment to a time of which its patient’s hold is over", () =>
    inPlace((place, [patient]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        yield* hold(place, "09:30", patient)
        yield* wait(48)
        const { hashedId } = yield* book(place, "09:00", patient)
        const slotId = yield* slotIdOf(place, monday, "09:30")
        const { data } = yield* Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId } })
        expect(data).toMatchObject({ status: "booked", start: "09:30" })
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("frees the seat of what is cancelled, with its reason", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const { hashedId } = yield* book(place, "09:00", first)
        const { data } = yield* Appointment.ChangeStatus({
          headers: {},
          payload: { hashedId, action: "cancel", reason: "patient" },
        })
        expect(data).toMatchObject({ status: "cancelled", cancelReason: "patient" })
        expect((yield* book(place, "09:00", second)).status).toBe("booked")
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("moves an appointment at once, or leaves it where it is", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const mine = yield* book(place, "09:30", first)
        yield* book(place, "09:00", second)
        const move = (start: string) =>
          Effect.flatMap(slotIdOf(place, monday, start), (slotId) =>
            Appointment.Reschedule({ headers: {}, payload: { hashedId: mine.hashedId, slotId } }),
          )
        expect(yield* Effect.flip(move("09:00"))).toMatchObject({ problem: "SlotTaken" })
        const { data } = yield* Appointment.GetAppointmentDetail({ query: { hashedId: mine.hashedId } })
        expect(data.appointment).toMatchObject({ status: "booked", start: "09:30", version: mine.version })
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("marks who is overbooked for as long as they are: a free seat, given or moved to, is no such", () =>
    inPlace(
      (place, [first, second, third]) =>
        Effect.gen(function* () {
          const { Appointment } = yield* schedulingClient
          // A seat is free still, whatever was asked for.
          const usual = yield* hold(place, "09:00", first, true)
          expect(usual.isOverbooked).toBe(false)
          yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId: usual.hashedId, note: "" } })
          const beyond = yield* hold(place, "09:00", second, true)
          expect(beyond.isOverbooked).toBe(true)
          const { hashedId } = beyond
          yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } })
          const move = (start: string, of: string, overbook?: boolean) =>
            Effect.flatMap(slotIdOf(place, monday, start), (slotId) =>
              Appointment.Reschedule({
                headers: {},
                payload: { hashedId: of, slotId, ...(overbook === undefined ? {} : { overbook }) },
              }),
            )
          expect((yield* move("09:30", hashedId, true)).data).toMatchObject({ start: "09:30", isOverbooked: false })
          expect((yield* move("09:00", hashedId, true)).data).toMatchObject({ start: "09:00", isOverbooked: true })
          const other = yield* book(place, "09:30", third)
          for (const overbook of [undefined, false, true])
            expect(yield* Effect.flip(move("09:00", other.hashedId, overbook))).toMatchObject({ problem: "SlotTaken" })
          expect(yield* seatDrift).toEqual([])
        }),
      [slotAt("09:00", "09:30", { capacity: 1, overbook: 1 }), slotAt("09:30", "10:00", { capacity: 1 })],
    ),
  )

  it.effect("moves an appointment to a seat whose hold is over", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const mine = yield* book(place, "09:30", first)
        yield* hold(place, "09:00", second)
        const slotId = yield* slotIdOf(place, monday, "09:00")
        const move = Appointment.Reschedule({ headers: {}, payload: { hashedId: mine.hashedId, slotId } })
        expect(yield* Effect.flip(move)).toMatchObject({ problem: "SlotTaken" })
        yield* wait(24)
        expect((yield* move).data).toMatchObject({ status: "booked", start: "09:00" })
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("says of each slot why it is not offered", () =>
    inPlace((place, patients) =>
      Effect.gen(function* () {
        const { Appointment, Location, Scheduler } = yield* schedulingClient
        yield* book(place, "09:00", patients[0])
        const whys = (startDate: string) =>
          Effect.map(
            Appointment.GetAvailableAppointments({ query: { hashedId: place, startDate, endDate: startDate } }),
            ({ data }) => data.slots.map(({ why }) => why),
          )
        expect(yield* whys(monday)).toEqual(["full", null])
        // At nine in the morning, ten is in less than two hours.
        expect(yield* whys(testDay)).toEqual(["soon"])
        const off = sections.map((section) => ({ ...section, switchValue: false }))
        yield* Scheduler.SaveScheduler({ headers: {}, payload: { hashedId: place, sections: off, days: [] } })
        expect(yield* whys(monday)).toEqual(["off", "off"])
        yield* Scheduler.SaveScheduler({ headers: {}, payload: { hashedId: place, sections, days: [] } })
        const closures = [{ from: monday, to: monday, reason: "Training" }]
        yield* Location.SaveLocation({ headers: {}, payload: { hashedId: place, location: { ...location, closures } } })
        expect(yield* whys(monday)).toEqual(["closed", "closed"])
        expect(yield* Effect.flip(hold(place, "09:30", patients[1]))).toMatchObject({
          ...{ problem: "NotAllowedNow", message: "The location is closed on this day. Choose another one." },
        })
      }),
    ),
  )

  it.effect("explains a slot to a patient: each rule, and what stands against it", () =>
    inPlace(
      (place, [patient = ""]) =>
        Effect.gen(function* () {
          const { Appointment } = yield* schedulingClient
          yield* book(place, "09:00", patient)
          const slotId = yield* slotIdOf(
            yield* savedPlace([morning(monday, [one])], { name: "Westmont" }),
            monday,
            "09:00",
          )
          const { data } = yield* Appointment.ExplainSlot({ query: { slotId, patientHashedId: patient } })
          expect(data.rules.filter(({ holds }) => !holds)).toEqual([
            { rule: "patient", holds: false, about: "Eastmont", at: "2026-11-23T17:00:00.000Z" },
          ])
          expect(data.rules.map(({ rule }) => rule)).toEqual(["section", "open", "ahead", "seats", "patient"])
        }),
      [slotAt("09:00", "10:00")],
    ),
  )

  it.effect("lists locations with their free seats and the first of them, without those that are disabled", () =>
    inPlace((place, [patient = ""]) =>
      Effect.gen(function* () {
        const { Appointment, Location } = yield* schedulingClient
        const { data } = yield* Appointment.GetBookableLocations({ query: { patientHashedId: patient } })
        expect(data).toMatchObject([{ name: "Eastmont", seatsLeft: 5, firstStartsAt: "2026-11-23T17:00:00.000Z" }])
        yield* Location.ChangeState({ headers: {}, payload: { hashedId: place, action: "disable" } })
        expect((yield* Appointment.GetBookableLocations({ query: { patientHashedId: patient } })).data).toEqual([])
      }),
    ),
  )

  it.effect("lists appointments by location, day and status, in the order of their time, with counts", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        yield* book(place, "09:30", first)
        yield* hold(place, "09:00", second)
        const list = (query: object) => Appointment.GetBookedAppointments({ query })
        const all = yield* list({ locationHashedId: place, startDate: monday, endDate: monday })
        expect(all.data.map(({ start, status }) => [start, status])).toEqual([
          ["09:00", "pending"],
          ["09:30", "booked"],
        ])
        expect(all.counts).toEqual({ pending: 1, booked: 1 })
        expect((yield* list({ state: "booked" })).data).toHaveLength(1)
        expect((yield* list({ startDate: "2026-11-24" })).data).toEqual([])
        const made = { locationHashedId: place, startDate: monday, endDate: monday }
        expect((yield* list({ ...made, source: "staff" })).data).toHaveLength(2)
        expect((yield* list({ ...made, source: "link" })).data).toEqual([])
      }),
    ),
  )

  it.effect("is absent for another company: slot, patient and appointment", () =>
    inPlace((place, [patient = ""]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const slotId = yield* slotIdOf(place, monday, "09:30")
        const { hashedId } = yield* book(place, "09:00", patient)
        yield* inPlace((_, [own = ""]) =>
          Effect.gen(function* () {
            const others = [
              Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId: own, overbook: false } }),
              Appointment.GetAppointmentDetail({ query: { hashedId } }),
              Appointment.ExplainSlot({ query: { slotId, patientHashedId: own } }),
              Appointment.GetBookableLocations({ query: { patientHashedId: patient } }),
            ]
            for (const other of others)
              expect(yield* Effect.flip<unknown, unknown, never>(other)).toMatchObject({ problem: "NotFound" })
          }),
        )
      }),
    ),
  )
})
