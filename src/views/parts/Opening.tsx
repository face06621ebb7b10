import type { Problem } from "#schemas/problem.ts"
import { ProblemNotice } from "./ProblemNotice.tsx"
import type { Seen } from "./Seen.ts"
import { Skeleton } from "./Skeleton.tsx"
import { useWords } from "./Words.tsx"

/** A page whose chart first reads what it will change. */
export type Opened = Seen<
  { readonly value: unknown; readonly context: { readonly problem: Problem | null } },
  { readonly type: "retry.pressed" }
>

/** What stands in an editor's place while it reads what it will change, or why it could not, with Retry. */
export const Opening = ({ page, lines }: { readonly page: Opened; readonly lines: number }) => {
  const words = useWords()
  const { value, context } = page.snapshot
  if (value === "couldNotOpen" && context.problem !== null)
    return (
      <ProblemNotice
        title={words("part.couldNotLoad")}
        problem={context.problem}
        onRetry={() => page.send({ type: "retry.pressed" })}
      />
    )
  return value === "opening" ? <Skeleton lines={lines} /> : null
}
