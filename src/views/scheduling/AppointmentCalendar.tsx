import { useContext, useMemo, type CSSProperties, type RefCallback } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { timeAt } from "#schemas/scheduling/slot.ts"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Now, wallTimeIn } from "#views/parts/Time.tsx"
import type { OpenRound } from "#schemas/scheduling/waitlist.ts"
import { useMinutesLeft } from "./WaitlistRound.tsx"
import { useWords } from "#views/parts/Words.tsx"
import {
  bookedIn,
  isShown,
  minuteHeight,
  shownHours,
  shutSpans,
  sideBySide,
  widestOf,
  type PlacedAppointment,
  type AppointmentColumn,
} from "./appointmentGrid.ts"
import { StatusMark } from "./AppointmentStatusTag.tsx"
import { patientName, useDayName, useToday, useSpan, useStart } from "./appointmentValues.ts"

const hour = 60

type Hours = { readonly from: number; readonly to: number }
const placeOf = (from: number, to: number, hours: Hours): CSSProperties => ({
  insetBlockStart: `${(from - hours.from) * minuteHeight}px`,
  blockSize: `${(to - from) * minuteHeight}px`,
})

const styleOf = (
  { from, to, lane, lanes }: Pick<PlacedAppointment, "from" | "to" | "lane" | "lanes">,
  hours: Hours,
): CSSProperties => ({
  ...placeOf(from, to, hours),
  insetInlineStart: `${(lane / lanes) * 100}%`,
  inlineSize: `${100 / lanes}%`,
})

/** A name for a card that shares its place with others: "M. Morrison", or the last name alone where columns are days. */
const shortName = ({ patient: { firstName, lastName } }: Appointment, isDay: boolean): string =>
  isDay || firstName === "" || lastName === "" ? lastName || firstName : `${[...firstName][0] ?? ""}. ${lastName}`

const Card = (props: {
  readonly placed: PlacedAppointment
  readonly hours: Hours
  readonly url: PageUrl
  readonly short: boolean
}) => {
  const { appointment, lanes } = props.placed
  const words = useWords()
  const span = useSpan()
  const startOf = useStart()
  const isOpen = props.url.search["id"] === appointment.hashedId
  const name = patientName(appointment)
  const state = words(`appointment.status.${appointment.status}`)
  const style = styleOf(props.placed, props.hours)
  return (
    <li style={style} className="appointment-place">
      <Link
        href={props.url.href({ id: appointment.hashedId })}
        className={`appointment-card appointment-card-${appointment.status}`}
        data-appointment={appointment.hashedId}
        draggable={false}
        title={words("appointments.card", { name, time: span(appointment), state })}
        {...(isOpen ? { "aria-current": "true" as const } : {})}
      >
        <span className="appointment-card-name">
          <StatusMark status={appointment.status} />
          <span>{lanes > 1 ? shortName(appointment, props.short) : name}</span>
        </span>
        <span className="appointment-card-time">
          {startOf(appointment)}
          {appointment.stage !== null && ` ${appointment.stage.name}`}
          {appointment.isOverbooked && ` ${words("appointment.overbooked")}`}
        </span>
        <span className="visually-hidden">, {state}</span>
      </Link>
    </li>
  )
}

/** A seat that was freed, and to whom it is offered. */
const Freed = ({ round, style }: { readonly round: OpenRound; readonly style: CSSProperties }) => {
  const words = useWords()
  const left = useMinutesLeft()
  const startOf = useStart()
  const offer = round.offers.findLast(({ state }) => state === "offered")
  return (
    <li className="appointment-place" style={style}>
      <div className="appointment-freed">
        <strong>{words("waitlist.calendar.freed", { time: startOf(round) })}</strong>
        {offer !== undefined && (
          <span>
            {words("waitlist.calendar.offered", {
              name: patientName(offer),
              left: words("waitlist.left", { minutes: left(offer) }),
            })}
          </span>
        )}
      </div>
    </li>
  )
}

/** The minute of the day that it is in a zone; null where no one knows. */
const useMinuteIn = (): ((zone: string) => number | null) => {
  const intl = useIntl()
  const now = useContext(Now)
  return (timeZone) => {
    if (now === null) return null
    const parts = intl.formatDateToParts(now, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone })
    const part = (type: "hour" | "minute"): number => Number(parts.find((one) => one.type === type)?.value ?? 0)
    return part("hour") * hour + part("minute")
  }
}

/** The minute at which a column has its line for now; null where it is another day there, or no hour that is shown. */
const useNowIn = (column: Pick<AppointmentColumn, "zone" | "date"> | undefined, hours: Hours): number | null => {
  const today = useToday(column?.zone ?? "UTC")
  const at = useMinuteIn()(column?.zone ?? "UTC")
  return today !== column?.date || at === null || at < hours.from || at > hours.to ? null : at
}

const NowLine = ({ column, hours }: { readonly column: AppointmentColumn; readonly hours: Hours }) => {
  const intl = useIntl()
  const words = useWords()
  const at = useNowIn(column, hours)
  if (at === null) return null
  const time = wallTimeIn(intl, timeAt(at))
  return (
    <div className="appointment-now" style={{ insetBlockStart: `${(at - hours.from) * minuteHeight}px` }}>
      <span className="visually-hidden">{words("appointments.now", { time })}</span>
    </div>
  )
}

const Shut = ({ column, hours }: { readonly column: AppointmentColumn; readonly hours: Hours }) => {
  const words = useWords()
  return shutSpans(column, hours).map(({ kind, from, to }) => (
    <div key={from} className={`appointment-shut appointment-shut-${kind}`} style={placeOf(from, to, hours)}>
      {kind === "break" && <span>{words("appointments.break")}</span>}
      {column.closed !== null && <span>{words("appointments.closed", { reason: column.closed })}</span>}
      {column.closed === null && column.hours.length === 0 && <span>{words("appointments.closedAllDay")}</span>}
    </div>
  ))
}

const Column = (props: {
  readonly column: AppointmentColumn
  readonly hours: Hours
  readonly url: PageUrl
  readonly byDay: boolean
  readonly rounds: ReadonlyArray<OpenRound>
}) => {
  const { column, hours } = props
  const freed = props.rounds.filter(({ location, date }) => location.hashedId === column.place && date === column.date)
  const dayName = useDayName()
  const label = props.byDay ? dayName(column.date) : column.placeName
  return (
    <ul
      className="appointment-column"
      aria-label={label}
      data-place={column.place}
      data-day={column.date}
      data-from={hours.from}
      style={{ blockSize: `${(hours.to - hours.from) * minuteHeight}px` }}
    >
      <li className="appointment-backdrop" aria-hidden={false}>
        <Shut column={column} hours={hours} />
        <NowLine column={column} hours={hours} />
      </li>
      {sideBySide([...column.appointments.filter(isShown), ...freed]).map(({ item, ...place }) =>
        "roundId" in item ? (
          <Freed key={`round ${item.roundId}`} round={item} style={styleOf(place, hours)} />
        ) : (
          <Card
            key={item.hashedId}
            placed={{ ...place, appointment: item }}
            hours={hours}
            url={props.url}
            short={props.byDay}
          />
        ),
      )}
    </ul>
  )
}

const Head = ({ column, byDay }: { readonly column: AppointmentColumn; readonly byDay: boolean }) => {
  const words = useWords()
  const dayName = useDayName()
  const isToday = useToday(column.zone) === column.date
  return (
    <div className={`appointment-head${isToday && byDay ? " appointment-head-today" : ""}`}>
      <h2>{byDay ? dayName(column.date, "short") : column.placeName}</h2>
      <p>{words("appointments.booked", { booked: bookedIn(column), seats: column.seatsLeft })}</p>
    </div>
  )
}

const Axis = ({ hours, first }: { readonly hours: Hours; readonly first: AppointmentColumn | undefined }) => {
  const intl = useIntl()
  const now = useNowIn(first, hours)
  return (
    <div className="appointment-axis" aria-hidden="true">
      {Array.from({ length: (hours.to - hours.from) / hour - 1 }, (_, place) => hours.from + (place + 1) * hour).map(
        (minutes) => (
          <span key={minutes} style={{ insetBlockStart: `${(minutes - hours.from) * minuteHeight}px` }}>
            {wallTimeIn(intl, timeAt(minutes))}
          </span>
        ),
      )}
      {now !== null && (
        <span className="appointment-now-time" style={{ insetBlockStart: `${(now - hours.from) * minuteHeight}px` }}>
          {wallTimeIn(intl, timeAt(now))}
        </span>
      )}
    </div>
  )
}

/**
 * Appointments as cards: their height is their length, side by side is at the same time. Columns are the locations of
 * a day, or the days of one location. Times are those on the wall of the location.
 */
export const AppointmentCalendar = (props: {
  readonly columns: ReadonlyArray<AppointmentColumn>
  readonly url: PageUrl
  /** The seats that are being offered to the waitlist. */
  readonly rounds: ReadonlyArray<OpenRound>
  /** Whether columns are days. */
  readonly byDay: boolean
  /** Lets cards be dragged to another time. */
  readonly dragging: RefCallback<HTMLElement>
}) => {
  const words = useWords()
  const { columns, byDay, url, dragging } = props
  const hours = useMemo(() => shownHours(columns), [columns])
  const widths = columns
    .map((column) => `minmax(${Math.max(144, widestOf(column) * (byDay ? 72 : 108))}px, 1fr)`)
    .join(" ")
  return (
    <section
      className="appointment-calendar"
      aria-label={words("appointments.calendar")}
      tabIndex={0}
      ref={dragging}
      style={{ gridTemplateColumns: `var(--axis) ${widths}` }}
    >
      <div className="appointment-corner" />
      {columns.map((column) => (
        <Head key={`${column.place} ${column.date}`} column={column} byDay={byDay} />
      ))}
      <Axis hours={hours} first={columns[0]} />
      {columns.map((column) => (
        <Column
          key={`${column.place} ${column.date}`}
          column={column}
          hours={hours}
          url={url}
          byDay={byDay}
          rounds={props.rounds}
        />
      ))}
    </section>
  )
}
