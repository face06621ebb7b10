import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { Problem } from "#schemas/problem.ts"
import { CopyId } from "./CopyId.tsx"
import { Word } from "./Words.tsx"

/** What is wrong: a sentence, or all single complaints as one list where the sentence only repeats the first. */
const Complaints = ({ problem }: { readonly problem: Problem }) => {
  const said = [...new Set((problem.errors ?? []).map(({ message }) => message))]
  const repeats = said.includes(problem.message)
  return (
    <>
      {(!repeats || said.length === 1) && <p>{problem.message}</p>}
      {(!repeats || said.length > 1) && said.length > 0 && (
        <ul>
          {said.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/**
 * A problem as a person meets it: a sentence, the reason and a way out
 * (docs/architecture.md#problems-and-answers). `title` says what could not be done.
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
    <Complaints problem={props.problem} />
    <p className="notice-way">{props.way ?? <Word id={`problem.${props.problem.problem}.way`} />}</p>
    {props.problem.correlationId !== undefined && (
      <p className="small">
        <Word id="part.reference" /> <CopyId id={props.problem.correlationId} what="reference" />
      </p>
    )}
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
