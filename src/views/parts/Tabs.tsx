import { Link } from "wouter"
import type { PageUrl } from "./Seen.ts"
import { useNumbers } from "./Words.tsx"

/** The parts of a thing with how many people each is about, one shown at a time; which one lives in the URL under `name`. The first is shown without it. */
export const Tabs = (props: {
  readonly url: PageUrl
  readonly name: string
  /** Names the row of tabs for screen readers. */
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly id: string; readonly label: string; readonly count?: number }>
}) => {
  const numbers = useNumbers()
  const shown = props.tabs.find(({ id }) => id === props.url.search[props.name]) ?? props.tabs[0]
  return (
    <nav className="tabs" aria-label={props.label}>
      {props.tabs.map((tab, index) => (
        <Link
          key={tab.id}
          href={props.url.href({ [props.name]: index === 0 ? null : tab.id })}
          replace
          className="tab"
          {...(tab.id === shown?.id ? { "aria-current": "true" as const } : {})}
        >
          {tab.label} {tab.count !== undefined && <span className="tab-count">{numbers(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
