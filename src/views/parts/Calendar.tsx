import { Button } from "@blueprintjs/core"
import { ChevronLeft, ChevronRight } from "@blueprintjs/icons"
import { useContext, type KeyboardEvent } from "react"
import { useIntl, type IntlShape } from "react-intl"
import { addDays, addMonths, weekdayOf, weeksOf, withinDays } from "#schemas/calendar.ts"
import { focusOnMount } from "./focusOnMount.ts"
import { dayIn, Now } from "./Time.tsx"
import { useWords } from "./Words.tsx"

type Props = {
  /** The id of the sheet that it stands in, which choosing a day closes. */
  readonly sheet: string
  /** The day that the arrows are on; its month is shown. */
  readonly at: string
  /** The day that is chosen; empty while none is. */
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onPoint: (day: string) => void
  readonly onChoose: (day: string) => void
}

const fullDay = { weekday: "long", year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const
const instant = (day: string): string => `${day}T00:00:00Z`

/** Where a key leads from a day, by the pattern of a date picker's grid. */
const moves: Readonly<Record<string, (day: string, isFar: boolean) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day, isFar) => addMonths(day, isFar ? -12 : -1),
  PageDown: (day, isFar) => addMonths(day, isFar ? 12 : 1),
}

const Head = ({ at, onPoint, min, max }: Props) => {
  const words = useWords()
  const intl = useIntl()
  const by = (months: -1 | 1) => (
    <Button
      variant="minimal"
      icon={months === -1 ? <ChevronLeft size={16} /> : <ChevronRight size={16} />}
      aria-label={words(months === -1 ? "part.calendar.earlier" : "part.calendar.later")}
      onClick={() => onPoint(withinDays(addMonths(at, months), min, max))}
    />
  )
  return (
    <div className="calendar-head">
      {by(-1)}
      <span aria-live="polite">
        {intl.formatDate(instant(at), { month: "long", year: "numeric", timeZone: "UTC" })}
      </span>
      {by(1)}
    </div>
  )
}

const WeekHead = ({ week, intl }: { readonly week: ReadonlyArray<string>; readonly intl: IntlShape }) => (
  <thead>
    <tr>
      {week.map((day) => (
        <th key={day} scope="col" abbr={intl.formatDate(instant(day), { weekday: "long", timeZone: "UTC" })}>
          {intl.formatDate(instant(day), { weekday: "narrow", timeZone: "UTC" })}
        </th>
      ))}
    </tr>
  </thead>
)

const DayCell = ({ day, today, ...props }: Props & { readonly day: string; readonly today: string | null }) => {
  const intl = useIntl()
  const { at, value, min, max, sheet, onChoose } = props
  const isOpen = withinDays(day, min, max) === day
  const isAt = day === at
  return (
    <td aria-selected={day === value} className={day.slice(0, 7) === at.slice(0, 7) ? "" : "other-month"}>
      <button
        type="button"
        tabIndex={isAt ? 0 : -1}
        aria-label={intl.formatDate(instant(day), fullDay)}
        aria-disabled={!isOpen}
        {...(isAt ? { ref: focusOnMount } : {})}
        {...(day === today ? { "aria-current": "date" as const } : {})}
        {...(isOpen
          ? { popoverTarget: sheet, popoverTargetAction: "hide" as const, onClick: () => onChoose(day) }
          : {})}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

/**
 * A month of days. One of them has the focus: arrows move by days and weeks, Home and End to a week's ends, Page Up
 * and Page Down by months, with Shift by years; Enter chooses.
 */
export const Calendar = (props: Props) => {
  const words = useWords()
  const intl = useIntl()
  const { at, min, max, onPoint } = props
  const today = dayIn(intl, useContext(Now))
  const weeks = weeksOf(at)
  const move = (event: KeyboardEvent): void => {
    const to = moves[event.key]?.(at, event.shiftKey)
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onPoint(withinDays(to, min, max))
  }
  return (
    <div className="calendar">
      <Head {...props} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a date picker's grid is a table. */}
      <table role="grid" aria-label={words("part.calendar.days")} onKeyDown={move}>
        <WeekHead week={weeks[0] ?? []} intl={intl} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell key={day} {...props} day={day} today={today} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
