import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import { Link } from "wouter"
import {
  travelledRun,
  travelledRuns,
  type TravelEvent,
  type TravelSnapshot,
} from "#machines/administration/timeTravel.machine.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { TravelFiles } from "./TravelFiles.tsx"
import { Moment, StepFacts, StepSlider } from "./TravelSteps.tsx"

type Props = {
  readonly page: Seen<TravelSnapshot, TravelEvent>
  readonly url: PageUrl
  /** The chart that is looked at, by id. */
  readonly chart: string
  /** The ids of all charts that this program has. */
  readonly known: ReadonlyArray<string>
  /** The chart with the states marked that it was in. */
  readonly picture: ReactNode
  /** The real view as it was then. */
  readonly frame: ReactNode
}

const Source = ({ page: { snapshot, send } }: Props) => {
  const words = useWords()
  const { file } = snapshot.context
  if (file === null) return <p>{words("travel.source.tab")}</p>
  return (
    <p>
      <Word
        id="travel.source.file"
        values={{ name: file.name, time: <Time at={new Date(file.journal.savedAt).toISOString()} inSentence /> }}
      />{" "}
      {file.journal.masked && words("travel.source.masked")}{" "}
      <Button
        size="small"
        disabled={!snapshot.matches({ journal: "ofFile" })}
        onClick={() => send({ type: "tab.pressed" })}
      >
        {words("travel.backToTab")}
      </Button>
    </p>
  )
}

const Broken = ({ reason }: { readonly reason: string }) => {
  const words = useWords()
  return (
    <Notice intent="warning" title={words("travel.view.broken")}>
      <p>{words("travel.view.broken.text", { reason })}</p>
    </Notice>
  )
}

const Moments = ({ page, run, picture, frame }: Props & { readonly run: ChartJournal }) => {
  const words = useWords()
  const { broken } = page.snapshot.context
  return (
    <>
      <div className="travel-moment">
        <div>
          {picture}
          <StepSlider page={page} run={run} />
          <StepFacts page={page} run={run} />
        </div>
        <Section title={words("travel.view")}>
          {broken !== null && <Broken reason={broken} />}
          {frame}
        </Section>
      </div>
    </>
  )
}

type RunProps = { readonly run: ChartJournal; readonly within: string | undefined; readonly isChosen: boolean } & Pick<
  Props,
  "url" | "known"
>

const Run = ({ run, within, isChosen, url, known }: RunProps) => {
  const words = useWords()
  const { chart, actor, startedAt, entries } = run
  const name = words("travel.run", { chart, count: entries.length })
  return (
    <li>
      {known.includes(chart) ? (
        <Link href={url.href({ chart, run: actor })} {...(isChosen ? { "aria-current": "true" } : {})}>
          {name}
        </Link>
      ) : (
        <>
          {name}. {words("travel.run.unknown")}
        </>
      )}{" "}
      <span className="muted small">
        {within !== undefined && words("flows.run.within", { chart: within })} <Moment at={startedAt} />
      </span>
    </li>
  )
}

const Runs = ({ page, url, known }: Props) => {
  const words = useWords()
  const chosen = travelledRun(page.snapshot)
  const runs = travelledRuns(page.snapshot)
  const chartOf = new Map(runs.map(({ actor, chart }) => [actor, chart]))
  return (
    <Section title={words("travel.runs")}>
      <ul className="flow-running travel-runs">
        {runs.toReversed().map((run) => (
          <Run
            key={run.actor}
            run={run}
            within={run.parent === null ? undefined : chartOf.get(run.parent.actor)}
            isChosen={run === chosen}
            url={url}
            known={known}
          />
        ))}
      </ul>
    </Section>
  )
}

/** `/dev/flows?view=travel`: a chart and its view as they were after each event of a journal (decision 024). */
export const TimeTravelView = (props: Props) => {
  const { page, chart } = props
  const words = useWords()
  const run = travelledRun(page.snapshot)
  return (
    <>
      {run === undefined ? (
        <EmptyState title={words("travel.absent", { chart })}>{words("travel.absent.text")}</EmptyState>
      ) : (
        <Moments {...props} run={run} />
      )}
      <Section title={words("travel.title", { chart })}>
        <p className="muted">{words("travel.hint")}</p>
        <Source {...props} />
      </Section>
      <div className="flow-live">
        <TravelFiles page={page} chart={chart} />
        <Runs {...props} />
      </div>
    </>
  )
}
