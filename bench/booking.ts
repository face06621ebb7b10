/**
 * How fast appointments are found and booked: the free times of a week at one of fifty locations with ninety days of
 * slots and a hundred thousand visits, next to the bare statement; a thousand people who want one seat at once, next
 * to as many bare inserts of one key; and bookings a second, each a hold and its booking, next to plain inserts of as
 * many rows. The embedded database has a smaller world: it runs one statement at a time. Fails where a goal is missed
 * on PostgreSQL, or where more or fewer than one get the seat.
 * Run: `npm run bench -- booking`.
 */
import { cpus } from "node:os"
import { Effect } from "effect"
import { addDays } from "#schemas/calendar.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { timeAt } from "#schemas/scheduling/slot.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { sections as usual, slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { everyDatabase } from "#tests/support/testDatabases.ts"

/** What is there before the measurement, and how much is measured. */
type World = {
  readonly locations: number
  readonly days: number
  readonly bookers: number
  /** People with visits before the measurement, and how many they have together. */
  readonly visitors: number
  readonly visits: number
  readonly reads: number
  /** Who books before the measurement, so that statistics know appointments as they do where people work. */
  readonly early: number
}
const large: World = {
  ...{ locations: 50, days: 90, bookers: 1_000, visitors: 1_000, visits: 100_000 },
  ...{ reads: 400, early: 200 },
}
const small: World = {
  ...{ locations: 5, days: 30, bookers: 200, visitors: 100, visits: 4_000 },
  ...{ reads: 100, early: 50 },
}
/** What is to hold on PostgreSQL; milliseconds, and bookings a second. */
const goals = { weekMedian: 10, weekSlow: 30, raceSlow: 400, bookings: 600 }
const missed: Array<string> = []
const expectAtMost = (what: string, value: number, most: number): void => {
  if (value > most) missed.push(`${what}: ${value.toFixed(1)}, goal at most ${most}`)
}
const writers = 16

/** As autovacuum does, or the program on its embedded database. */
const gatherStatistics = asOwner((owner) => owner.unsafe("analyze"))

/** A day from eight to five in quarters of an hour. */
const quarters = Array.from({ length: 36 }, (_, place) => 8 * 60 + place * 15).map((from) =>
  slotAt(timeAt(from), timeAt(from + 15), { capacity: 4 }),
)

const timed = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const start = performance.now()
  yield* Effect.exit(effect)
  return performance.now() - start
})
const at = (times: ReadonlyArray<number>, share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0
const spread = (times: ReadonlyArray<number>): string =>
  `p50 ${at(times, 0.5).toFixed(1).padStart(7)} ms, p99 ${at(times, 0.99).toFixed(1).padStart(7)} ms`

const compare = (title: string, ours: ReadonlyArray<number>, bare: ReadonlyArray<number>): void => {
  console.log(`  ${title.padEnd(26)} ${spread(ours)}   × ${(at(ours, 0.99) / at(bare, 0.99)).toFixed(2)} at p99`)
  console.log(`  ${"bare statement".padEnd(26)} ${spread(bare)}`)
}

/** Visits that are stored like one that was booked: each takes a seat of a slot of its own. */
const storeVisits = Effect.fnUntraced(function* (companyId: CompanyId, hashedId: string, { visits, visitors }: World) {
  const { sql, company } = yield* Database
  const iso = (column: string) => sql.literal(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  yield* company(companyId)(
    Effect.gen(function* () {
      yield* sql`
        insert into read_models (company_id, category, id, version, stream_version, state, row, updated_at)
        select m.company_id, m.category, 1000000 + s.n, m.version, m.stream_version, m.state,
          m.row || jsonb_build_object('slotId', s.slot_id, 'locationId', s.location_id, 'date', s.date::text,
            'startsAt', ${iso("s.starts_at")}, 'endsAt', ${iso("s.ends_at")}, 'patientId', p.patient_id),
          m.updated_at
        from (select *, row_number() over (order by slot_id)::int as n from slots
              where company_id = ${companyId} and slot_id % 5 <> 0 limit ${visits}) s
        join (select patient_id, row_number() over (order by patient_id desc)::int as n from patients
              where company_id = ${companyId}) p on p.n = s.n % ${visitors} + 1
        cross join read_models m
        join hashed_ids h on h.company_id = m.company_id and h.kind = 'appointment' and h.id = m.id
        where m.company_id = ${companyId} and m.category = 'appointment' and h.hashed_id = ${hashedId}`
      yield* sql`
        update slots set booked = 1 where company_id = ${companyId} and slot_id in (
          select (row ->> 'slotId')::int from read_models
          where company_id = ${companyId} and category = 'appointment' and id > 1000000)`
    }),
  )
})

const measure = Effect.fn("bench.booking")(function* (name: string) {
  console.log(`\n${name}`)
  const isMeasured = name === "PostgreSQL"
  const world = isMeasured ? large : small
  const { locations, days, bookers, visitors, reads, early } = world
  const dates = Array.from({ length: days }, (_, day) => addDays(monday, day))
  const everyDay = usual.map((section) => ({ ...section, startDate: "2026-11-17", endDate: addDays(monday, days) }))
  /** The first reads of a process find what later ones do not have to look for. */
  const warm = reads / 8
  const { companyId, patients } = yield* companyWith(bookers + visitors)
  const { sql, company } = yield* Database
  const { Appointment } = yield* schedulingClient
  yield* asOwner((owner) =>
    Effect.andThen(
      owner.unsafe("create table plain_seats (seat int primary key, who int)"),
      owner.unsafe("grant insert on plain_seats to adminview_app"),
    ),
  )
  yield* Effect.gen(function* () {
    const places: Array<string> = []
    for (let place = 0; place < locations; place++)
      places.push(
        yield* savedPlace(
          dates.map((date) => morning(date, quarters)),
          { sections: everyDay, name: `Clinic ${place}` },
        ),
      )
    const hold = (patientHashedId: string, wanted: SlotId) =>
      Appointment.HoldSlot({ headers: {}, payload: { slotId: wanted, patientHashedId, overbook: false } })
    const first = (yield* slotsOf(places[0]!, dates[Math.floor((days * 2) / 3)]!)).at(-1)
    const { data } = yield* hold(patients.at(-1) ?? "", first?.slotId as SlotId)
    yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId: data.hashedId, note: "" } })
    yield* storeVisits(companyId, data.hashedId, world)
    yield* gatherStatistics
    const week = (index: number) => ({
      hashedId: places[index % locations]!,
      startDate: dates[(index * 7) % (days - 10)]!,
      endDate: addDays(dates[(index * 7) % (days - 10)]!, 6),
    })
    const ours: Array<number> = []
    const bare: Array<number> = []
    for (let index = 0; index < reads; index++) {
      const query = week(index)
      ours.push(yield* timed(Appointment.GetAvailableAppointments({ query })))
      bare.push(
        yield* timed(
          company(
            companyId,
          )(sql`select * from slots where company_id = ${companyId} and location_id = ${1 + (index % locations)}
            and date between ${query.startDate}::date and ${query.endDate}::date order by starts_at`),
        ),
      )
    }
    compare("free times of a week", ours.slice(warm), bare.slice(warm))
    if (isMeasured) {
      expectAtMost("free times of a week, p50 ms", at(ours.slice(warm), 0.5), goals.weekMedian)
      expectAtMost("free times of a week, p99 ms", at(ours.slice(warm), 0.99), goals.weekSlow)
    }

    const one = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30", { capacity: 1 })])], { name: "Hot" })
    const slotId = (yield* slotsOf(one, monday))[0]?.slotId as SlotId
    const all = { concurrency: "unbounded" } as const
    const racers = patients.slice(0, bookers)
    let winners = 0
    const race = yield* Effect.forEach(
      racers,
      (patient) => timed(Effect.tap(hold(patient, slotId), () => Effect.sync(() => (winners += 1)))),
      all,
    )
    if (winners !== 1) missed.push(`${name}: ${winners} of ${bookers} got the one seat`)
    const bareRace = yield* Effect.forEach(
      racers,
      (_, who) => timed(company(companyId)(sql`insert into plain_seats values (1, ${who})`)),
      all,
    )
    compare(`${bookers} for one seat`, race, bareRace)
    if (isMeasured) expectAtMost("a thousand for one seat, p99 ms", at(race, 0.99), goals.raceSlow)

    const free = yield* slotsOf(places[0]!, dates[1]!, dates[Math.min(42, days - 2)]!)
    const open = free.filter(({ booked }) => booked === 0)
    const bookAll = (some: ReadonlyArray<string>, from: number) =>
      Effect.forEach(
        some,
        (patient, index) =>
          Effect.flatMap(hold(patient, open[(from + index) % open.length]?.slotId as SlotId), ({ data }) =>
            Appointment.BookAppointment({ headers: {}, payload: { hashedId: data.hashedId, note: "" } }),
          ),
        { concurrency: writers },
      )
    yield* bookAll(racers.slice(0, early), 0)
    yield* gatherStatistics
    const start = performance.now()
    yield* bookAll(racers.slice(early), early)
    const booked = ((bookers - early) * 1_000) / (performance.now() - start)
    const plainStart = performance.now()
    yield* Effect.forEach(
      racers,
      (_, who) => company(companyId)(sql`insert into plain_seats values (${who + 10}, ${who})`),
      { concurrency: writers },
    )
    const plain = (bookers * 1_000) / (performance.now() - plainStart)
    console.log(`  bookings a second          ${booked.toFixed(0)}   × ${(booked / plain).toFixed(2)}`)
    if (isMeasured && booked < goals.bookings)
      missed.push(`bookings a second: ${booked.toFixed(0)}, goal at least ${goals.bookings}`)
    console.log(`  plain inserts a second     ${plain.toFixed(0)}`)
  }).pipe(asCompany(companyId))
})

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`)
for (const [name, database] of everyDatabase)
  await Effect.runPromise(Effect.scoped(Effect.provide(measure(name), schedulingOn(database))))
for (const one of missed) console.log(`✘ ${one}`)
process.exitCode = missed.length === 0 ? 0 : 1
