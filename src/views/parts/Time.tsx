import { createContext, useContext, type ReactNode } from "react"
import { useIntl, type IntlShape } from "react-intl"
import { repetitionOf, shortZoneName } from "#schemas/repeatedTime.ts"
import { useWords, Word } from "./Words.tsx"

/**
 * What the product takes for now, milliseconds since 1970; null where it is not known, as in a picture of the
 * past: then nothing is "today" and every date has its year.
 */
export const Now = createContext<number | null>(null)

const clockTime = { hour: "numeric", minute: "2-digit" } as const
const shortDay = { month: "short", day: "numeric" } as const
const fullDay = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const
const fullTime = { ...fullDay, ...clockTime, timeZoneName: "long" } as const
const sameDay = { year: "numeric", month: "numeric", day: "numeric" } as const
const sameYear = { year: "numeric" } as const
const minuteMillis = 60_000
const hourMillis = 60 * minuteMillis
const dayMillis = 24 * hourMillis

/** An instant by which every zone has the rules it has today; in 1970 Berlin knew no summer time. */
const recently = "2025-07-01T12:00:00Z"

/** The usual name of a zone. */
export const nameOfZone = (intl: IntlShape, timeZone: string): string => {
  const named = (timeZoneName: "longGeneric" | "long"): string | undefined =>
    intl.formatDateToParts(recently, { timeZone, timeZoneName }).find(({ type }) => type === "timeZoneName")?.value
  const usual = named("longGeneric")
  return (usual?.startsWith("GMT") === true ? named("long") : usual) ?? timeZone
}

/** The place that a zone is named after, to tell apart two with one name: "Indianapolis". */
export const placeOfZone = (zone: string): string => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")

/** Names IANA zones as people call them, the same in summer and winter: "Pacific Time". */
export const useZoneName = (): ((zone: string) => string) => {
  const intl = useIntl()
  return (zone) => nameOfZone(intl, zone)
}

/** The usual name of the zone that this page's times are in. */
export const usePageZone = (): string => {
  const intl = useIntl()
  return nameOfZone(intl, intl.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** The calendar day (`YYYY-MM-DD`) that an instant falls on in a zone, else the page's; null where the instant is not known. */
export const dayIn = (intl: IntlShape, at: number | null, timeZone = intl.timeZone): string | null => {
  if (at === null) return null
  const parts = intl.formatDateToParts(at, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  const part = (type: "year" | "month" | "day"): string => parts.find((one) => one.type === type)?.value ?? ""
  return `${part("year")}-${part("month")}-${part("day")}`
}

/** Whether two moments are in one year or day of a zone. */
type Same = (options: typeof sameDay | typeof sameYear) => boolean
const sameAs =
  (intl: IntlShape, at: string, now: number | null, zoned: { readonly timeZone?: string }): Same =>
  (options) =>
    now !== null && intl.formatDate(at, { ...options, ...zoned }) === intl.formatDate(now, { ...options, ...zoned })

/**
 * Tells two equal times apart, on the day the clock goes back: "1:30 AM EDT (first)", "1:30 AM EST (second)". Any other
 * time is written as it was given.
 */
export const useToldApart = (): ((time: string, at: string, zone: string | undefined) => string) => {
  const intl = useIntl()
  const words = useWords()
  return (time, at, zone) => {
    const instant = Date.parse(at)
    const which = zone === undefined || Number.isNaN(instant) ? undefined : repetitionOf(instant, zone)
    if (zone === undefined || which === undefined) return time
    return words("part.repeated", { time, which, zone: shortZoneName(instant, zone, intl.locale) })
  }
}

/** Short to look at; the full form is under the pointer and what a screen reader says. */
const Shown = (props: { readonly at: string; readonly full: string; readonly children: ReactNode }) => (
  <time dateTime={props.at} title={props.full} className="time">
    <span aria-hidden="true">{props.children}</span>
    <span className="visually-hidden">{props.full}</span>
  </time>
)

/**
 * An instant: "Today, 9:00 AM", "Nov 12, 9:45 AM", with its year when that is not this one. It names its zone only
 * where that is not the page's (docs/architecture.md#time).
 * @param at ISO 8601 in UTC
 * @param zone IANA zone whose wall time is shown; the company's when absent
 * @param inSentence whether it stands within a sentence, where "today" begins small
 */
export const Time = (props: {
  readonly at: string
  readonly zone?: string | undefined
  readonly inSentence?: boolean
}) => {
  const intl = useIntl()
  const words = useWords()
  const now = useContext(Now)
  const { at, zone = intl.timeZone } = props
  const zoned = zone === undefined ? {} : { timeZone: zone }
  const same = sameAs(intl, at, now, zoned)
  const day = same(sameYear) ? shortDay : { ...shortDay, ...sameYear }
  const toldApart = useToldApart()
  const time = same(sameDay)
    ? words("part.today", {
        place: props.inSentence === true ? "sentence" : "alone",
        time: intl.formatDate(at, { ...clockTime, ...zoned }),
      })
    : intl.formatDate(at, { ...day, ...clockTime, ...zoned })
  const short = toldApart(time, at, zone)
  const saysZone = zone === undefined || zone === intl.timeZone || short !== time
  return (
    <Shown at={at} full={intl.formatDate(at, { ...fullTime, ...zoned })}>
      {saysZone ? short : `${short} ${nameOfZone(intl, zone)}`}
    </Shown>
  )
}

/** How long ago an instant was, where time runs: "9 min ago"; from a day on it is a time. */
export const Ago = ({ at }: { readonly at: string }) => {
  const intl = useIntl()
  const words = useWords()
  const now = useContext(Now)
  const millis = now === null ? dayMillis : Math.max(0, now - Date.parse(at))
  if (millis >= dayMillis) return <Time at={at} />
  const [unit, length] = millis < hourMillis ? (["minute", minuteMillis] as const) : (["hour", hourMillis] as const)
  const value = Math.floor(millis / length)
  return (
    <Shown at={at} full={intl.formatDate(at, fullTime)}>
      {value === 0
        ? words("part.justNow")
        : words("part.ago", { length: intl.formatNumber(value, { style: "unit", unit, unitDisplay: "short" }) })}
    </Shown>
  )
}

/** A time on the wall (`HH:mm`) as it is read: "8:00 AM"; a text that is no time is shown as it is. */
export const wallTimeIn = (intl: IntlShape, time: string): string =>
  /^\d{2}:\d{2}$/.test(time) ? intl.formatTime(`2026-01-01T${time}:00Z`, { ...clockTime, timeZone: "UTC" }) : time

/** The time of day of an instant, under a heading that names its day. */
export const ClockTime = ({ at }: { readonly at: string }) => {
  const intl = useIntl()
  const toldApart = useToldApart()
  return (
    <Shown at={at} full={intl.formatDate(at, fullTime)}>
      {toldApart(intl.formatDate(at, clockTime), at, intl.timeZone)}
    </Shown>
  )
}

/** A calendar date (`YYYY-MM-DD`) over what happened on it: "Today, Nov 25", else "Tue, Nov 24". */
export const DayHeading = ({ on }: { readonly on: string }) => {
  const intl = useIntl()
  const now = useContext(Now)
  const day = <Day on={on} />
  if (dayIn(intl, now) === on) return <Word id="part.todayIs" values={{ day }} />
  const weekday = intl.formatDate(`${on}T00:00:00Z`, { weekday: "short", timeZone: "UTC" })
  return (
    <>
      <span aria-hidden="true">{weekday}, </span>
      {day}
    </>
  )
}

/**
 * A calendar date (`YYYY-MM-DD`), the same in every zone: "Nov 12", with its year when that is not this one. What is no
 * date, as in a field that is being written, stands as it was written.
 */
export const Day = ({ on }: { readonly on: string }) => {
  const intl = useIntl()
  const now = useContext(Now)
  const at = `${on}T00:00:00Z`
  if (Number.isNaN(Date.parse(at))) return on
  const isThisYear = now !== null && on.slice(0, 4) === intl.formatDate(now, sameYear)
  return (
    <Shown at={on} full={intl.formatDate(at, { ...fullDay, timeZone: "UTC" })}>
      {intl.formatDate(at, { ...(isThisYear ? shortDay : { ...shortDay, ...sameYear }), timeZone: "UTC" })}
    </Shown>
  )
}
