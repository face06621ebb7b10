import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { addDays } from "#schemas/calendar.ts"
import type { Appointment, BookableLocation } from "#schemas/scheduling/appointment.ts"
import type { LocationSummary } from "#schemas/scheduling/location.ts"
import type { ScheduleSummary } from "#schemas/scheduling/schedule.ts"
import type { Waitlist } from "#schemas/scheduling/waitlist.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds, seedingDay } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let token: string

beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})

const read = async <A>(call: Call, query: NonNullable<Asked["query"]> = {}): Promise<A> => {
  const answer = await contract().send(call, token, { query })
  expect([call, answer.status]).toEqual([call, 200])
  return ((await answer.json()) as { readonly data: A }).data
}

/** The demo’s own day: its visits lie around it. */
const today = new Date(seedingDay).toISOString().slice(0, 10)

describe("the demo’s pages of scheduling", () => {
  it("have schedules with seats left in the next days, and some without", async () => {
    const schedules = await read<ReadonlyArray<ScheduleSummary>>("Scheduler.GetSchedulers")
    expect(schedules.filter(({ seatsLeft }) => seatsLeft > 0).length).toBeGreaterThan(2)
    expect(schedules.some(({ sectionsOn }) => sectionsOn.length > 1)).toBe(true)
  })

  it("have locations in several cities and groups, one of which is disabled", async () => {
    const locations = await read<ReadonlyArray<LocationSummary>>("Location.GetLocations")
    expect(new Set(locations.map(({ city }) => city)).size).toBeGreaterThan(2)
    expect(new Set(locations.map(({ group }) => group)).size).toBeGreaterThan(1)
    expect(new Set(locations.map(({ status }) => status))).toEqual(new Set(["active", "disabled"]))
  })

  it("have places to book at, with their next free time and the miles from a patient’s ZIP code", async () => {
    const [patient] = await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(
        sql<{ id: string }>`select hashed_id as id from patients where zip is not null order by patient_id limit 1`,
      ),
    )
    const places = await read<ReadonlyArray<BookableLocation>>("Appointment.GetBookableLocations", {
      patientHashedId: patient?.id ?? "",
    })
    expect(
      places.filter(({ firstStartsAt, seatsLeft }) => firstStartsAt !== null && seatsLeft > 0).length,
    ).toBeGreaterThan(2)
    expect(places.filter(({ miles }) => miles !== null).length).toBeGreaterThan(2)
  })

  it("have visits before and ahead, in every usual status, and people who wait", async () => {
    const statuses = async (from: number, to: number) => {
      const days = { startDate: addDays(today, from), endDate: addDays(today, to) }
      const query = { ...days, pageSize: 200 }
      const visits = await read<ReadonlyArray<Appointment>>("Appointment.GetBookedAppointments", query)
      return [...new Set(visits.map(({ status }) => status))]
    }
    expect(await statuses(-7, -1)).toEqual(expect.arrayContaining(["fulfilled", "noshow"]))
    expect(await statuses(1, 14)).toEqual(expect.arrayContaining(["booked", "confirmed", "cancelled"]))
    const { entries } = await read<Waitlist>("Appointment.GetWaitlist")
    expect(entries.length).toBeGreaterThan(0)
  })
})
