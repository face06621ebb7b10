import { useWords } from "#views/parts/Words.tsx"

/** A number with a button for less and one for more; several different numbers are shown as mixed. */
export const Stepper = (props: {
  readonly label: string
  readonly value: number | null
  readonly least: number
  readonly most: number
  readonly step?: number
  /** Whether its label is written next to it. */
  readonly isNamed?: boolean
  readonly onChange: (by: number, value: number) => void
}) => {
  const words = useWords()
  const { label, value, least, most, step = 1, onChange } = props
  const number = value ?? least
  return (
    <span className="stepper-field" role="group" aria-label={label}>
      {props.isNamed === true && <span aria-hidden="true">{label}</span>}
      <span className="stepper">
        <button
          type="button"
          aria-label={words("scheduler.bar.less", { name: label })}
          disabled={value !== null && value <= least}
          onClick={() => onChange(-step, Math.max(least, number - step))}
        >
          −
        </button>
        <output>{value ?? words("scheduler.mixed")}</output>
        <button
          type="button"
          aria-label={words("scheduler.bar.more", { name: label })}
          disabled={value !== null && value >= most}
          onClick={() => onChange(step, Math.min(most, number + step))}
        >
          +
        </button>
      </span>
    </span>
  )
}
