import type { Appointment, LocationDays } from "#schemas/scheduling/appointment.ts"
import { minutesOf } from "#schemas/scheduling/slot.ts"

/** How high a minute of the calendar is, in pixels. */
export const minuteHeight = 1.5

/** A column of the calendar: one location on one day. */
export type AppointmentColumn = {
  readonly place: string
  readonly placeName: string
  readonly date: string
  readonly zone: string
  readonly hours: LocationDays["days"][number]["hours"]
  readonly closed: string | null
  readonly seatsLeft: number
  readonly appointments: ReadonlyArray<Appointment>
}

/** Where a card stands in its column, in minutes of the day, and next to how many others. */
type Placed<Item> = {
  readonly item: Item
  readonly from: number
  readonly to: number
  readonly lane: number
  readonly lanes: number
}

/** The statuses that take no seat any more: a calendar leaves them out, a list does not. */
export const isShown = ({ status }: Appointment): boolean => status !== "cancelled" && status !== "released"

/** A card is at least this long, so that its name can be read. */
const leastMinutes = 15

type Lanes<Item> = {
  readonly group: ReadonlyArray<Omit<Placed<Item>, "lanes">>
  readonly ends: ReadonlyArray<number>
}
const closeGroup = <Item>({ group, ends }: Lanes<Item>): ReadonlyArray<Placed<Item>> =>
  group.map((one) => ({ ...one, lanes: ends.length }))

/** Puts what overlaps side by side, each as wide as its neighbours. */
export const sideBySide = <Item extends Pick<Appointment, "start" | "end">>(
  items: ReadonlyArray<Item>,
): ReadonlyArray<Placed<Item>> => {
  const ordered = items
    .map((item) => ({ item, from: minutesOf(item.start) }))
    .map((one) => ({ ...one, to: Math.max(minutesOf(one.item.end), one.from + leastMinutes) }))
    .toSorted((one, other) => one.from - other.from || other.to - one.to)
  let done: ReadonlyArray<Placed<Item>> = []
  let open: Lanes<Item> = { group: [], ends: [] }
  for (const one of ordered) {
    if (open.ends.every((end) => end <= one.from)) {
      done = [...done, ...closeGroup(open)]
      open = { group: [], ends: [] }
    }
    const free = open.ends.findIndex((end) => end <= one.from)
    const lane = free < 0 ? open.ends.length : free
    open = { group: [...open.group, { ...one, lane }], ends: open.ends.toSpliced(lane, 1, one.to) }
  }
  return [...done, ...closeGroup(open)]
}

/** An appointment with its place. */
export type PlacedAppointment = Omit<Placed<Appointment>, "item"> & { readonly appointment: Appointment }

/** The same for the appointments of a column that take a seat. */
export const placedAppointments = (appointments: ReadonlyArray<Appointment>): ReadonlyArray<PlacedAppointment> =>
  sideBySide(appointments.filter(isShown)).map(({ item, ...place }) => ({ ...place, appointment: item }))

/** The hours that a calendar shows when nothing says otherwise: a usual working day. */
const usualDay = { from: 8 * 60, to: 17 * 60 }

/** The whole hours that hold all that columns show, in minutes of the day. */
export const shownHours = (columns: ReadonlyArray<AppointmentColumn>) => {
  const times = columns.flatMap(({ hours, appointments }) => [
    ...hours.flatMap(({ from, to }) => [minutesOf(from), minutesOf(to)]),
    ...appointments.filter(isShown).flatMap(({ start, end }) => [minutesOf(start), minutesOf(end)]),
  ])
  const [from, to] = times.length === 0 ? [usualDay.from, usualDay.to] : [Math.min(...times), Math.max(...times)]
  return { from: Math.floor(from / 60) * 60, to: Math.max(Math.ceil(to / 60), Math.floor(from / 60) + 1) * 60 }
}

/** A stretch of a column in which the location is not open. */
export type ShutSpan = { readonly kind: "closed" | "break"; readonly from: number; readonly to: number }

/** When a column's location is not open, between the hours that are shown: before, after and between its shifts. */
export const shutSpans = (
  { hours, closed }: Pick<AppointmentColumn, "hours" | "closed">,
  shown: { readonly from: number; readonly to: number },
): ReadonlyArray<ShutSpan> => {
  if (closed !== null || hours.length === 0) return [{ kind: "closed", ...shown }]
  const shifts = hours.map(({ from, to }) => [minutesOf(from), minutesOf(to)] as const)
  const edges = [shown.from, ...shifts.flat(), shown.to]
  return Array.from({ length: shifts.length + 1 }, (_, gap): ShutSpan => ({
    kind: gap === 0 || gap === shifts.length ? "closed" : "break",
    from: edges[gap * 2] ?? shown.from,
    to: edges[gap * 2 + 1] ?? shown.to,
  })).filter(({ from, to }) => from < to)
}

/** How many seats a column has taken. */
export const bookedIn = ({ appointments }: AppointmentColumn): number => appointments.filter(isShown).length

/** The widest row of cards in a column. */
export const widestOf = (column: AppointmentColumn): number =>
  Math.max(1, ...placedAppointments(column.appointments).map(({ lanes }) => lanes))

const columnOf = (place: LocationDays, date: string, appointments: ReadonlyArray<Appointment>): AppointmentColumn => {
  const day = place.days.find((one) => one.date === date)
  return {
    ...{ place: place.hashedId, placeName: place.name, zone: place.timezone, date },
    ...{ hours: day?.hours ?? [], closed: day?.closed ?? null, seatsLeft: day?.seatsLeft ?? 0 },
    appointments: appointments.filter(
      (appointment) => appointment.location.hashedId === place.hashedId && appointment.date === date,
    ),
  }
}

/** Locations with appointments that are offered no more: they have a column, and no hours. */
const closedDown = (places: ReadonlyArray<LocationDays>, appointments: ReadonlyArray<Appointment>) => {
  const known = new Set(places.map(({ hashedId }) => hashedId))
  const others = new Map(appointments.map((appointment) => [appointment.location.hashedId, appointment]))
  return [...others.values()]
    .filter(({ location }) => !known.has(location.hashedId))
    .map(({ location, zone }): LocationDays => ({ ...location, timezone: zone, days: [] }))
}

/**
 * The columns of the calendar: the locations of a day, or the days of one location's week. What has neither hours nor
 * appointments is left out while something else has.
 */
export const columnsOf = (
  places: ReadonlyArray<LocationDays>,
  appointments: ReadonlyArray<Appointment>,
  shown: { readonly at: string | null; readonly dates: ReadonlyArray<string> },
): ReadonlyArray<AppointmentColumn> => {
  const all = [...places, ...closedDown(places, appointments)]
    .filter(({ hashedId }) => shown.at === null || hashedId === shown.at)
    .flatMap((place) => shown.dates.map((date) => columnOf(place, date, appointments)))
  const busy = all.filter((column) => column.hours.length > 0 || column.appointments.some(isShown))
  return busy.length === 0 || (shown.at !== null && shown.dates.length === 1) ? all : busy
}
