import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { useIntl } from "react-intl"
import type { DayPoint } from "#schemas/reporting/report.ts"
import { Day } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

const series = [
  { key: "delivered", word: "report.chart.delivered", color: "var(--color-success)" },
  { key: "replied", word: "report.chart.replied", color: "var(--color-accent)" },
  { key: "failed", word: "report.chart.failed", color: "var(--color-danger)" },
  { key: "optedOut", word: "report.chart.optedOut", color: "var(--color-warning)" },
] as const

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
              {series.map(({ key, word }) => (
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
                {series.map(({ key }) => (
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
export const DayChart = ({ days, zone }: { readonly days: ReadonlyArray<DayPoint>; readonly zone: string }) => {
  const words = useWords()
  const intl = useIntl()
  const short = (day: string) =>
    intl.formatDate(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" })
  return (
    <figure className="chart">
      <figcaption>
        <Word id="report.chart.caption" values={{ zone, count: days.length }} />
      </figcaption>
      <div className="chart-picture">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={[...days]}
            title={words("report.chart.title")}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          >
            <CartesianGrid stroke="var(--color-line)" vertical={false} />
            <XAxis dataKey="day" tickFormatter={short} stroke="var(--color-muted)" minTickGap={24} />
            <YAxis allowDecimals={false} stroke="var(--color-muted)" width={48} />
            <Tooltip
              labelFormatter={(day) => (typeof day === "string" ? short(day) : "")}
              contentStyle={{
                background: "var(--color-surface)",
                borderColor: "var(--color-line)",
                color: "var(--color-ink)",
              }}
              cursor={{ fill: "var(--color-line)", opacity: 0.4 }}
            />
            <Legend />
            {series.map(({ key, word, color }) => (
              <Bar key={key} dataKey={key} name={words(word)} fill={color} isAnimationActive={false} />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <DayTable days={days} />
    </figure>
  )
}
