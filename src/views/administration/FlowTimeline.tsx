import { useIntl } from "react-intl"
import { Link } from "wouter"
import { hasMoved, isEvery, type Timeline, type TimelineRow } from "#machines/administration/flowTimeline.ts"
import type { SeenStep } from "#machines/administration/flows.machine.ts"
import type { Column } from "#views/parts/Column.ts"
import { Section } from "#views/parts/Page.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { TableHead } from "#views/parts/TableHead.tsx"
import { TableRows } from "#views/parts/TableRows.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { toChart } from "./ChartList.tsx"
import { useOutcome } from "./FlowsLive.tsx"
import { Moment } from "./TravelSteps.tsx"
import { timeTicks } from "./timeTicks.ts"

type Props = {
  readonly url: PageUrl
  /** Null before the first event. */
  readonly timeline: Timeline | null
  /** The chart whose picture stands above. */
  readonly chart: string
  /** The event that is looked at. */
  readonly lookedAt: SeenStep | undefined
}

/** Leads to the chart of an event, as it stood right after it. */
const hrefOf = ({ url }: Props, { chart, run, at }: SeenStep): string =>
  url.href({ ...toChart(chart), run, step: String(at) })

/** Where a moment lies, in percent of the time that is shown. */
const placeIn = ({ from, to }: Timeline, at: number): number =>
  to === from ? 0 : Math.min(Math.max((at - from) / (to - from), 0), 1) * 100

const clock = { hour: "numeric", minute: "2-digit", second: "2-digit" } as const

const Ticks = ({ timeline }: { readonly timeline: Timeline }) => {
  const intl = useIntl()
  const { step, ticks } = timeTicks(timeline)
  const options =
    step < 1_000
      ? { ...clock, fractionalSecondDigits: 3 as const }
      : step < 60_000
        ? clock
        : { ...clock, second: undefined }
  return (
    <div className="timeline-row timeline-ticks">
      <span />
      <div>
        <div className="timeline-line">
          {ticks.map((at) => (
            <span key={at} style={{ insetInlineStart: `${placeIn(timeline, at)}%` }}>
              {intl.formatTime(at, options)}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The last names of states, for where there is little room. */
const shortNames = (states: ReadonlyArray<string>): string =>
  states.map((state) => state.slice(state.lastIndexOf(".") + 1)).join(", ")

const Line = (props: Props & { readonly timeline: Timeline; readonly line: TimelineRow["lines"][number] }) => {
  const { timeline, line } = props
  return (
    <div className="timeline-line">
      {line.map(({ run, spans }) =>
        spans.map(({ states, from, to }) => (
          <span
            key={`${run} ${from}`}
            className="timeline-span"
            title={states.join(", ")}
            style={{
              insetInlineStart: `${placeIn(timeline, from)}%`,
              // What stands now goes on past the last event.
              ...(to === null ? {} : { insetInlineEnd: `${100 - placeIn(timeline, to)}%` }),
            }}
          >
            {shortNames(states)}
          </span>
        )),
      )}
      {line.flatMap(({ steps }) =>
        steps.map((step) => (
          <Link
            key={step.at}
            href={hrefOf(props, step)}
            tabIndex={-1}
            title={step.event}
            className={hasMoved(step) ? "timeline-event timeline-moved" : "timeline-event"}
            style={{ insetInlineStart: `${placeIn(timeline, step.at)}%` }}
          />
        )),
      )}
    </div>
  )
}

/** A row for each chart: the states of its runs as bars over time, events as dots. The table below says the same to everyone. */
const Lanes = (props: Props & { readonly timeline: Timeline }) => {
  const { timeline, chart, lookedAt } = props
  return (
    <div className="timeline" aria-hidden="true">
      <Ticks timeline={timeline} />
      {timeline.rows.map((row) => (
        <div key={row.chart} className={row.chart === chart ? "timeline-row timeline-chosen" : "timeline-row"}>
          <span className="timeline-chart">{row.chart}</span>
          <div>
            {row.lines.map((line, index) => (
              <Line key={index} {...props} line={line} />
            ))}
          </div>
        </div>
      ))}
      {lookedAt !== undefined && lookedAt.at >= timeline.from && (
        <div className="timeline-row timeline-cursor">
          <span />
          <div>
            <div className="timeline-line">
              <span style={{ insetInlineStart: `${placeIn(timeline, lookedAt.at)}%` }} />
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

const To = ({ step }: { readonly step: SeenStep }) => {
  const outcome = useOutcome(step)
  return hasMoved(step) ? step.entered.join(", ") : <span className="muted">{outcome}</span>
}

const Events = (props: Props & { readonly timeline: Timeline }) => {
  const words = useWords()
  const intl = useIntl()
  const columns: ReadonlyArray<Column<SeenStep>> = [
    { id: "step", header: words("flows.timeline.step"), cell: ({ number }) => number },
    {
      id: "at",
      header: words("flows.timeline.time"),
      cell: ({ at }) => (
        <span title={intl.formatTime(at, { ...clock, fractionalSecondDigits: 3 })}>{intl.formatTime(at, clock)}</span>
      ),
    },
    {
      id: "event",
      header: words("flows.timeline.event"),
      cell: ({ event }) => <strong>{event}</strong>,
      narrow: "aside",
    },
    { id: "chart", header: words("flows.timeline.chart"), cell: ({ chart }) => chart },
    { id: "from", header: words("flows.timeline.from"), cell: ({ left }) => left.join(", "), hideBelow: 600 },
    { id: "to", header: words("flows.timeline.to"), cell: (step) => <To step={step} /> },
  ]
  const label = words("flows.timeline.events")
  return (
    <div className="data-table timeline-events">
      <TableScroll label={label}>
        <table aria-label={label}>
          <TableHead columns={columns} order={undefined} />
          <TableRows
            rows={props.timeline.steps}
            columns={columns}
            rowId={({ at }) => String(at)}
            rowHref={(step) => hrefOf(props, step)}
            chosen={props.lookedAt && String(props.lookedAt.at)}
          />
        </table>
      </TableScroll>
    </div>
  )
}

/** What the charts of this tab went through lately: their states over time, and each event with what it did. */
export const FlowTimeline = (props: Props) => {
  const words = useWords()
  const { url, timeline } = props
  return (
    <Section
      title={words("flows.timeline")}
      {...(timeline === null ? {} : { caption: words("flows.timeline.count", { count: timeline.steps.length }) })}
      aside={
        <label className="timeline-only">
          <input
            type="checkbox"
            checked={!isEvery(url.search)}
            onChange={({ currentTarget: { checked } }) => url.change({ events: checked ? null : "all" })}
          />
          {words("flows.timeline.moved")}
        </label>
      }
    >
      {timeline === null ? (
        <p>{words("flows.steps.none")}</p>
      ) : (
        <>
          <div className="timeline-box">
            <TableScroll label={words("flows.timeline.lanes")}>
              <Lanes {...props} timeline={timeline} />
            </TableScroll>
          </div>
          <Events {...props} timeline={timeline} />
        </>
      )}
    </Section>
  )
}

/** Says that the picture stands as it did after an event, and leads back to what runs now. */
export const StoodThen = ({ url, step }: { readonly url: PageUrl; readonly step: SeenStep }) => {
  const words = useWords()
  return (
    <p className="muted">
      {words("flows.timeline.then", { number: step.number, event: step.event })} <Moment at={step.at} />{" "}
      <Link href={url.href({ step: null })}>{words("flows.timeline.now")}</Link>
    </p>
  )
}
