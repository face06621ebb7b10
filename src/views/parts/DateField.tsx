import { Calendar as CalendarIcon } from "@blueprintjs/icons"
import { useContext, type KeyboardEvent, type ToggleEvent } from "react"
import { useIntl, type IntlShape } from "react-intl"
import { isDay, withinDays, writtenDay } from "#schemas/calendar.ts"
import { Calendar } from "./Calendar.tsx"
import { Field, fieldText, type FieldProps } from "./Field.tsx"
import { changeField } from "./Form.tsx"
import { usePicker } from "./Pickers.ts"
import { dayIn, Now } from "./Time.tsx"
import { writtenWhole } from "./writtenWhole.ts"
import { useWords } from "./Words.tsx"

type InputProps = {
  readonly id: string
  /** `YYYY-MM-DD`; a text that is no day is what someone wrote, and is shown as it is. */
  readonly value: string
  /** Hears the day that was written or chosen, empty for none, and a text that is no day as it was written. */
  readonly onChange: (value: string) => void
  /** The first and the last day that may be chosen, `YYYY-MM-DD`. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly disabled?: boolean
  /** Names the field where no label does. */
  readonly "aria-label"?: string
  readonly "aria-invalid"?: boolean
  readonly "aria-describedby"?: string
  /** Hears the same when the field is left. */
  readonly onBlur?: (value: string) => void
}

const monthsOf = (intl: IntlShape): ReadonlyArray<string> =>
  Array.from({ length: 12 }, (_, month) =>
    intl.formatDate(`2025-${String(month + 1).padStart(2, "0")}-01T00:00:00Z`, { month: "long", timeZone: "UTC" }),
  )

/** Whether a day is written before its month. */
const isDayFirst = (intl: IntlShape): boolean =>
  intl.formatDateToParts("2025-07-01T00:00:00Z", { month: "numeric", day: "numeric" })[0]?.type === "day"

/** A day as fields show it: "Mon, Nov 23", with its year when that is not this one. */
const shownDay = (intl: IntlShape, day: string, today: string | null): string =>
  isDay(day)
    ? intl.formatDate(`${day}T00:00:00Z`, {
        weekday: "short",
        month: "short",
        day: "numeric",
        ...(day.slice(0, 4) === today?.slice(0, 4) ? {} : { year: "numeric" }),
        timeZone: "UTC",
      })
    : day

/** The arrow down opens the calendar, as it opens any list. */
const openByArrow = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key !== "ArrowDown") return
  event.preventDefault()
  event.currentTarget.parentElement?.querySelector("button")?.click()
}

/**
 * A field for a day: it is written ("11/23", "Nov 23, 2026", "2026-11-23") or chosen from a calendar. The calendar
 * opens by its button or by the arrow down, and closes by Escape.
 */
export const DateInput = (props: InputProps) => {
  const { id, value, onChange, onBlur, min, max, disabled = false, ...control } = props
  const words = useWords()
  const intl = useIntl()
  const today = dayIn(intl, useContext(Now))
  const { snapshot, send } = usePicker(id)
  const sheet = `${id}-calendar`
  const dayFirst = isDayFirst(intl)
  const read = (text: string): string =>
    writtenDay(text, { today, isDayFirst: dayFirst, months: monthsOf(intl) }) ?? text
  const field = writtenWhole(shownDay(intl, value, today), (text) => onChange(read(text)))
  const first = isDay(value) ? value : (today ?? min ?? max ?? "2026-01-01")
  const toggled = ({ newState }: ToggleEvent): void =>
    send(newState === "open" ? { type: "opened", at: withinDays(first, min, max) } : { type: "closed" })
  return (
    <span className="picker">
      <input
        {...control}
        {...field}
        onBlur={(event) => {
          onBlur?.(read(event.currentTarget.value))
          field.onBlur(event)
        }}
        id={id}
        className="input"
        type="text"
        autoComplete="off"
        disabled={disabled}
        placeholder={words(dayFirst ? "part.calendar.form.dayFirst" : "part.calendar.form")}
        onKeyDown={openByArrow}
      />
      <button
        type="button"
        className="picker-open"
        aria-label={words("part.calendar.open")}
        disabled={disabled}
        popoverTarget={sheet}
      >
        <CalendarIcon size={16} aria-hidden="true" />
      </button>
      <div
        className="menu-sheet menu-sheet-start"
        id={sheet}
        popover="auto"
        role="dialog"
        aria-label={words("part.calendar.open")}
        onToggle={toggled}
      >
        {snapshot.matches("open") && (
          <Calendar
            sheet={sheet}
            at={snapshot.context.at}
            value={value}
            min={min}
            max={max}
            onPoint={(at) => send({ type: "pointed", at })}
            onChoose={onChange}
          />
        )}
      </div>
    </span>
  )
}

type Limits = Pick<InputProps, "min" | "max">

/** A day in a form; none is null when `nullable`. */
export const DateField = ({ min, max, ...props }: FieldProps & Limits & { readonly nullable?: boolean }) => (
  <Field {...props}>
    {(control) => (
      <DateInput
        {...control}
        value={fieldText(props.form, props.name)}
        min={min}
        max={max}
        onChange={(day) => changeField(props.form, props.name, day === "" && props.nullable === true ? null : day)}
      />
    )}
  </Field>
)
