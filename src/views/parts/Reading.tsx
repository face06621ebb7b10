import { Button } from "@blueprintjs/core"
import { useDeferredValue, type ReactNode } from "react"
import type { ReadingEvent, ReadingSnapshot } from "#machines/session/reading.machine.ts"
import { triesAgain } from "#schemas/session/anotherTry.ts"
import { NextTryIn } from "./NextTryIn.tsx"
import { ProblemNotice, Reference } from "./ProblemNotice.tsx"
import { Said } from "./Said.tsx"
import type { Seen } from "./Seen.ts"
import { Skeleton } from "./Skeleton.tsx"
import { useWords, Word } from "./Words.tsx"

/** A reading as a view is given it. */
export type SeenReading<A> = Seen<ReadingSnapshot<A>, ReadingEvent>

/** What is done about a read that failed: now by a press, or by itself after a wait that is counted down. */
const NextTry = ({ snapshot, send }: SeenReading<unknown>) => {
  const { problem, pause } = snapshot.context
  const again = problem !== null && triesAgain(problem)
  const isTrying = snapshot.hasTag("busy")
  return (
    <>
      <Button onClick={() => send({ type: "retry.pressed" })}>
        <Word id={again ? "part.tryNow" : "part.retry"} />
      </Button>
      {isTrying && (
        <span className="muted">
          <Word id="part.trying" />
        </span>
      )}
      {again && !isTrying && <NextTryIn until={pause?.until ?? null} />}
    </>
  )
}

/** "Could not load" in the place of what is read (docs/policy.md#operations): said once, while it is tried again too. */
export const FailedReading = (props: { readonly of: SeenReading<unknown>; readonly title?: ReactNode }) => {
  const { problem } = props.of.snapshot.context
  return problem === null ? null : (
    <ProblemNotice
      title={props.title ?? <Word id="part.couldNotLoad" />}
      problem={problem}
      {...(triesAgain(problem) ? { way: <Word id="part.triesAgain" /> } : {})}
      action={<NextTry {...props.of} />}
    />
  )
}

/** Whether nothing is read and why is known; that it is being tried again changes nothing. */
export const hasFailed = ({ snapshot: { context } }: SeenReading<unknown>): boolean =>
  context.data === null && context.problem !== null

/** The notice over old data whose refresh failed. */
export const StaleNotice = ({ reading }: { readonly reading: SeenReading<unknown> }) => {
  const { data, problem } = reading.snapshot.context
  return data !== null && problem !== null ? (
    <div className="notice notice-warning stale-notice">
      <p>
        <Word id="part.couldNotRefresh" /> <Said>{problem.message}</Said>
      </p>
      <Reference problem={problem} />
      <div className="notice-actions">
        <NextTry {...reading} />
      </div>
    </div>
  ) : null
}

/** What stands over a thing that is read: its name, or why there is none yet. */
export const useTitleOf = <A,>({ snapshot }: SeenReading<A>, nameOf: (data: A) => string): string => {
  const words = useWords()
  const { data, problem } = snapshot.context
  if (data !== null) return nameOf(data)
  if (problem?.problem === "NotFound") return words("route.notFound")
  return words(problem === null ? "part.loading" : "part.couldNotLoad")
}

/**
 * Shows a reading in each of its states: nothing chosen, skeleton, "Could not
 * load" in its place (docs/policy.md#operations), and the data.
 */
export const Reading = <A,>(props: {
  readonly of: SeenReading<A>
  readonly skeleton?: ReactNode
  /** What stands here while nothing is chosen. */
  readonly idle?: ReactNode
  readonly children: (data: A) => ReactNode
}) => {
  const { snapshot } = props.of
  const { data } = snapshot.context
  const isThere = data !== null
  // Rows that arrive are drawn in pieces: all at once they would stop a phone.
  const isDrawn = useDeferredValue(isThere)
  if (snapshot.matches("idle")) return <>{props.idle}</>
  if (hasFailed(props.of)) return <FailedReading of={props.of} />
  if (data === null || !isDrawn) return <>{props.skeleton ?? <Skeleton />}</>
  return (
    <div aria-busy={snapshot.hasTag("busy")}>
      <StaleNotice reading={props.of} />
      {props.children(data)}
    </div>
  )
}
