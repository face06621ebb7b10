import { Tick } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { useWords } from "./Words.tsx"

/**
 * The steps of a longer piece of work in their order: those before `current` are done, those behind it still come;
 * without it, all are done. `note` is a few words about the work at the other end.
 */
export const Steps = (props: {
  readonly label: string
  readonly steps: ReadonlyArray<{ readonly id: string; readonly label: string }>
  readonly current: string | undefined
  readonly note?: ReactNode
}) => {
  const words = useWords()
  const at = props.steps.findIndex(({ id }) => id === props.current)
  const here = at === -1 ? props.steps.length : at
  return (
    <div className="steps">
      <ol aria-label={props.label}>
        {props.steps.map(({ id, label }, index) => (
          <li
            key={id}
            className={index < here ? "step step-done" : index === here ? "step step-here" : "step"}
            {...(index === here ? { "aria-current": "step" as const } : {})}
          >
            <span className="step-mark" aria-hidden="true">
              {index < here ? <Tick size={12} /> : index + 1}
            </span>
            {label}
            {index < here && <span className="visually-hidden">{words("part.step.done")}</span>}
          </li>
        ))}
      </ol>
      {props.note !== undefined && <p className="steps-note">{props.note}</p>}
    </div>
  )
}
