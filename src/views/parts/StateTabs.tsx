import { Link } from "wouter"
import type { SeenReading } from "./Reading.tsx"
import type { PageUrl } from "./Seen.ts"
import { useNumbers, useWords } from "./Words.tsx"

type Props = {
  readonly url: PageUrl
  readonly reading: SeenReading<ReadonlyArray<unknown>>
  /** Names the row of tabs for screen readers. */
  readonly label: string
  readonly states: ReadonlyArray<{ readonly value: string; readonly label: string }>
}

/** How many rows a list has in all, in the state it is narrowed to; undefined until that was read. */
export const totalOf = ({ snapshot }: Props["reading"], state: string | undefined): number | undefined => {
  const { counts } = snapshot.context
  if (counts === null) return undefined
  if (state !== undefined && state !== "") return counts[state] ?? 0
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The views of a list that has states, each with how many rows it has; states without rows are left out. */
export const StateTabs = ({ url, reading, label, states }: Props) => {
  const words = useWords()
  const numbers = useNumbers()
  const chosen = url.search["state"] ?? ""
  const views = [
    { value: "", label: words("part.all") },
    ...states.filter(({ value }) => value === chosen || (totalOf(reading, value) ?? 0) > 0),
  ]
  return (
    <nav className="tabs" aria-label={label}>
      {views.map((view) => {
        const total = totalOf(reading, view.value)
        return (
          <Link
            key={view.value}
            href={url.href({ state: view.value || null })}
            replace
            className="tab"
            {...(view.value === chosen ? { "aria-current": "true" as const } : {})}
          >
            {view.label} {total !== undefined && <span className="tab-count">{numbers(total)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
