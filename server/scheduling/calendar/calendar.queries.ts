import { createHash, randomBytes } from "node:crypto"
import { Clock, Effect } from "effect"
import { addDays } from "#schemas/calendar.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { DaySpan } from "#schemas/scheduling/appointmentsAsked.ts"
import { feedDays, mostInCalendar, type FeedNaming } from "#schemas/scheduling/calendarFeed.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { readAppointmentsOf } from "#server/scheduling/appointments/appointment.queries.ts"
import { foundLocation, readLocation } from "#server/scheduling/locations/location.queries.ts"
import { PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { calendarText, type CalendarEntry } from "./calendar.rule.ts"

/** The secret of a feed's address: 256 random bits, as text that stands in an address. */
export const newFeedToken = (): string => randomBytes(32).toString("base64url")

/** What is stored of a token. It is random, so a plain hash cannot be guessed backwards. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** Keeps the hash of a location's token; the one before is forgotten. Joins an open transaction of the company. */
export const keepFeedToken = Effect.fnUntraced(function* (companyId: CompanyId, locationId: LocationId, token: string) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    insert into calendar_feeds (company_id, location_id, token_hash) values (${companyId}, ${locationId}, ${hashOf(token)})
    on conflict (company_id, location_id) do update set token_hash = excluded.token_hash`)
})

/** Forgets a location's token. */
export const forgetFeedToken = Effect.fnUntraced(function* (companyId: CompanyId, locationId: LocationId) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`delete from calendar_feeds where company_id = ${companyId} and location_id = ${locationId}`,
  )
})

const initials = ({ firstName, lastName }: Appointment["patient"]): string =>
  [firstName, lastName].map((name) => name.trim().slice(0, 1).toUpperCase()).join("")

/** What a calendar says of a patient. */
const patientAs = (naming: FeedNaming, patient: Appointment["patient"]): string => {
  const name = `${patient.firstName} ${patient.lastName}`.trim()
  if (naming === "name" && name !== "") return name
  return patient.externalId ?? initials(patient)
}

/** Which statuses are no visit: a seat that is only held, and one that was given back. */
const noVisit: ReadonlySet<string> = new Set(["pending", "released"])

/** An appointment as a calendar shows it, under a summary: for staff whose it is, for the patient what it is. */
export const entryOf = (
  appointment: Appointment,
  said: Pick<CalendarEntry, "summary" | "place" | "url">,
): CalendarEntry => ({
  uid: `${appointment.hashedId}@admin-view`,
  sequence: appointment.version,
  changedAt: appointment.updatedOn,
  startsAt: appointment.startsAt,
  endsAt: appointment.endsAt,
  zone: appointment.zone,
  isCancelled: appointment.status === "cancelled",
  ...said,
})

/** One appointment as the calendar file of its patient: what they call it and where it is, nothing else of them. */
export const appointmentCalendar = (
  appointment: Appointment,
  said: { readonly summary: string; readonly place: string; readonly url?: string },
): string => calendarText({ name: said.summary }, [entryOf(appointment, said)])

/** A location's appointments in some days as a calendar file, and how many there are; fails with NotFound. */
export const readCalendarFile = Effect.fn("readCalendarFile")(function* (
  companyId: CompanyId,
  locationId: LocationId,
  asked: DaySpan & { readonly naming: FeedNaming },
) {
  const { location } = yield* foundLocation(companyId, locationId)
  const entries = yield* readEntries(companyId, locationId, asked)
  return { name: location.name, appointments: entries.length, text: calendarText({ name: location.name }, entries) }
})

const readEntries = Effect.fnUntraced(function* (
  companyId: CompanyId,
  locationId: LocationId,
  { naming, ...span }: DaySpan & { readonly naming: FeedNaming },
) {
  const origin = (yield* PublicUrl).replace(/\/$/, "")
  const appointments = yield* readAppointmentsOf(companyId, locationId, span, mostInCalendar)
  return appointments
    .filter(({ status }) => !noVisit.has(status))
    .map((one) =>
      entryOf(one, {
        summary: patientAs(naming, one.patient),
        place: one.location.name,
        url: `${origin}/appointment?id=${one.hashedId}`,
      }),
    )
})

/** How often calendars may ask for a feed, in minutes. */
const everyMinutes = 15

/**
 * The feed at the address with this token; undefined where there is none. The token is found by its hash: how long
 * that takes says nothing of the token, because no one can choose a hash.
 */
export const readFeed = Effect.fn("readCalendarFeed")(function* (token: string) {
  const { sql, readEveryCompany } = yield* Database
  const [found] = yield* readEveryCompany(
    sql<{ companyId: CompanyId; locationId: LocationId }>`
      select f.company_id as "companyId", f.location_id as "locationId" from calendar_feeds f
      join companies c on c.company_id = f.company_id
      where c.status = 'active' and f.token_hash = ${hashOf(token)}`,
  )
  if (found === undefined) return undefined
  const { companyId, locationId } = found
  const location = yield* readLocation(companyId, locationId)
  const feed = location?.calendarFeed ?? null
  if (location === undefined || feed === null) return undefined
  const today = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
  const span = { startDate: addDays(today, -feedDays.before), endDate: addDays(today, feedDays.ahead) }
  const { name } = location.location
  return calendarText(
    { name, everyMinutes },
    yield* readEntries(companyId, locationId, { ...span, naming: feed.naming }),
  )
})
