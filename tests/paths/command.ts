import { argumentsOf, usage } from "./arguments.ts"
import { walkedCharts } from "./charts.ts"
import { counted } from "./phrases.ts"
import { playPathFile, readPathFile } from "./playing.ts"
import { chartsNamed, countOf, writeExplored, writeJournaled } from "./writing.ts"

// `npm run paths`: plans for testers from the charts. Whatever goes wrong is one sentence and exit code 1.

const print = (line: string): void => console.log(line)

try {
  const asked = argumentsOf(process.argv.slice(2))
  if (asked.help) print(usage)
  else {
    const charts = await walkedCharts()
    const { fromJournal, run } = asked
    if (run !== null) {
      const file = readPathFile(run)
      const paths = playPathFile(file, charts)
      for (const chart of chartsNamed(charts, [file.chart]))
        print(`${file.chart}: ${counted(paths.length, "path")} went as the file says: ${countOf(chart, paths)}.`)
    } else if (fromJournal !== null) writeJournaled(charts, { ...asked, fromJournal }, print)
    else writeExplored(charts, asked, print)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
