import { Link } from "wouter"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** How the chosen chart is looked at; its picture where the address names none. */
const ways = ["chart", "gallery", "travel"] as const

/** Leads to the chart's picture, its gallery and the journal of this tab. */
export const FlowWays = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  const current = url.search["view"] ?? "chart"
  return (
    <nav className="flow-ways" aria-label={words("gallery.ways")}>
      {ways.map((way) => (
        <Link
          key={way}
          href={url.href({ view: way === "chart" ? null : way, state: null })}
          {...(way === current ? { "aria-current": "page" } : {})}
        >
          {words(`gallery.way.${way}`)}
        </Link>
      ))}
    </nav>
  )
}
