import { sources, type Coverage, type Source } from "./coverage.ts"

/** How many of all each source saw. */
export type Tally = Readonly<Record<Source, number>> & { readonly all: number }

const tally = (
  { covered }: Coverage,
  all: ReadonlyArray<string>,
  of: "states" | "taken" | "refused" | "pairs",
): Tally => {
  const count = (source: Source): number => all.filter((name) => covered[source][of].has(name)).length
  return { all: all.length, unit: count("unit"), program: count("program"), sessions: count("sessions") }
}

/** The columns of the table, each as counts of one chart. */
export const columns = {
  states: (coverage: Coverage) => tally(coverage, coverage.states, "states"),
  transitions: (coverage: Coverage) => tally(coverage, coverage.transitions, "taken"),
  "guards yes": (coverage: Coverage) =>
    tally(
      coverage,
      coverage.transitions.filter((name) => name.endsWith("]")),
      "taken",
    ),
  "guards no": (coverage: Coverage) => tally(coverage, coverage.refusals, "refused"),
  pairs: (coverage: Coverage) => tally(coverage, coverage.pairs, "pairs"),
} as const

/** A row of the table: a chart's name, its paths, and its counts by column. */
export type Row = { readonly chart: string; readonly paths: number; readonly tallies: ReadonlyArray<Tally> }

const zero: Tally = { all: 0, unit: 0, program: 0, sessions: 0 }
const plus = (left: Tally, right: Tally): Tally => ({
  all: left.all + right.all,
  unit: left.unit + right.unit,
  program: left.program + right.program,
  sessions: left.sessions + right.sessions,
})

/** All charts in the order of areas, and their sum. */
export const rowsOf = (coverages: ReadonlyArray<Coverage>): ReadonlyArray<Row> => {
  const rows = coverages.map((coverage) => ({
    chart: coverage.chart,
    paths: coverage.paths,
    tallies: Object.values(columns).map((column) => column(coverage)),
  }))
  const sums = Object.keys(columns).map((_, column) =>
    rows.reduce((sum, { tallies }) => plus(sum, tallies[column] ?? zero), zero),
  )
  return [...rows, { chart: "all", paths: rows.reduce((sum, { paths }) => sum + paths, 0), tallies: sums }]
}

const cell = ({ all, ...counts }: Tally): string =>
  all === 0 ? "–" : `${sources.map((source) => counts[source]).join(" · ")} of ${all}`

/** The table in Markdown, padded so that it reads well in a terminal too. */
export const tableText = (coverages: ReadonlyArray<Coverage>): string => {
  const head = ["chart", "paths", ...Object.keys(columns)]
  const body = rowsOf(coverages).map(({ chart, paths, tallies }) => [chart, String(paths), ...tallies.map(cell)])
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>): string =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body.map(line)].join("\n")
}

/** Puts a table in the place of the one that a document holds between its two marks. @throws with a sentence where it has none. */
export const withTable = (document: string, table: string): string => {
  const place = /(<!-- coverage -->\n).*?(<!-- end of coverage -->)/s
  if (!place.test(document))
    throw new Error("There is no <!-- coverage --> … <!-- end of coverage --> to put the table into.")
  return document.replace(place, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
}
