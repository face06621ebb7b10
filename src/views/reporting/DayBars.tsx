import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { useIntl } from "react-intl"
import type { DayPoint } from "#schemas/reporting/report.ts"
import { useWords } from "#views/parts/Words.tsx"
import { daySeries } from "./daySeries.ts"

/** The days as bars. The library that draws them is heavy, so this comes after the page. */
export const DayBars = ({ days }: { readonly days: ReadonlyArray<DayPoint> }) => {
  const words = useWords()
  const intl = useIntl()
  const short = (day: string) =>
    intl.formatDate(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" })
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...days]} title={words("report.chart.title")} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid stroke="var(--color-chart-grid)" vertical={false} />
        <XAxis dataKey="day" tickFormatter={short} stroke="var(--color-text-2)" minTickGap={24} />
        <YAxis allowDecimals={false} stroke="var(--color-text-2)" width={48} />
        <Tooltip
          labelFormatter={(day) => (typeof day === "string" ? short(day) : "")}
          contentStyle={{
            background: "var(--color-raised)",
            borderColor: "var(--color-line)",
            color: "var(--color-text)",
          }}
          cursor={{ fill: "var(--color-line)", opacity: 0.4 }}
        />
        <Legend />
        {daySeries.map(({ key, word, color }) => (
          <Bar key={key} dataKey={key} name={words(word)} fill={color} isAnimationActive={false} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
