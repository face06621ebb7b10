import { Link } from "wouter"
import { useNumbers, useWords } from "./Words.tsx"

/** A true progress bar: done of total, never a guess. `label` names what progresses. */
export const Progress = (props: {
  readonly done: number
  readonly total: number
  readonly label: string
  readonly quiet?: boolean
}) => {
  const words = useWords()
  const numbers = useNumbers()
  const percent = props.total === 0 ? 0 : (props.done / props.total) * 100
  const text = words("part.percent", { done: props.done, total: props.total })
  return (
    <div className="progress">
      <div
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={props.total}
        aria-valuenow={props.done}
        aria-valuetext={text}
        className="progress-track"
      >
        <div className="progress-done" style={{ inlineSize: `${percent}%` }} />
      </div>
      {props.quiet !== true && (
        <span className="progress-text">
          {text} ({numbers(percent, percent > 0 && percent < 10 ? 1 : 0)} %)
        </span>
      )}
    </div>
  )
}

/** The colour of a share; `absent` is for people who are no longer to be reached, `open` for those still to come. */
export type ShareTone = "neutral" | "open" | "active" | "success" | "answered" | "warning" | "danger" | "absent"

/**
 * Parts of a whole as one bar with a legend that carries the numbers. Where there
 * is no room for the legend, `quiet` leaves the bar alone and `label` says the numbers.
 */
export const Shares = (props: {
  readonly label: string
  readonly quiet?: boolean
  readonly parts: ReadonlyArray<{
    readonly name: string
    readonly value: number
    readonly tone: ShareTone
    /** Where its people are. */
    readonly href?: string
  }>
}) => {
  const numbers = useNumbers()
  const total = props.parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className="shares">
      <div
        className="shares-bar"
        {...(props.quiet === true ? { role: "img", "aria-label": props.label } : { "aria-hidden": true })}
      >
        {props.parts
          .filter(({ value }) => value > 0)
          .map((part) => (
            <div
              key={part.name}
              className={`shares-part shares-${part.tone}`}
              style={{ flexGrow: part.value / Math.max(total, 1) }}
            />
          ))}
      </div>
      {props.quiet !== true && (
        <ul className="shares-legend" aria-label={props.label}>
          {props.parts.map((part) => (
            <li key={part.name}>
              <span className={`shares-key shares-${part.tone}`} aria-hidden="true" />
              {part.name}{" "}
              <strong>
                {part.href === undefined ? numbers(part.value) : <Link href={part.href}>{numbers(part.value)}</Link>}
              </strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
