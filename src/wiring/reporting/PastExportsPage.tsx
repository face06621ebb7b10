import "#views/outreach/outreach.css"
import { downloadPastExport, readPastExports, removePastExport } from "#effects/PastExports.ts"
import { pastExportsMachine } from "#machines/reporting/pastExports.machine.ts"
import type { KeptExport, PastExport } from "#schemas/reporting/pastExport.ts"
import { pastExportWords } from "#schemas/reporting/pastExportWords.ts"
import { PastExportsView } from "#views/reporting/PastExportsView.tsx"
import { command } from "../command.ts"
import { exporting } from "../export.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useExport, usePage, useReading } from "../usePage.ts"

addWords(pastExportWords)

const nameOf = ({ fileName }: KeptExport): string => fileName

const logic = ({ listReading, operation }: Tools) =>
  pastExportsMachine.provide({
    actors: {
      exports: listReading(readPastExports),
      export: exporting(
        operation(downloadPastExport, { success: "report.exported", failure: "report.notExported" }, nameOf),
      ),
      command: command<"remove">({
        remove: operation(
          removePastExport,
          { success: "pastExports.removed", failure: "pastExports.notRemoved" },
          nameOf,
        ),
      }),
    },
  })

/** `/report?tab=exports`: the exports of people that were taken, as a part of the report's page. */
export const PastExportsPage = () => {
  const page = usePage(logic)
  return (
    <PastExportsView
      page={page}
      url={page.url}
      rights={usePerson()}
      exports={useReading<ReadonlyArray<PastExport>>(page.actor, "exports")}
      file={useExport(page.actor)}
      command={useCommand(page.actor)}
    />
  )
}
