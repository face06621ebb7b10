import { useIntl, type IntlShape } from "react-intl"
import { writtenTime } from "#schemas/calendar.ts"
import { Combo, type ComboControl, type ComboOption } from "./Combo.tsx"
import { Field, fieldText, type FieldProps } from "./Field.tsx"
import { changeField } from "./Form.tsx"
import { wallTimeIn } from "./Time.tsx"
import { useWords } from "./Words.tsx"

type InputProps = ComboControl & {
  /** `HH:mm`; a text that is no time is what someone wrote, and is shown as it is. */
  readonly value: string
  /** Hears the time that was written or chosen, and a text that is no time as it was written. */
  readonly onChange: (value: string) => void
}

const halfHours: ReadonlyArray<string> = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`,
)

/** What is written stands first when the list does not have it; else the list stands at it. */
const timesFor = (intl: IntlShape, text: string): ReadonlyArray<ComboOption> => {
  const written = writtenTime(text)
  const times = written === null || halfHours.includes(written) ? halfHours : [written, ...halfHours]
  const all = times.map((time) => ({ value: time, label: wallTimeIn(intl, time) }))
  return written === null
    ? all
    : all.toSorted((one, other) => Number(other.value === written) - Number(one.value === written))
}

/** A field for a time of day: it is written ("9", "9:30 pm", "14:05") or chosen from a list of half hours. */
export const TimeInput = ({ value, onChange, ...control }: InputProps) => {
  const intl = useIntl()
  const words = useWords()
  return (
    <Combo
      {...control}
      value={value}
      shown={wallTimeIn(intl, value)}
      placeholder={words("part.times.form")}
      optionsFor={(text) => timesFor(intl, text)}
      onChoose={onChange}
      onWrite={(text) => onChange(writtenTime(text) ?? text)}
    />
  )
}

/** A time of day in a form. */
export const TimeField = (props: FieldProps) => (
  <Field {...props}>
    {(control) => (
      <TimeInput
        {...control}
        value={fieldText(props.form, props.name)}
        onChange={(time) => changeField(props.form, props.name, time)}
      />
    )}
  </Field>
)
