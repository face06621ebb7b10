import type { ComponentType } from "react"
import type { DayPoint } from "#schemas/reporting/report.ts"
import { Day } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { daySeries } from "./daySeries.ts"

/** What draws the days as bars. */
export type Bars = ComponentType<{ readonly days: ReadonlyArray<DayPoint> }>

/** The chart's data as a table: for screen readers, for copying, and for exact values. */
const DayTable = ({ days }: { readonly days: ReadonlyArray<DayPoint> }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <details className="chart-data">
      <summary>
        <Word id="report.chart.data" />
      </summary>
      <div className="table-scroll" role="region" aria-label={words("report.chart.title")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words("report.chart.day")}</th>
              {daySeries.map(({ key, word }) => (
                <th key={key} scope="col" className="cell-end">
                  {words(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((point) => (
              <tr key={point.day}>
                <th scope="row">
                  <Day on={point.day} />
                </th>
                {daySeries.map(({ key }) => (
                  <td key={key} className="cell-end">
                    {numbers(point[key])}
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

/** What happened on each day, as bars and as a table. */
export const DayChart = ({
  days,
  zone,
  Bars,
}: {
  readonly days: ReadonlyArray<DayPoint>
  readonly zone: string
  readonly Bars: Bars
}) => (
  <figure className="chart">
    <figcaption>
      <Word id="report.chart.caption" values={{ zone, count: days.length }} />
    </figcaption>
    <div className="chart-picture">
      <Bars days={days} />
    </div>
    <DayTable days={days} />
  </figure>
)
