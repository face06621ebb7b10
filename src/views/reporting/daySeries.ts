/** What the report counts on each day: its key, word and colour, in the order of bars and columns. */
export const daySeries = [
  { key: "delivered", word: "report.chart.delivered", color: "var(--color-chart-delivered)" },
  { key: "replied", word: "report.chart.replied", color: "var(--color-chart-replied)" },
  { key: "failed", word: "report.chart.failed", color: "var(--color-chart-failed)" },
  { key: "optedOut", word: "report.chart.optedOut", color: "var(--color-chart-held)" },
] as const
