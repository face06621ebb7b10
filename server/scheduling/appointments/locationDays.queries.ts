import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { bookingWindow, type LocationDays } from "#schemas/scheduling/appointment.ts"
import type { Location, LocationId } from "#schemas/scheduling/location.ts"
import type { ApptSection } from "#schemas/scheduling/slot.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { closedReason, isOffered, type Closing } from "#server/scheduling/schedules/offer.rule.ts"
import { scheduleProjection } from "#server/scheduling/schedules/schedule.projection.ts"
import { datesOf } from "#server/scheduling/schedules/wallTime.rule.ts"
import { weekdayOf } from "#schemas/calendar.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"

const rowOf = readRow(scheduleProjection)

/** The most locations that are given at once. */
const locationsAtOnce = 500

type StoredPlace = {
  readonly locationId: LocationId
  readonly hashedId: string
  readonly status: string
  readonly body: Location["location"]
  readonly holidays: Closing["holidays"]
  readonly schedule: unknown
}
type FreeSeats = {
  readonly locationId: LocationId
  readonly apptSection: ApptSection
  readonly date: string
  readonly seats: number
}

/** The active locations of a company, or one that may be disabled, with their hours and free seats from one day to another. */
export const readLocationDays = Effect.fn("readLocationDays")(function* (
  companyId: CompanyId,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  locationId: LocationId | undefined,
) {
  const { sql, read } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const from = new Date(now + bookingWindow.leadMinutes * 60_000).toISOString()
  const until = new Date(now + bookingWindow.horizonDays * 86_400_000).toISOString()
  const places = yield* read(
    companyId,
    sql<StoredPlace>`
      select r.id as "locationId", h.hashed_id as "hashedId", r.state as status, v.body,
        (select c.holidays from companies c where c.company_id = ${companyId}) as holidays, s.row as schedule
      from read_models r ${withHashedId(sql, "r", locationProjection)}
      join revisions v on v.company_id = r.company_id and v.kind = 'location' and v.id = r.id
        and v.revision = (r.row ->> 'revision')::int
      left join read_models s on s.company_id = r.company_id and ${rowsOf(sql, "s", scheduleProjection)} and s.id = r.id
      where r.company_id = ${companyId} and ${rowsOf(sql, "r", locationProjection)}
        and ${locationId === undefined ? sql`r.state = 'active'` : sql`r.id = ${locationId}`}
      order by lower(r.row ->> 'name') collate "C" limit ${sql.literal(String(locationsAtOnce))}`,
  )
  const seats = yield* read(
    companyId,
    sql<FreeSeats>`
      select s.location_id as "locationId", s.appt_section::int as "apptSection", to_char(s.date, 'YYYY-MM-DD') as date,
        sum(s.capacity - s.booked - s.held)::int as seats
      from slots s
      where s.company_id = ${companyId} and s.date between ${startDate}::date and ${endDate}::date
        and s.booked + s.held < s.capacity
        and s.starts_at >= ${from}::timestamptz and s.starts_at < ${until}::timestamptz
        ${locationId === undefined ? sql`` : sql`and s.location_id = ${locationId}`}
      group by 1, 2, 3`,
  )
  const freeAt = Map.groupBy(seats, (one) => one.locationId)
  return places.map(({ locationId: id, hashedId, status, body, holidays, schedule }): LocationDays => {
    const closing = { closures: body.closures, holidays }
    const sections = schedule === null || status !== "active" ? [] : rowOf(schedule).sections
    return {
      hashedId,
      name: body.name,
      timezone: body.timezone,
      days: [...datesOf(startDate, endDate)].map((date) => {
        const closed = closedReason(closing, date) ?? null
        const offered = (freeAt.get(id) ?? []).filter(
          (free) =>
            free.date === date &&
            closed === null &&
            sections.some((section) => section.apptSection === free.apptSection && isOffered(section, date)),
        )
        return {
          ...{ date, closed, hours: body.hours[weekdayOf(date)] ?? [] },
          seatsLeft: offered.reduce((sum, free) => sum + free.seats, 0),
        }
      }),
    }
  })
})
