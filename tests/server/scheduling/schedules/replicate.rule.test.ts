import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SlotId, type SlotTime } from "#schemas/scheduling/slot.ts"
import { countsOf, planReplicate, type PlannedDay } from "#server/scheduling/schedules/replicate.rule.ts"
import type { StandingSlot } from "#server/scheduling/schedules/slotPlan.rule.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"

/** Zones whose clocks change in spring and autumn at another time of the year or of the day, and one that never does. */
const zones = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Santiago", "America/Phoenix"]

const day = 86_400_000
const dayAt = (place: number): string => new Date(Date.UTC(2026, 10, 22) + place * day).toISOString().slice(0, 10)

const looked = new Map<string, ReadonlySet<string>>()
const look = (zone: string, date: string): ReadonlySet<string> => {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
  const from = Date.parse(`${date}T00:00:00Z`) - day
  return new Set(Array.from({ length: 144 }, (_, place) => clock.format(from + place * (day / 48))))
}
/** Whether the clock of a zone shows a time on a day, found by looking at it every 30 minutes of the days around. */
const shows = (zone: string, date: string, time: string): boolean => {
  const key = `${zone} ${date}`
  const seen = looked.get(key) ?? look(zone, date)
  looked.set(key, seen)
  return seen.has(`${date} ${time}`)
}

/** Times of the night, when clocks change, and of the day; of half an hour, with half an hour between them. */
const times = ["00:00", "01:00", "02:00", "03:00", "09:00", "10:00", "17:30"].map((start) =>
  slotAt(start, start.endsWith("30") ? "18:00" : start.replace(":00", ":30")),
)

const week = fc
  .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 })
  .chain((days) =>
    fc
      .tuple(...days.map(() => fc.subarray(times)))
      .map((slots) => days.map((weekday, place) => ({ day: weekday, slots: slots[place] ?? [] }))),
  )
const asked = fc.record({
  zone: fc.constantFrom(...zones),
  week: week as fc.Arbitrary<ReadonlyArray<{ readonly day: 0 | 1; readonly slots: ReadonlyArray<SlotTime> }>>,
  // Two years, in which every clock change of a zone lies four times.
  first: fc.integer({ min: 0, max: 700 }),
  days: fc.integer({ min: 0, max: 40 }),
  closed: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 4 }),
  existing: fc.constantFrom("keep", "skip", "replace" as const),
})
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never
type Standing = ReadonlyArray<StandingSlot & { readonly date: string }>

const planOf = ({ zone, week: slots, first, days, closed, existing }: Asked, standing: Standing = []) =>
  planReplicate(
    { apptSection: 1, week: slots, existing },
    { startDate: dayAt(first), endDate: dayAt(first + days) },
    {
      timezone: zone,
      holidays: [],
      closures: closed.map((at) => ({ from: dayAt(first + at), to: dayAt(first + at), reason: "Closed" })),
    },
    standing,
  )

/** What replicating means, said plainly: each open day of the span gets the slots of its weekday that its clock shows. */
const law = ({ zone, week: slots, first, days, closed }: Asked): ReadonlyArray<string> =>
  Array.from({ length: days + 1 }, (_, place) => place)
    .filter((place) => !closed.includes(place))
    .flatMap((place) => {
      const date = dayAt(first + place)
      const given = slots.find((one) => one.day === new Date(`${date}T12:00:00Z`).getUTCDay())?.slots ?? []
      return given
        .filter(({ start, end }) => shows(zone, date, start) && shows(zone, date, end))
        .map(({ start }) => `${date} ${start}`)
    })

const carriedOut = (days: ReadonlyArray<PlannedDay>): Standing =>
  days
    .flatMap(({ date, plan }) => [...plan.keeps, ...plan.affected, ...plan.adds].map((slot) => ({ ...slot, date })))
    .map((slot, place) => ({ taken: 0, ...slot, slotId: SlotId.make(place + 1) }))
const namesOf = (slots: Standing): ReadonlyArray<string> => slots.map(({ date, start }) => `${date} ${start}`)

describe("replicating a week", () => {
  it("gives each open day of the span the slots of its weekday that its clock shows, and no other day any", () => {
    fc.assert(
      fc.property(asked, (one) => {
        const { days, preview } = planOf(one)
        expect(namesOf(carriedOut(days)).toSorted()).toEqual(law(one).toSorted())
        expect(preview.adds).toBe(law(one).length)
      }),
      { numRuns: 60 },
    )
  })

  it("changes nothing where it was done before, whatever is to happen to what is there", () => {
    fc.assert(
      fc.property(asked, (one) => {
        const once = carriedOut(planOf(one).days)
        const { adds, changes, removes, affected } = countsOf(planOf(one, once).days)
        expect({ adds, changes, removes, affected }).toEqual({ adds: 0, changes: 0, removes: 0, affected: 0 })
      }),
      { numRuns: 60 },
    )
  })

  it("names each time that the clock skips, and leaves the others of that day", () => {
    const sunday = { day: 0 as const, slots: [slotAt("01:00", "01:30"), slotAt("02:00", "02:30")] }
    const first = (Date.UTC(2027, 2, 14) - Date.UTC(2026, 10, 22)) / day
    const one = { zone: "America/New_York", week: [sunday], first, days: 0, closed: [], existing: "keep" } as const
    const { preview } = planOf({ ...one, week: [...one.week], closed: [] })
    expect(preview).toMatchObject({ adds: 1, leftOut: 1, skipped: [{ date: "2027-03-14", start: "02:00" }] })
  })
})
