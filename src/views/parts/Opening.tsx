import type { Problem } from "#schemas/problem.ts"
import { ProblemNotice } from "./ProblemNotice.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { useWords } from "./Words.tsx"

/** What stands in an editor's place while it reads what it will change, or why it could not, with Retry. */
export const Opening = (props: {
  readonly isReading: boolean
  readonly problem: Problem | null
  readonly lines: number
  readonly onRetry: () => void
}) => {
  const words = useWords()
  if (props.problem !== null)
    return <ProblemNotice title={words("part.couldNotLoad")} problem={props.problem} onRetry={props.onRetry} />
  return props.isReading ? <Skeleton lines={props.lines} /> : null
}
