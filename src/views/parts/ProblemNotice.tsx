import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { Problem } from "#schemas/problem.ts"
import { wayOutOf } from "#schemas/session/wayOut.ts"
import { CopyId } from "./CopyId.tsx"
import { Said } from "./Said.tsx"
import { Word } from "./Words.tsx"

/** What is wrong: a sentence, or all single errors as one list where the sentence only repeats the first. */
const Errors = ({ problem }: { readonly problem: Problem }) => {
  const said = [...new Set((problem.errors ?? []).map(({ message }) => message))]
  const repeats = said.includes(problem.message)
  return (
    <>
      {(!repeats || said.length === 1) && (
        <p>
          <Said>{problem.message}</Said>
        </p>
      )}
      {(!repeats || said.length > 1) && said.length > 0 && (
        <ul>
          {said.map((message) => (
            <li key={message}>
              <Said>{message}</Said>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What the site administrator finds a failure by; nothing where the server named none. */
export const Reference = ({ problem: { correlationId } }: { readonly problem: Problem }) =>
  correlationId === undefined ? null : (
    <p className="small">
      <Word id="part.reference" /> <CopyId id={correlationId} what="reference" />
    </p>
  )

const WayOut = ({ problem, way }: { readonly problem: Problem; readonly way: ReactNode }) => {
  const id = wayOutOf(problem)
  if (way === undefined && id === undefined) return null
  return <p className="notice-way">{way ?? (id && <Word id={id} />)}</p>
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
  <div className="notice notice-danger">
    <div className="notice-said" role="alert">
      {props.title !== undefined && <p className="notice-title">{props.title}</p>}
      <Errors problem={props.problem} />
      <WayOut problem={props.problem} way={props.way} />
      <Reference problem={props.problem} />
    </div>
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
