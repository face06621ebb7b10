import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator"
import { Temporal } from "temporal-polyfill"
import { tzlib_get_ical_block } from "timezones-ical-library"

/** An appointment as a calendar shows it. */
export type CalendarEntry = {
  /** The same for as long as there is the appointment: what a calendar knows it by. */
  readonly uid: string
  /** Higher with each change, so that a calendar takes a move or a cancellation over (RFC 5545 §3.8.7.4). */
  readonly sequence: number
  /** When it was changed last, as an ISO 8601 instant. */
  readonly changedAt: string
  readonly startsAt: string
  readonly endsAt: string
  /** The IANA zone in which its times are read. */
  readonly zone: string
  readonly summary: string
  readonly place: string
  readonly isCancelled: boolean
  /** Where more of it is found; absent where there is no such page. */
  readonly url?: string
}

/** What a calendar is called, and how often calendars may ask for it, in minutes. */
export type CalendarHead = { readonly name: string; readonly everyMinutes?: number }

/** A text of one line: a calendar's name and an event's place are written as they are, and a line break would begin a property. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").trim()

const wallTime = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone)

/** The zones as iCalendar defines them; an unknown one has no definition, and its events keep their name for it. */
const definitionOf = (zone: string): string | null => {
  const block: unknown = tzlib_get_ical_block(zone)
  return Array.isArray(block) && typeof block[0] === "string" ? block[0] : null
}

/**
 * Appointments as an iCalendar file (RFC 5545). The calendar itself has no zone, which keeps DTSTAMP in UTC; each event
 * has its own, with its definition, so a calendar elsewhere shows the promised wall time over a clock change. The
 * same appointments give the same bytes.
 */
export const calendarText = ({ name, everyMinutes }: CalendarHead, entries: ReadonlyArray<CalendarEntry>): string => {
  const calendar = ical({
    name: oneLine(name),
    prodId: { company: "Admin View", product: "Appointments", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ...(everyMinutes === undefined ? {} : { ttl: everyMinutes * 60 }),
  })
  calendar.timezone({ name: null, generator: definitionOf })
  for (const { uid, sequence, changedAt, startsAt, endsAt, zone, summary, place, isCancelled, url } of entries) {
    calendar.createEvent({
      ...{ id: uid, sequence, summary: oneLine(summary), timezone: zone, location: oneLine(place) },
      start: wallTime(startsAt, zone),
      end: wallTime(endsAt, zone),
      stamp: Temporal.Instant.from(changedAt),
      lastModified: Temporal.Instant.from(changedAt),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(url === undefined ? {} : { url }),
    })
  }
  return calendar.toString()
}
