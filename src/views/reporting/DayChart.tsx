import { useIntl } from "react-intl"
import type { DayPoint } from "#schemas/reporting/report.ts"
import { BarLegend, StackedBars, type BarParts, type StackedBar } from "#views/parts/StackedBars.tsx"
import { Day } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { countsOn, textsOn, type DayTone } from "./daySeries.ts"

const parts: BarParts<DayTone> = [
  { tone: "delivered", word: "report.chart.delivered" },
  { tone: "replied", word: "report.chart.replied" },
  { tone: "sending", word: "report.chart.underway" },
  { tone: "failed", word: "report.chart.failed" },
]

/** Days from one label of the axis to the next. */
const labelsOn = (days: number): number => Math.max(1, Math.round(days / 5 / 7) * 7 || Math.ceil(days / 5))

/** What the colours of the days mean, for the heading above them. */
export const DayLegend = () => <BarLegend parts={parts} />

/**
 * What became of the texts of each day, as stacked bars and as a table.
 * @param hrefOf where a day leads; without it the days lead nowhere.
 */
export const DayChart = ({
  days,
  hrefOf,
}: {
  readonly days: ReadonlyArray<DayPoint>
  readonly hrefOf: ((day: string) => string) | undefined
}) => {
  const intl = useIntl()
  const words = useWords()
  const every = labelsOn(days.length)
  const bars = days.map((point, index): StackedBar<DayTone> => {
    const { day } = point
    const isLabelled = (days.length - 1 - index) % every === 0
    return {
      id: day,
      name: <Day on={day} />,
      axis: isLabelled ? intl.formatDate(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" }) : "",
      height: textsOn(point),
      counts: countsOn(point),
      href: hrefOf?.(day),
    }
  })
  return (
    <StackedBars
      label={words("report.chart.title")}
      heads={{ name: "report.chart.day", height: "report.chart.texts" }}
      parts={parts}
      bars={bars}
    />
  )
}
