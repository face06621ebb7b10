import { ladderChart } from "./ladder.chart.ts"

/** The chart of a ladder as the visualizer takes it: a machine in JSON. */
export const ladderJson = (ladder: Parameters<typeof ladderChart>[0]): string =>
  JSON.stringify(ladderChart(ladder).config, null, 2)
