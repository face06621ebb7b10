import type { ReactNode } from "react"
import { Link } from "wouter"
import type { FlowsEvent, FlowsSnapshot } from "#machines/administration/flows.machine.ts"
import type { Lead, Outline, OutlinedState } from "#machines/outline.ts"
import { Page, Section } from "#views/parts/Page.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Chart = { readonly area: string; readonly id: string }
type Props = {
  readonly page: Seen<FlowsSnapshot, FlowsEvent>
  readonly url: PageUrl
  readonly charts: ReadonlyArray<Chart>
  readonly chosen: Outline
  /** The chosen chart's states in force, as paths; none where it does not run. */
  readonly present: ReadonlyArray<string>
  readonly picture: ReactNode
}

const Charts = ({ url, charts, chosen }: Pick<Props, "url" | "charts" | "chosen">) => {
  const words = useWords()
  return (
    <nav className="flow-charts" aria-label={words("flows.charts")}>
      {[...new Set(charts.map(({ area }) => area))].map((area) => (
        <div key={area}>
          <h2>{area}</h2>
          <ul>
            {charts
              .filter((chart) => chart.area === area)
              .map(({ id }) => (
                <li key={id}>
                  <Link href={url.href({ chart: id })} {...(id === chosen.id ? { "aria-current": "true" } : {})}>
                    {id}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const Leads = ({ leads }: { readonly leads: ReadonlyArray<Lead> }) => {
  const words = useWords()
  if (leads.length === 0) return null
  return (
    <ul className="flow-leads">
      {leads.map(({ label, to }, index) => (
        <li key={index}>{words("flows.leads", { label, to: to === "" ? words("flows.stays") : to })}</li>
      ))}
    </ul>
  )
}

type Outlined = { readonly states: ReadonlyArray<OutlinedState>; readonly present: ReadonlyArray<string> }
const isPresent = (path: string, present: ReadonlyArray<string>): boolean =>
  present.some((inner) => inner === path || inner.startsWith(`${path}.`))

const States = ({ states, present }: Outlined) => {
  const words = useWords()
  return (
    <ul className="flow-states">
      {states.map((state) => (
        <li key={state.path} className={isPresent(state.path, present) ? "flow-present" : ""}>
          <p>
            <strong>{state.name}</strong>{" "}
            {isPresent(state.path, present) && <StateTag tone="active">{words("flows.now")}</StateTag>}
          </p>
          <p>{state.caption}</p>
          <Leads leads={state.leads} />
          {state.states.length > 0 && <States states={state.states} present={present} />}
        </li>
      ))}
    </ul>
  )
}

const Running = ({ page, url }: Pick<Props, "page" | "url">) => {
  const words = useWords()
  const running = [
    ...page.snapshot.context.running,
    { chart: page.snapshot.machine.id, states: [String(page.snapshot.value)] },
  ]
  return (
    <Section title={words("flows.running")}>
      <ul className="flow-running">
        {running.map(({ chart, states }, index) => (
          <li key={index}>
            <Link href={url.href({ chart })}>{chart}</Link> {states.join(", ")}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Taken = ({ page }: Pick<Props, "page">) => {
  const words = useWords()
  const { taken } = page.snapshot.context
  return (
    <Section title={words("flows.taken")}>
      {taken.length === 0 ? (
        <p>{words("flows.taken.none")}</p>
      ) : (
        <ol className="flow-taken" reversed>
          {taken.map(({ id, chart, event, from, to }) => (
            <li key={id} value={id}>
              {words("flows.taken.row", { chart, event, from: from || chart, to: to || chart })}
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

/** `/dev/flows`: the charts by area, the chosen one as a picture and in words, and what runs in this page (issue 4). */
export const FlowsView = (props: Props) => {
  const { chosen, present, page, url } = props
  const words = useWords()
  return (
    <Page title={words("flows.title")} lead={words("flows.lead")}>
      <Charts {...props} />
      <div className="flow-chosen">
        <Section title={words("flows.picture", { chart: chosen.id })}>
          <p className="muted">{words("flows.picture.hint")}</p>
          {props.picture}
        </Section>
        <Section title={words("flows.states", { chart: chosen.id })}>
          <States states={chosen.states} present={present} />
          {chosen.everywhere.length > 0 && (
            <>
              <h3>{words("flows.everywhere")}</h3>
              <Leads leads={chosen.everywhere} />
            </>
          )}
        </Section>
      </div>
      <div className="flow-live">
        <Running page={page} url={url} />
        <Taken page={page} />
      </div>
    </Page>
  )
}
