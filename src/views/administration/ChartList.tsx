import { Link } from "wouter"
import type { SeenRun } from "#machines/administration/flows.machine.ts"
import { partGroups, partsOfPages } from "#schemas/administration/galleryParts.ts"
import { SearchBox } from "#views/parts/Filter.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

/** A chart as the list offers it. */
export type ListedChart = {
  readonly area: string
  readonly id: string
  /** How many states it has. */
  readonly states: number
  /** Its states and events, for the search. */
  readonly names: ReadonlyArray<string>
}

type Props = {
  readonly url: PageUrl
  readonly charts: ReadonlyArray<ListedChart>
  readonly chosen: string
  readonly runs: ReadonlyArray<SeenRun>
}

/** What leaves nothing of the last chart in the address. */
export const toChart = (chart: string) => ({
  chart,
  run: null,
  of: null,
  search: null,
  state: null,
  lead: null,
  step: null,
})

/** However long the list, the chosen one is seen in it; the element's own way would move the page too. */
const bringIntoView = (element: HTMLElement | null): void => {
  const list = element?.closest("nav")
  if (element && list) list.scrollTo(0, element.offsetTop - list.offsetTop - list.clientHeight / 2)
}

const isFound = ({ id, area, names }: ListedChart, searchText: string): boolean =>
  [id, area, ...names].some((name) => name.toLowerCase().includes(searchText))

const Item = ({ url, chart, chosen, runs }: Omit<Props, "charts"> & { readonly chart: ListedChart }) => {
  const words = useWords()
  const numbers = useNumbers()
  const runsNow = runs.some((run) => run.endedAt === null && run.chart === chart.id)
  return (
    <li ref={chart.id === chosen ? bringIntoView : undefined}>
      <Link
        href={url.href(toChart(chart.id))}
        className={runsNow ? "chart-link chart-runs" : "chart-link"}
        {...(chart.id === chosen ? { "aria-current": "true" as const } : {})}
      >
        <span>{chart.id}</span>
        {runsNow && <span className="visually-hidden">{words("flows.running")}</span>}
        <span className="chart-states" aria-hidden="true">
          {numbers(chart.states)}
        </span>
      </Link>
    </li>
  )
}

/** Every chart by its area, those that run marked; it can be narrowed to a chart, a state or an event. The gallery begins with the parts of pages. */
export const ChartList = (props: Props) => {
  const words = useWords()
  const numbers = useNumbers()
  const { url, charts } = props
  const searchText = (url.search["find"] ?? "").trim().toLowerCase()
  const found = charts.filter((chart) => isFound(chart, searchText))
  return (
    <div className="chart-list">
      <SearchBox
        label={words("flows.find")}
        value={url.search["find"] ?? ""}
        onChange={(text) => url.change({ find: text || null })}
      />
      <nav aria-label={words("flows.chart")}>
        {url.search["view"] === "gallery" && (
          <ul>
            <li>
              <Link
                href={url.href(toChart(partsOfPages))}
                className="chart-link"
                {...(props.chosen === partsOfPages ? { "aria-current": "true" as const } : {})}
              >
                <span>{words("gallery.parts")}</span>
                <span className="chart-states" aria-hidden="true">
                  {numbers(partGroups.length)}
                </span>
              </Link>
            </li>
          </ul>
        )}
        {[...Map.groupBy(found, ({ area }) => area)].map(([area, some]) => (
          <section key={area} aria-label={area}>
            <p className="chart-area">{area}</p>
            <ul>
              {some.map((chart) => (
                <Item key={chart.id} {...props} chart={chart} />
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p className="muted small">{words("flows.find.none")}</p>}
      </nav>
      <p className="chart-legend muted small">{words("flows.list.hint")}</p>
    </div>
  )
}
