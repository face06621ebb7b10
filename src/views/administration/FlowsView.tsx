import type { ReactNode } from "react"
import { Link } from "wouter"
import { stepLookedAt, timelineOf } from "#machines/administration/flowTimeline.ts"
import {
  thingOf,
  type FlowsEvent,
  type FlowsSnapshot,
  type SeenRun,
  type SeenStep,
} from "#machines/administration/flows.machine.ts"
import type { Lead, Outline, OutlinedState } from "#machines/outline.ts"
import { partsOfPages } from "#schemas/administration/galleryParts.ts"
import type { History, WatchedRow } from "#schemas/administration/history.ts"
import { Page, Section } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { ChartList, toChart, type ListedChart } from "./ChartList.tsx"
import { ChosenLead, leadIn, leadKey } from "./ChosenLead.tsx"
import { Runs, Steps } from "./FlowsLive.tsx"
import { FlowTimeline, StoodThen } from "./FlowTimeline.tsx"
import { FlowWays } from "./FlowWays.tsx"
import { GalleryFilters } from "./GalleryView.tsx"
import { ThingsView } from "./ThingsView.tsx"

type Props = {
  readonly page: Seen<FlowsSnapshot, FlowsEvent>
  readonly url: PageUrl
  readonly charts: ReadonlyArray<ListedChart>
  /** Where the chosen chart is written. */
  readonly file: string
  readonly chosen: Outline
  /** The states that are lit, as paths: of the run below, or of the chosen thing. */
  readonly present: ReadonlyArray<string>
  /** The run of the chosen chart that is looked at; undefined where it has not run. */
  readonly run: SeenRun | undefined
  readonly things: SeenReading<ReadonlyArray<WatchedRow>>
  readonly history: SeenReading<History>
  readonly picture: ReactNode
  /** What is looked at in place of the chart: the gallery or time travel. */
  readonly instead?: ReactNode
}

/** All charts by area in one line, where there is no room for their list. */
const ChartChoice = ({ url, charts, chosen }: Pick<Props, "url" | "charts" | "chosen">) => {
  const words = useWords()
  return (
    <select
      className="input flow-chart"
      aria-label={words("flows.chart")}
      value={chosen.id}
      onChange={({ currentTarget: { value: chart } }) => url.go(toChart(chart))}
    >
      {url.search["view"] === "gallery" && <option value={partsOfPages}>{words("gallery.parts")}</option>}
      {[...Map.groupBy(charts, ({ area }) => area)].map(([area, some]) => (
        <optgroup key={area} label={area}>
          {some.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

type Leading = { readonly url: PageUrl; readonly from: string; readonly leads: ReadonlyArray<Lead> }

const Leads = ({ url, from, leads }: Leading) => {
  const words = useWords()
  if (leads.length === 0) return null
  return (
    <ul className="flow-leads">
      {leads.map(({ label, to }, index) => {
        const lead = leadKey(from, index)
        return (
          <li key={index}>
            <Link
              href={url.href({ lead })}
              {...(url.search["lead"] === lead ? { "aria-current": "true" as const } : {})}
            >
              {words("flows.leads", { label, to: to === "" ? words("flows.stays") : to })}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

type Outlined = {
  readonly url: PageUrl
  readonly states: ReadonlyArray<OutlinedState>
  readonly present: ReadonlyArray<string>
}
const isPresent = (path: string, present: ReadonlyArray<string>): boolean =>
  present.some((inner) => inner === path || inner.startsWith(`${path}.`))

const States = ({ url, states, present }: Outlined) => {
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
          <Leads url={url} from={state.path} leads={state.leads} />
          {state.states.length > 0 && <States url={url} states={state.states} present={present} />}
        </li>
      ))}
    </ul>
  )
}

/** How many events of the chosen run are listed next to its picture. */
const listedSteps = 20

/** What is lit in the picture: a run of this tab as it stands, or as it stood when it is looked at. */
const Lit = (props: {
  readonly url: PageUrl
  readonly run: SeenRun | undefined
  readonly then: SeenStep | undefined
}) => {
  const words = useWords()
  const { url, run, then } = props
  if (then !== undefined && then.run === run?.run) return <StoodThen url={url} step={then} />
  if (run?.endedAt === null) return null
  return <p className="muted">{words(run === undefined ? "flows.absent.hint" : "flows.ended.hint")}</p>
}

/** The chosen chart as a picture and in words, and what its runs and things have come to. */
const Chart = (props: Props) => {
  const { chosen, present, page, url, run } = props
  const words = useWords()
  const thing = thingOf(chosen.id)
  const { context } = page.snapshot
  const steps = context.steps.filter((step) => step.run === run?.run).slice(0, listedSteps)
  const lookedAt = stepLookedAt(context, url.search)
  const found = leadIn(chosen, url.search["lead"])
  return (
    <>
      <div className="flow-chosen">
        <div>
          {props.picture}
          {thing === undefined && chosen.id !== page.snapshot.machine.id && <Lit url={url} run={run} then={lookedAt} />}
          <p className="muted">{words("flows.picture.hint")}</p>
        </div>
        <div>
          {found !== undefined && (
            <ChosenLead
              found={found}
              url={url}
              file={props.file}
              steps={thing === undefined && run !== undefined ? steps : undefined}
            />
          )}
          {thing === undefined ? (
            <Steps chart={chosen.id} steps={steps} />
          ) : (
            <ThingsView url={url} thing={thing} things={props.things} history={props.history} />
          )}
        </div>
      </div>
      <FlowTimeline url={url} timeline={timelineOf(context, url.search)} chart={chosen.id} lookedAt={lookedAt} />
      <div className="flow-live">
        <Section title={words("flows.states", { chart: chosen.id })}>
          <States url={url} states={chosen.states} present={present} />
          {chosen.everywhere.length > 0 && (
            <>
              <h3>{words("flows.everywhere")}</h3>
              <Leads url={url} from="" leads={chosen.everywhere} />
            </>
          )}
        </Section>
        <Runs url={url} runs={context.runs} chosen={run?.run} />
      </div>
    </>
  )
}

/** `/dev/flows`: the charts by area, the chosen one as a picture and in words, and what its runs and things have come to (decision 023). */
export const FlowsView = (props: Props) => {
  const { url } = props
  const words = useWords()
  const choices = (
    <>
      <ChartChoice {...props} />
      <FlowWays url={url} />
      {url.search["view"] === "gallery" && <GalleryFilters url={url} />}
    </>
  )
  return (
    <div className="flows">
      <Page title={words("flows.title")} actions={choices}>
        <div className="flow-panes">
          <ChartList {...props} chosen={props.chosen.id} runs={props.page.snapshot.context.runs} />
          <div className="page-content">{props.instead ?? <Chart {...props} />}</div>
        </div>
      </Page>
    </div>
  )
}
