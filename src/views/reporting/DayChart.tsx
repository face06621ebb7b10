import "#views/parts/chart.css"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { DayPoint } from "#schemas/reporting/report.ts"
import { ticksOf } from "#views/parts/ticks.ts"
import { Day } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { dayParts, sentOn } from "./daySeries.ts"

/** Days from one label of the axis to the next. */
const labelsOn = (days: number): number => Math.max(1, Math.round(days / 5 / 7) * 7 || Math.ceil(days / 5))

/** What the colours of the days mean, for the heading above them. */
export const DayLegend = () => {
  const words = useWords()
  return (
    <ul className="shares-legend" aria-label={words("report.chart.legend")}>
      {dayParts.map(({ key, word }) => (
        <li key={key}>
          <span className={`shares-key day-${key}`} aria-hidden="true" />
          {words(word)}
        </li>
      ))}
    </ul>
  )
}

const useShortDay = () => {
  const intl = useIntl()
  return (day: string) => intl.formatDate(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" })
}

type DayProps = {
  readonly point: DayPoint
  readonly most: number
  /** Where a day leads; without it the days lead nowhere. */
  readonly hrefOf: ((day: string) => string) | undefined
}

/** One day with what it is made of, and its numbers under the pointer. The table below says the same to everyone else. */
const DayColumn = ({ point, most, hrefOf }: DayProps) => {
  const words = useWords()
  const numbers = useNumbers()
  const stack = (
    <>
      <span className="day-stack" style={{ blockSize: `${(sentOn(point) / most) * 100}%` }}>
        {dayParts.map(({ key, of }) =>
          of(point) > 0 ? <span key={key} className={`day-part day-${key}`} style={{ flexGrow: of(point) }} /> : null,
        )}
      </span>
      <span className="day-numbers">
        <Day on={point.day} />
        {dayParts.toReversed().map(({ key, word, of }) => (
          <span key={key} className="day-number">
            <span className={`shares-key day-${key}`} />
            {words(word)}
            <strong>{numbers(of(point))}</strong>
          </span>
        ))}
      </span>
    </>
  )
  return hrefOf === undefined || sentOn(point) === 0 ? (
    <span className="day">{stack}</span>
  ) : (
    <Link href={hrefOf(point.day)} className="day" tabIndex={-1}>
      {stack}
    </Link>
  )
}

/** The chart's data as a table: for screen readers, for the keyboard, for copying, and for exact values. */
const DayTable = ({ days, hrefOf }: { readonly days: ReadonlyArray<DayPoint> } & Pick<DayProps, "hrefOf">) => {
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
              <th scope="col" className="cell-end">
                {words("report.chart.sent")}
              </th>
              {dayParts.map(({ key, word }) => (
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
                  {hrefOf === undefined ? (
                    <Day on={point.day} />
                  ) : (
                    <Link href={hrefOf(point.day)}>
                      <Day on={point.day} />
                    </Link>
                  )}
                </th>
                <td className="cell-end">{numbers(sentOn(point))}</td>
                {dayParts.map(({ key, of }) => (
                  <td key={key} className="cell-end">
                    {numbers(of(point))}
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

/** What became of the texts of each day, as stacked bars and as a table. */
export const DayChart = ({ days, hrefOf }: { readonly days: ReadonlyArray<DayPoint> } & Pick<DayProps, "hrefOf">) => {
  const intl = useIntl()
  const short = useShortDay()
  const ticks = ticksOf(Math.max(0, ...days.map(sentOn)))
  const most = ticks.at(-1) ?? 1
  const every = labelsOn(days.length)
  return (
    <figure className="chart">
      <div className="chart-picture" aria-hidden="true">
        <div className="chart-plot">
          {ticks.map((tick) => (
            <span key={tick} className="chart-tick" style={{ insetBlockEnd: `${(tick / most) * 100}%` }}>
              {intl.formatNumber(tick, { notation: "compact" })}
            </span>
          ))}
          <div className={days.length > 62 ? "chart-days chart-days-many" : "chart-days"}>
            {days.map((point) => (
              <DayColumn key={point.day} point={point} most={most} hrefOf={hrefOf} />
            ))}
          </div>
        </div>
        <div className="chart-labels">
          {days.map(({ day }, index) => (
            <span key={day}>{(days.length - 1 - index) % every === 0 ? short(day) : ""}</span>
          ))}
        </div>
      </div>
      <DayTable days={days} hrefOf={hrefOf} />
    </figure>
  )
}
