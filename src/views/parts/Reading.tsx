import { Button } from "@blueprintjs/core"
import { useDeferredValue, type ReactNode } from "react"
import type { ReadingEvent, ReadingSnapshot } from "#machines/session/reading.machine.ts"
import { ProblemNotice, Reference } from "./ProblemNotice.tsx"
import type { Seen } from "./Seen.ts"
import { Skeleton } from "./Skeleton.tsx"
import { useWords, Word } from "./Words.tsx"

/** A reading as a view is given it. */
export type SeenReading<A> = Seen<ReadingSnapshot<A>, ReadingEvent>

/** The notice over old data whose refresh failed. */
export const StaleNotice = ({ reading }: { readonly reading: SeenReading<unknown> }) => {
  const { problem } = reading.snapshot.context
  return reading.snapshot.matches({ ready: "stale" }) ? (
    <div className="notice notice-warning stale-notice">
      <p>
        <Word id="part.couldNotRefresh" /> {problem?.message}
      </p>
      {problem !== null && <Reference problem={problem} />}
      <Button size="small" onClick={() => reading.send({ type: "retry.pressed" })}>
        <Word id="part.retry" />
      </Button>
    </div>
  ) : null
}

/** What stands over a thing that is read: its name, or why there is none yet. */
export const useTitleOf = <A,>({ snapshot }: SeenReading<A>, nameOf: (data: A) => string): string => {
  const words = useWords()
  const { data, problem } = snapshot.context
  if (data !== null) return nameOf(data)
  if (problem?.problem === "NotFound") return words("route.notFound")
  return words(snapshot.matches("failed") ? "part.couldNotLoad" : "part.loading")
}

/**
 * Shows a reading in each of its states: nothing chosen, skeleton, "Could not
 * load" with Retry in place (docs/policy.md#operations), and the data.
 */
export const Reading = <A,>(props: {
  readonly of: SeenReading<A>
  readonly skeleton?: ReactNode
  /** What stands here while nothing is chosen. */
  readonly idle?: ReactNode
  readonly children: (data: A) => ReactNode
}) => {
  const { snapshot, send } = props.of
  const { data, problem } = snapshot.context
  const isThere = data !== null
  // Rows that arrive are drawn in pieces: all at once they would stop a phone.
  const isDrawn = useDeferredValue(isThere)
  if (snapshot.matches("idle")) return <>{props.idle}</>
  if (snapshot.matches("failed") && problem !== null) {
    return (
      <ProblemNotice
        title={<Word id="part.couldNotLoad" />}
        problem={problem}
        onRetry={() => send({ type: "retry.pressed" })}
      />
    )
  }
  if (data === null || !isDrawn) return <>{props.skeleton ?? <Skeleton />}</>
  return (
    <div aria-busy={snapshot.hasTag("busy")}>
      <StaleNotice reading={props.of} />
      {props.children(data)}
    </div>
  )
}
