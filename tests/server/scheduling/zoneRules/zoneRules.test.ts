import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { CompanyId, PatientId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { handle, systemContext } from "#server/handle.ts"
import { appointmentStream } from "#server/scheduling/appointments/appointment.commands.ts"
import { foundRow } from "#server/scheduling/appointments/appointment.queries.ts"
import { instantsOf, promisedInstants } from "#server/scheduling/schedules/wallTime.rule.ts"
import { followAppointments, sendReminders } from "#server/scheduling/texts/texts.job.ts"
import { applyZoneRules } from "#server/scheduling/zoneRules/zoneRules.commands.ts"
import { keepWallTimes } from "#server/scheduling/zoneRules/zoneRules.job.ts"
import { beginRules, readAppliedRules, ZoneRules } from "#server/scheduling/zoneRules/zoneRules.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { location } from "#tests/support/contractRequests.ts"
import { collectLog } from "#tests/support/logged.ts"
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
import { testDatabases } from "#tests/support/testDatabases.ts"
import { showFreed, waitlistCalls } from "#tests/support/waitlist.ts"
import { applyRules, booked, mountain, newRules, pass, start, type Rules } from "#tests/support/zoneRules.ts"

const hour = 3_600_000
const zones = [
  ...["America/New_York", "America/Los_Angeles", "America/Phoenix", "America/St_Johns", "America/Santiago"],
  ...["Europe/London", "Europe/Berlin", "Africa/Casablanca", "Asia/Kolkata", "Asia/Kathmandu"],
  ...["Australia/Lord_Howe", "Pacific/Chatham"],
]

type Promised = { readonly zone: string; readonly date: string; readonly start: string; readonly minutes: number }
type Made = Promised & { readonly isLater: boolean; readonly seat: (typeof seats)[number] }
const seats = ["none", "pending", "booked", "confirmed", "cancelled"] as const
const time = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
const endOf = ({ start, minutes }: Promised): string =>
  time(Number(start.slice(0, 2)) * 60 + Number(start.slice(3)) + minutes)
/** The nights on which clocks change are as likely as all others together. */
const changing = ["2027-03-14", "2027-11-07", "2027-03-28", "2027-10-31", "2027-04-04", "2027-10-03", "2026-03-08"]
const date = fc.oneof(
  fc.constantFrom(...changing),
  fc
    .integer({ min: 0, max: 4 * 365 })
    .map((days) => new Date(Date.UTC(2024, 10, 18) + days * 24 * hour).toISOString().slice(0, 10)),
)
const made: fc.Arbitrary<Made> = fc.record({
  zone: fc.constantFrom(...zones),
  date,
  start: fc
    .oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 90 }))
    .map((quarter) => time(quarter * 15)),
  minutes: fc.constantFrom(15, 30, 75),
  isLater: fc.boolean(),
  seat: fc.constantFrom(...seats),
})

type Row = {
  readonly slotId: number
  readonly date: string
  readonly start: string
  readonly startsAt: Date
  readonly endsAt: Date
}
const readSlots = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<Row>`
    select slot_id as "slotId", to_char(date, 'YYYY-MM-DD') as date, start_time as start, starts_at as "startsAt",
      ends_at as "endsAt" from slots where company_id = ${companyId} order by slot_id`,
  )
})

let seated = 100_000
/** Stores slots as the scheduler does, by the rules of this machine, each with at most one seat taken. */
const store = Effect.fnUntraced(function* (companyId: CompanyId, slots: ReadonlyArray<Made>) {
  const { sql, company } = yield* Database
  const context = systemContext(companyId, "made")
  const stored = []
  for (const [place, slot] of slots.entries()) {
    const { zone, date: on, start, isLater, seat } = slot
    const end = endOf(slot)
    const span = instantsOf({ date: on, start, end, isLater }, zone)
    if (span === undefined || end >= "24:00") continue
    const [row] = yield* company(companyId)(sql<{ slotId: number }>`
      insert into slots (company_id, location_id, appt_section, date, start_time, end_time, is_later, zone, starts_at,
        ends_at, capacity, overbook, buffer_before, buffer_after, booked, held)
      values (${companyId}, ${place + 1}, 1, ${on}::date, ${start}, ${end}, ${isLater}, ${zone},
        ${span.startsAt}::timestamptz, ${span.endsAt}::timestamptz, 1, 0, 0, 0,
        ${seat === "booked" || seat === "confirmed" ? 1 : 0}, ${seat === "pending" ? 1 : 0})
      returning slot_id as "slotId"`)
    const slotId = SlotId.make(row?.slotId ?? 0)
    const id = AppointmentId.make((seated += 1))
    const to = (command: Parameters<typeof appointmentStream.decider.decide>[1]) =>
      handle(appointmentStream, id, command, context)
    if (seat !== "none")
      yield* to({
        ...({
          _tag: "HoldSlot",
          appointmentId: id,
          patientId: PatientId.make(seated),
          source: "staff",
          isOverbooked: false,
        } as const),
        ...{ locationId: LocationId.make(place + 1), now: noon },
        times: { ...{ slotId, apptSection: 1, date: on, start, end, zone }, ...span },
      })
    if (seat !== "none" && seat !== "pending") yield* to({ _tag: "BookAppointment", now: noon })
    if (seat === "confirmed") yield* to({ _tag: "ConfirmAppointment", now: noon })
    if (seat === "cancelled") yield* to({ _tag: "CancelAppointment", reason: "other", now: noon })
    stored.push({ ...slot, end, slotId, id, span })
  }
  return stored
})

const eventsOf = (companyId: CompanyId, id: number) =>
  Effect.flatMap(EventStore, (events) =>
    Effect.map(events.readStream(companyId, `appointment-${id}`), (all) => all.map(({ type }) => type)),
  )

const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }),
  ]),
)
/** The moments at which a zone’s clock shows a time, found by looking at it every quarter of an hour. */
const seen = (on: string, start: string, zone: string): ReadonlyArray<number> => {
  const from = Date.parse(`${on}T${start}:00Z`)
  return Array.from({ length: 4 * 30 }, (_, place) => from + (place - 60) * (hour / 4)).filter(
    (millis) => clocks.get(zone)?.format(millis) === `${on} ${start}`,
  )
}

const moveTo = (millis: number) => Effect.flatMap(MovableClock, (clock) => clock.move(millis))
const isTaken = ({ seat }: Made): boolean => seat !== "none" && seat !== "cancelled"

const keepsPromises = Effect.fnUntraced(function* (slots: ReadonlyArray<Made>, turn: number) {
  const { companyId } = yield* companyWith(0)
  const stored = yield* store(companyId, slots)
  const clockOf = (zone: string) => zones[(zones.indexOf(zone) + turn) % zones.length] ?? zone
  const rules = newRules(clockOf)
  yield* applyRules(rules)
  const check = Effect.gen(function* () {
    const rows = new Map((yield* readSlots(companyId)).map((row) => [row.slotId, row]))
    for (const slot of stored) {
      const { zone, date: on, start, isLater, slotId, id, span } = slot
      const row = rows.get(slotId)
      const moments = seen(on, start, clockOf(zone))
      const promised = promisedInstants(slot, clockOf(zone))
      const isToCome = Date.parse(span.startsAt) > noon || Date.parse(promised.startsAt) > noon
      if (isToCome && !promised.isShown && !isTaken(slot)) {
        expect(row).toBeUndefined()
        continue
      }
      expect(row).toMatchObject({ date: on, start })
      const begins = row?.startsAt.getTime() ?? 0
      if (!isToCome) expect(begins).toBe(Date.parse(span.startsAt))
      else if (promised.isShown) {
        expect(begins).toBe(moments[isLater ? 1 : 0])
        expect(row?.endsAt.toISOString()).toBe(promised.endsAt)
      }
      if (slot.seat === "none") continue
      const kept = yield* foundRow(companyId, id)
      const moved =
        isTaken(slot) && isToCome && (promised.startsAt !== span.startsAt || promised.endsAt !== span.endsAt)
      expect(kept).toMatchObject({ slotId, date: on, start, zone, status: slot.seat })
      if (isTaken(slot))
        expect([kept.startsAt, kept.endsAt]).toEqual([row?.startsAt.toISOString(), row?.endsAt.toISOString()])
      expect((yield* eventsOf(companyId, id)).filter((type) => type === "WallTimeKept")).toHaveLength(moved ? 1 : 0)
    }
    expect(yield* seatDrift).toEqual([])
  })
  yield* check
  // The second pass of the same rules, and a release that changes nothing.
  yield* moveTo(noon + 601_000)
  yield* applyRules(rules)
  yield* applyRules(newRules(clockOf))
  yield* check
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`delete from slots where company_id = ${companyId}`)
})

for (const [name, database] of testDatabases) {
  const parts = LiveCounts.layer.pipe(Layer.provideMerge(schedulingOn(database)))
  layer(parts, { excludeTestServices: true, timeout: 120_000 })(`new time-zone rules on ${name}`, (it) => {
    it.effect(
      "leave every promised wall time as it was, at the instant that they give it",
      () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<Effect.Services<ReturnType<typeof keepsPromises>>>()
          const slots = fc.array(made, { minLength: 20, maxLength: 60 })
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(slots, fc.integer({ min: 1, max: zones.length - 1 }), (some, turn) =>
                Effect.runPromiseWith(context)(keepsPromises(some, turn)),
              ),
              { numRuns: 12 },
            ),
          )
        }),
      120_000,
    )

    it.effect(
      "take a free time away that the clock skips now, keep one that is taken, and know which of two is meant",
      () =>
        Effect.gen(function* () {
          const { companyId } = yield* companyWith(0)
          const spring = { zone: "America/Phoenix", date: "2027-03-14", minutes: 30, isLater: false }
          const autumn = { zone: "America/Phoenix", date: "2027-11-07", minutes: 30, isLater: false }
          const later = { ...autumn, zone: "America/Los_Angeles", isLater: true }
          yield* store(companyId, [
            { ...spring, start: "02:30", seat: "none" },
            { ...spring, start: "02:30", seat: "cancelled" },
            { ...spring, start: "02:30", seat: "booked" },
            { ...spring, start: "01:45", seat: "booked" },
            { ...autumn, start: "01:30", seat: "booked" },
            { ...later, start: "01:30", seat: "booked" },
            { ...later, start: "01:30", seat: "none" },
          ])
          yield* applyRules(
            newRules((zone) => (zone === "America/Phoenix" ? "America/Los_Angeles" : "America/Phoenix")),
          )
          const rows = yield* readSlots(companyId)
          expect(
            rows.map(({ start: shown, startsAt, endsAt }) => [shown, startsAt.toISOString(), endsAt.toISOString()]),
          ).toEqual([
            ["02:30", "2027-03-14T10:30:00.000Z", "2027-03-14T11:00:00.000Z"],
            ["01:45", "2027-03-14T09:45:00.000Z", "2027-03-14T10:15:00.000Z"],
            ["01:30", "2027-11-07T08:30:00.000Z", "2027-11-07T09:00:00.000Z"],
            ["01:30", "2027-11-07T08:30:00.000Z", "2027-11-07T09:00:00.000Z"],
          ])
          expect(yield* seatDrift).toEqual([])
        }),
    )

    it.effect("move reminders with the visit, send none twice, and tell and offer nothing", () =>
      Effect.gen(function* () {
        const { companyId, patients, senderId, asStaff, place, visit } = yield* booked(2)
        const { add, log } = yield* waitlistCalls
        const { sql, read } = yield* Database
        const texts = read(
          companyId,
          sql<{ key: string; state: string; notAfter: Date }>`
          select key, state, not_after as "notAfter" from recipients where company_id = ${companyId} and key like 'reminder %'
          order by campaign_id, recipient_id`,
        )
        yield* asStaff(add(patients[1] ?? ""))
        yield* moveTo(start - 24 * hour)
        yield* sendReminders
        yield* claim(yield* Database, {
          companyId,
          senderId,
          channel: textChannel,
          most: 10,
          now: start - 24 * hour,
          turn: 1,
        })
        yield* applyRules(mountain())
        const all = yield* Effect.flatMap(EventStore, (events) =>
          events.readStream(companyId, `appointment-${visit.appointmentId}`),
        )
        yield* followAppointments(all.slice(2))
        yield* showFreed(companyId)
        expect((yield* asStaff(log)).length).toBe(0)
        yield* moveTo(start - 25 * hour)
        yield* sendReminders
        expect(yield* texts).toMatchObject([{ notAfter: new Date(start - hour) }])
        yield* moveTo(start - 3 * hour)
        yield* sendReminders
        expect((yield* texts).map(({ key }) => key)).toEqual([
          `reminder 1 days before 2026-11-23T16:00:00.000Z of ${visit.appointmentId}`,
          `reminder 2 hours before 2026-11-23T16:00:00.000Z of ${visit.appointmentId}`,
        ])
        const [slot] = yield* asStaff(slotsOf(place, monday))
        expect(slot).toMatchObject({ start: "09:00", startsAt: "2026-11-23T16:00:00.000Z", booked: 1 })
        yield* moveTo(noon)
      }),
    )

    it.effect("keep a patient from two visits at one time", () =>
      Effect.gen(function* () {
        const { asStaff, patients } = yield* booked()
        const { Appointment, Location } = yield* schedulingClient
        const elsewhere = yield* asStaff(savedPlace([morning(monday, [slotAt("09:00", "09:30")])], { name: "Denver" }))
        const timezone = "America/Denver"
        yield* asStaff(
          Location.SaveLocation({
            headers: {},
            payload: { hashedId: elsewhere, location: { ...location, name: "Denver", closures: [], timezone } },
          }),
        )
        const slotId = yield* asStaff(slotIdOf(elsewhere, monday, "09:00"))
        const hold = asStaff(
          Appointment.HoldSlot({
            headers: {},
            payload: { slotId, patientHashedId: patients[0] ?? "", overbook: false },
          }),
        )
        const { data } = yield* hold
        yield* asStaff(Appointment.ReleaseSlot({ headers: {}, payload: { hashedId: data.hashedId } }))
        yield* applyRules(mountain())
        expect(yield* Effect.flip(hold)).toMatchObject({ problem: "AlreadyExists" })
      }),
    )

    it.effect("come once from several processes, while people book, move and cancel", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(16)
        const asStaff = asCompany(companyId)
        const times = Array.from({ length: 40 }, (_, place) => 8 * 60 + place * 15)
        const place = yield* asStaff(
          savedPlace([
            morning(
              monday,
              times.map((from) => slotAt(time(from), time(from + 15), { capacity: 2 })),
            ),
          ]),
        )
        const { Appointment } = yield* schedulingClient
        const { book } = yield* waitlistCalls
        const slots = yield* asStaff(slotsOf(place, monday))
        const slotAtPlace = (index: number) => slots[index % slots.length]?.slotId ?? SlotId.make(0)
        const visits = yield* asStaff(
          Effect.forEach(patients, (patient, index) => book(slotAtPlace(index * 2), patient)),
        )
        const rules = mountain()
        yield* beginRules(rules.version)
        const work = pass.pipe(Effect.provideService(ZoneRules, rules))
        const people = Effect.forEach(
          visits,
          ({ hashedId }, index) =>
            Effect.exit(
              index % 2 === 0
                ? Appointment.ChangeStatus({ headers: {}, payload: { hashedId, action: "cancel", reason: "patient" } })
                : Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId: slotAtPlace(index * 2 + 1) } }),
            ),
          { concurrency: 8 },
        ).pipe(asStaff)
        yield* Effect.all([people, work, work, work], { concurrency: "unbounded" })
        expect(yield* seatDrift).toEqual([])
        const after = new Map((yield* readSlots(companyId)).map((row) => [row.slotId, row]))
        for (const { appointmentId } of visits) {
          const row = yield* foundRow(companyId, appointmentId)
          if (row.status === "booked") expect(row.startsAt).toBe(after.get(row.slotId)?.startsAt.toISOString())
          const types = yield* eventsOf(companyId, appointmentId)
          expect(types.filter((type) => type === "WallTimeKept").length).toBeLessThan(2)
        }
        for (const { start: shown, startsAt } of after.values())
          expect(startsAt.toISOString()).toBe(
            instantsOf({ date: monday, start: shown, end: "23:59" }, "America/Denver")?.startsAt,
          )
      }),
    )

    it.effect(
      "are passed over again later, then never more; a process with older ones is told so and changes nothing",
      () =>
        Effect.gen(function* () {
          const { companyId, visit } = yield* booked()
          const log = collectLog()
          const older = newRules((zone) => zone)
          const rules = mountain()
          yield* applyRules(rules)
          const by = (some: Rules) =>
            keepWallTimes.pipe(Effect.provideService(ZoneRules, some), Effect.provide(log.layer))
          expect(yield* applyZoneRules.pipe(Effect.provideService(ZoneRules, rules))).toBe("waiting")
          yield* moveTo(noon + 601_000)
          yield* by(rules)
          expect(yield* readAppliedRules()).toMatchObject({ version: rules.version, passesLeft: 0 })
          yield* by(older)
          expect(log.lines.filter((line) => line.includes("update it"))).toHaveLength(1)
          expect(yield* readAppliedRules()).toMatchObject({ version: rules.version, passesLeft: 0 })
          expect(yield* foundRow(companyId, visit.appointmentId)).toMatchObject({
            startsAt: "2026-11-23T16:00:00.000Z",
          })
        }),
    )
  })
}
