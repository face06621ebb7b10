import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { Problem } from "#schemas/problem.ts"
import { CopyId } from "./CopyId.tsx"
import { Word } from "./Words.tsx"

/** The single complaints, where they say more than the sentence above them. */
const Complaints = ({ problem }: { readonly problem: Problem }) => {
  const errors = (problem.errors ?? []).filter(({ message }) => message !== problem.message)
  return errors.length === 0 ? null : (
    <ul>
      {errors.map(({ field, message }) => (
        <li key={`${field} ${message}`}>{message}</li>
      ))}
    </ul>
  )
}

/**
 * A problem as a person meets it: a sentence, the reason and a way out
 * (architecture §8). `title` says what could not be done.
 */
export const ProblemNotice = (props: {
  readonly problem: Problem
  readonly title?: ReactNode
  /** The way out, where the page knows a better one than the problem's own. */
  readonly way?: ReactNode
  readonly onRetry?: (() => void) | undefined
  readonly action?: ReactNode
}) => (
  <div className="notice notice-danger" role="alert">
    {props.title !== undefined && <p className="notice-title">{props.title}</p>}
    <p>{props.problem.message}</p>
    <Complaints problem={props.problem} />
    <p className="notice-way">{props.way ?? <Word id={`problem.${props.problem.problem}.way`} />}</p>
    {props.problem.correlationId !== undefined && <CopyId id={props.problem.correlationId} what="reference" />}
    {(props.onRetry !== undefined || props.action !== undefined) && (
      <div className="notice-actions">
        {props.onRetry !== undefined && (
          <Button onClick={props.onRetry}>
            <Word id="part.retry" />
          </Button>
        )}
        {props.action}
      </div>
    )}
  </div>
)

/** A calm remark inside the page: information, success or a warning. Colour is never alone: say it in words. */
export const Notice = (props: {
  readonly intent?: "none" | "success" | "warning"
  readonly title?: ReactNode
  readonly children: ReactNode
}) => (
  <div className={`notice notice-${props.intent ?? "none"}`}>
    {props.title !== undefined && <p className="notice-title">{props.title}</p>}
    {props.children}
  </div>
)
