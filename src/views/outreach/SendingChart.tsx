import "#views/parts/chart.css"
import { useIntl } from "react-intl"
import { Time, useZoneName } from "#views/parts/Time.tsx"
import { ticksOf } from "#views/parts/ticks.ts"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { perMinuteOf, textsOf, type SendingBar, type SendingSeries } from "./sendingSeries.ts"

/** What a bar is made of, from below. */
const parts = [
  { key: "delivered", word: "progress.delivered" },
  { key: "sending", word: "progress.underway" },
  { key: "failed", word: "progress.failed" },
  { key: "expected", word: "sending.expected" },
] as const
type Part = (typeof parts)[number]["key"]

const textsIn = (bar: SendingBar, part: Part): number => (part === "sending" ? bar.underway : bar[part])
const iso = (millis: number): string => new Date(millis).toISOString()

/** What the colours of the bars mean; expected only while there is something to expect. */
export const SendingLegend = ({ series }: { readonly series: SendingSeries }) => {
  const words = useWords()
  const isExpected = series.bars.some(({ expected }) => expected > 0)
  return (
    <ul className="shares-legend" aria-label={words("report.chart.legend")}>
      {parts
        .filter(({ key }) => key !== "expected" || isExpected)
        .map(({ key, word }) => (
          <li key={key}>
            <span className={`shares-key day-${key}`} aria-hidden="true" />
            {words(word)}
          </li>
        ))}
    </ul>
  )
}

const Bar = ({ bar, most }: { readonly bar: SendingBar; readonly most: number }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <span className="day">
      <span className="day-stack" style={{ blockSize: `${(perMinuteOf(bar, textsOf(bar)) / most) * 100}%` }}>
        {parts.map(({ key }) =>
          textsIn(bar, key) > 0 ? (
            <span key={key} className={`day-part day-${key}`} style={{ flexGrow: textsIn(bar, key) }} />
          ) : null,
        )}
      </span>
      <span className="day-numbers">
        <Time at={iso(bar.at)} />
        {parts
          .filter(({ key }) => textsIn(bar, key) > 0)
          .map(({ key, word }) => (
            <span key={key} className="day-number">
              <span className={`shares-key day-${key}`} />
              {words(word)}
              <strong>{numbers(textsIn(bar, key))}</strong>
            </span>
          ))}
      </span>
    </span>
  )
}

/** A thin line with words at a moment of the run. */
const Moment = (props: {
  readonly series: SendingSeries
  readonly at: number
  readonly kind: "now" | "release"
  readonly label: string
}) => {
  const { from, until } = props.series
  const share = (props.at - from) / (until - from)
  return (
    <span
      className={`chart-moment chart-moment-${props.kind} ${share > 0.7 ? "chart-moment-before" : ""}`}
      style={{ insetInlineStart: `${share * 100}%` }}
    >
      <span>{props.label}</span>
    </span>
  )
}

const useAxis = ({ from, until }: SendingSeries) => {
  const intl = useIntl()
  const day = 86_400_000
  return (at: number): string =>
    until - from > 2 * day
      ? intl.formatDate(at, { month: "short", day: "numeric" })
      : intl.formatDate(at, { hour: "numeric", minute: "2-digit", ...(until - from > day ? { weekday: "short" } : {}) })
}

/** How much of the chart the words at a line need; nearer to the last ones a line has none. */
const wordsNeed = 0.2

/** Releases at one moment stand at one line; the section of those who are held says all of them. */
const useReleases = ({ releases, from, until }: SendingSeries) => {
  const words = useWords()
  const zoneName = useZoneName()
  let said = -Infinity
  return [...Map.groupBy(releases, ({ at }) => at)].map(([at, group]) => {
    if (at - said < wordsNeed * (until - from)) return { at, label: "" }
    said = at
    const people = group.reduce((sum, one) => sum + one.people, 0)
    const [zone = ""] = [...new Set(group.map((one) => zoneName(one.zone)))]
    return { at, label: words(group.length === 1 ? "sending.release" : "sending.releases", { people, zone }) }
  })
}

const SendingTable = ({ series }: { readonly series: SendingSeries }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <details className="chart-data">
      <summary>
        <Word id="report.chart.data" />
      </summary>
      <div className="table-scroll" role="region" aria-label={words("sending.title")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words("sending.from")}</th>
              <th scope="col" className="cell-end">
                {words("sending.perMinute")}
              </th>
              {parts.map(({ key, word }) => (
                <th key={key} scope="col" className="cell-end">
                  {words(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.bars
              .filter((bar) => textsOf(bar) > 0)
              .map((bar) => (
                <tr key={bar.at}>
                  <th scope="row">
                    <Time at={iso(bar.at)} />
                  </th>
                  <td className="cell-end">{numbers(perMinuteOf(bar, textsOf(bar)), 1)}</td>
                  {parts.map(({ key }) => (
                    <td key={key} className="cell-end">
                      {numbers(textsIn(bar, key))}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The texts a minute of a campaign over its run, with what is expected and when who is held is released. */
export const SendingChart = ({ series }: { readonly series: SendingSeries }) => {
  const words = useWords()
  const numbers = useNumbers()
  const label = useAxis(series)
  const releases = useReleases(series)
  const { bars, now } = series
  const ticks = ticksOf(Math.max(0, ...bars.map((bar) => perMinuteOf(bar, textsOf(bar)))))
  const most = ticks.at(-1) ?? 1
  const every = Math.max(1, Math.ceil(bars.length / 5))
  return (
    <figure className="chart">
      <div className="chart-picture" aria-hidden="true">
        <div className="chart-plot chart-plot-small">
          {ticks.map((tick) => (
            <span key={tick} className="chart-tick" style={{ insetBlockEnd: `${(tick / most) * 100}%` }}>
              {numbers(tick)}
            </span>
          ))}
          <div className="chart-days">
            {bars.map((bar) => (
              <Bar key={bar.at} bar={bar} most={most} />
            ))}
          </div>
          {releases.map((release) => (
            <Moment key={release.at} series={series} kind="release" {...release} />
          ))}
          {now !== null && <Moment series={series} at={now} kind="now" label={words("sending.now")} />}
        </div>
        <div className="chart-labels chart-labels-start">
          {bars.map(({ at }, index) => (
            <span key={at}>{index % every === 0 ? label(at) : ""}</span>
          ))}
        </div>
      </div>
      <SendingTable series={series} />
    </figure>
  )
}
