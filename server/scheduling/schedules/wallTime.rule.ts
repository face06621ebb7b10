import { Temporal } from "temporal-polyfill"
import type { ClockChange } from "#schemas/scheduling/schedule.ts"
import { minutesOf } from "#schemas/scheduling/slot.ts"

/** A span of a day on the wall of a zone; `isLater` for the second of two equal times, when the clock goes back. */
export type WallSpan = {
  readonly date: string
  readonly start: string
  readonly end: string
  readonly isLater?: boolean | undefined
}

const iso = ({ epochMilliseconds }: Temporal.ZonedDateTime): string => new Date(epochMilliseconds).toISOString()

/** When a zone’s clock shows a time: never in the hour that is skipped in spring, twice in the one repeated in autumn. */
const momentsOf = (date: string, time: string, zone: string): ReadonlyArray<Temporal.ZonedDateTime> => {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const first = wall.toZonedDateTime(zone, { disambiguation: "earlier" })
  const second = wall.toZonedDateTime(zone, { disambiguation: "later" })
  // In the skipped hour both lie next to it.
  if (!second.toPlainDateTime().equals(wall)) return []
  return first.equals(second) ? [first] : [first, second]
}

/**
 * From when to when a span of the wall lasts, ISO 8601 in UTC. Absent where the clock never shows its start or end, and
 * for a later start on a day on which the clock shows it once. What begins in the repeated hour lasts as long as the
 * wall says.
 */
export const instantsOf = (
  { date, start, end, isLater = false }: WallSpan,
  zone: string,
): { readonly startsAt: string; readonly endsAt: string } | undefined => {
  const starts = momentsOf(date, start, zone)
  const begin = starts[isLater ? 1 : 0]
  if (begin === undefined) return undefined
  const minutes = minutesOf(end) - minutesOf(start)
  const finish = starts.length > 1 ? begin.add({ minutes }) : momentsOf(date, end, zone)[0]
  return finish === undefined ? undefined : { startsAt: iso(begin), endsAt: iso(finish) }
}

/**
 * When a span that was promised lasts by the present rules of its zone; `isShown` is whether its clock still shows it.
 * One that begins in a skipped hour begins as long after it was skipped, as in calendars (RFC 5545 §3.3.5), and
 * what cannot end where the wall says lasts as long as it says.
 */
export const promisedInstants = (
  span: WallSpan,
  zone: string,
): { readonly startsAt: string; readonly endsAt: string; readonly isShown: boolean } => {
  const shown = instantsOf(span, zone)
  if (shown !== undefined) return { ...shown, isShown: true }
  const { date, start, end, isLater = false } = span
  const wall = Temporal.PlainDateTime.from(`${date}T${start}`)
  const begin = wall.toZonedDateTime(zone, { disambiguation: isLater ? "later" : "compatible" })
  const finish = begin.add({ minutes: minutesOf(end) - minutesOf(start) })
  return { startsAt: iso(begin), endsAt: iso(finish), isShown: false }
}

/** The day that a zone’s calendar shows at an instant, `YYYY-MM-DD`. */
export const dateAt = (epochMillis: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMillis).toZonedDateTimeISO(zone).toPlainDate().toString()

/** When a day begins in a zone, ISO 8601 in UTC. */
export const startOfDay = (date: string, zone: string): string =>
  iso(Temporal.PlainDate.from(date).toZonedDateTime(zone))

/** A day so many days later. */
export const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

/** How many days lie from one day to another, both included. */
export const daysFrom = (startDate: string, endDate: string): number =>
  Temporal.PlainDate.from(startDate).until(Temporal.PlainDate.from(endDate)).days + 1

/** Every day of a span, both included. */
export const datesOf = (startDate: string, endDate: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(daysFrom(startDate, endDate), 0) }, (_, place) => plusDays(startDate, place))

/** The days of a span on which the clocks of a zone change: 60 minutes forward, −60 back. */
export const clockChanges = (startDate: string, endDate: string, zone: string): ReadonlyArray<ClockChange> => {
  const startOf = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone)
  const end = startOf(plusDays(endDate, 1))
  const found: Array<ClockChange> = []
  let at: Temporal.ZonedDateTime | null = startOf(startDate).subtract({ nanoseconds: 1 }).getTimeZoneTransition("next")
  while (at !== null && Temporal.ZonedDateTime.compare(at, end) < 0) {
    const minutes = (at.offsetNanoseconds - at.subtract({ nanoseconds: 1 }).offsetNanoseconds) / 60e9
    if (minutes !== 0) found.push({ date: at.toPlainDate().toString(), minutes })
    at = at.getTimeZoneTransition("next")
  }
  return found
}
