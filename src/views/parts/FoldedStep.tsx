import { Button } from "@blueprintjs/core"
import { Tick } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { useWords } from "./Words.tsx"

/** Moves the focus within the step it stands in, once, as it appears. */
const mover = (find: (step: HTMLElement) => HTMLElement | null) => (mark: HTMLElement | null) => {
  const step = mark?.closest<HTMLElement>(".folded-step")
  if (step) find(step)?.focus()
}
const movers = {
  heading: mover((step) => step.querySelector("h2")),
  name: mover((step) => step.querySelector("input")),
  wrong: mover((step) => step.querySelector('[aria-invalid="true"]')),
}

/** Where the focus is moved to within the open step, and how often the page has moved it so far. */
export type StepFocus = { readonly on: keyof typeof movers; readonly times: number }

/**
 * One step of a form in several: open, or one line of its answer once it is done, with Change where it can be
 * opened. The steps are the items of a list; the step that opens by a press takes the focus.
 */
export const FoldedStep = (props: {
  readonly number: number
  readonly title: string
  readonly isOpen: boolean
  readonly isDone: boolean
  /** What stands in place of its fields while it is shut. */
  readonly said?: ReactNode
  /** Opens it; undefined while it cannot be opened. */
  readonly onChange?: (() => void) | undefined
  /** Where its answer is changed, for one that another page gives. */
  readonly changeAt?: string | undefined
  readonly focus: StepFocus
  readonly children?: ReactNode
}) => {
  const words = useWords()
  const { isOpen, isDone, focus, onChange, changeAt } = props
  const className = isOpen ? "step-here" : isDone ? "step-done" : ""
  return (
    <li className={`folded-step ${className}`} {...(isOpen ? { "aria-current": "step" as const } : {})}>
      <span className="step-mark" aria-hidden="true">
        {isDone && !isOpen ? <Tick size={12} /> : props.number}
      </span>
      <div className="folded-step-head">
        <h2 tabIndex={-1}>{props.title}</h2>
        {!isOpen && isDone && <span className="visually-hidden">{words("part.step.done")}</span>}
        {!isOpen && onChange !== undefined && (
          <Button
            variant="minimal"
            size="small"
            text={words("part.step.change")}
            aria-label={words("part.step.change.of", { step: props.title })}
            onClick={onChange}
          />
        )}
        {!isOpen && changeAt !== undefined && (
          <Link
            href={changeAt}
            className="bp6-button bp6-minimal bp6-small"
            aria-label={words("part.step.change.of", { step: props.title })}
          >
            {words("part.step.change")}
          </Link>
        )}
      </div>
      <div className="folded-step-body">{isOpen ? props.children : isDone && <div>{props.said}</div>}</div>
      {isOpen && focus.times > 0 && <span key={focus.times} hidden ref={movers[focus.on]} />}
    </li>
  )
}
