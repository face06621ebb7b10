import type { Weekday } from "#schemas/scheduling/schedule.ts"
import { useWeekdays } from "./weekdays.ts"

/** Weekdays, each a box to tick by its first letter. */
export const WeekdayChoice = (props: {
  readonly id: string
  readonly label: string
  readonly days: ReadonlyArray<number>
  /** Those that can be chosen; without it, all. */
  readonly offered?: ReadonlyArray<number>
  readonly onChange: (days: ReadonlyArray<Weekday>) => void
}) => {
  const weekdays = useWeekdays()
  return (
    <div role="group" id={props.id} aria-label={props.label} className="day-choice" tabIndex={-1}>
      {weekdays.map((name, day) => (
        <button
          key={name}
          type="button"
          aria-pressed={props.days.includes(day)}
          aria-label={name}
          disabled={props.offered?.includes(day) === false}
          onClick={() =>
            props.onChange(
              ([0, 1, 2, 3, 4, 5, 6] as const).filter((one) =>
                one === day ? !props.days.includes(day) : props.days.includes(one),
              ),
            )
          }
        >
          {name.slice(0, 1)}
        </button>
      ))}
    </div>
  )
}
