import { useIntl } from "react-intl"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { BarLegend, StackedBars, type BarParts } from "#views/parts/StackedBars.tsx"
import { Time, useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { perMinuteOf, textsOf, type SendingSeries } from "./sendingSeries.ts"

type Props = { readonly series: SendingSeries; readonly type: ChannelName }

const pastOf = (type: ChannelName) =>
  [
    { tone: "delivered", word: `progress.delivered.${type}` },
    { tone: "sending", word: "progress.underway" },
    { tone: "failed", word: `progress.failed.${type}` },
  ] as const

/** What a bar is made of; expected texts only while there is something to expect. */
const partsOf = ({ series: { bars }, type }: Props): BarParts<"delivered" | "sending" | "failed" | "expected"> =>
  bars.some(({ expected }) => expected > 0)
    ? [...pastOf(type), { tone: "expected", word: "sending.expected" }]
    : pastOf(type)

/** What the colours of the bars mean, for the heading above them. */
export const SendingLegend = (props: Props) => <BarLegend parts={partsOf(props)} />

/** From this share of the chart on, words stand before their line, so that they stay inside. */
const lastBehind = 0.7

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
      className={`chart-moment chart-moment-${props.kind} ${share > lastBehind ? "chart-moment-before" : ""}`}
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

/** How much of the chart the words at a line need; a line without that room has none. */
const wordsNeed = 0.2

/** Releases at one moment stand at one line; the section of those who are held says all of them. */
const useReleases = ({ releases, from, until }: SendingSeries) => {
  const words = useWords()
  const zoneName = useZoneName()
  let freeFrom = 0
  return [...Map.groupBy(releases, ({ at }) => at)].map(([at, group]) => {
    const share = (at - from) / (until - from)
    const begins = share > lastBehind ? share - wordsNeed : share
    if (begins < freeFrom) return { at, label: "" }
    freeFrom = begins + wordsNeed
    const people = group.reduce((sum, one) => sum + one.people, 0)
    const [zone = ""] = [...new Set(group.map((one) => zoneName(one.zone)))]
    return { at, label: words(group.length === 1 ? "sending.release" : "sending.releases", { people, zone }) }
  })
}

/** The texts a minute of a campaign over its run, with what is expected and when those who are held are released. */
export const SendingChart = (props: Props) => {
  const words = useWords()
  const { series, type } = props
  const label = useAxis(series)
  const releases = useReleases(series)
  const { bars, now } = series
  const every = Math.max(1, Math.ceil(bars.length / 5))
  return (
    <StackedBars
      label={words("sending.title")}
      heads={{ name: "sending.from", height: `sending.perMinute.${type}` }}
      parts={partsOf(props)}
      bars={bars.map((bar, index) => ({
        id: bar.at,
        name: <Time at={new Date(bar.at).toISOString()} />,
        axis: index % every === 0 ? label(bar.at) : "",
        height: perMinuteOf(bar, textsOf(bar)),
        counts: { delivered: bar.delivered, sending: bar.underway, failed: bar.failed, expected: bar.expected },
      }))}
      spans
    >
      {now !== null && <Moment series={series} at={now} kind="now" label={words("sending.now")} />}
      {releases.map((release) => (
        <Moment key={release.at} series={series} kind="release" {...release} />
      ))}
    </StackedBars>
  )
}
