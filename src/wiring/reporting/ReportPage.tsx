import { useEffect } from "react"
import { readReport, readReportedCampaigns } from "#effects/Reports.ts"
import { readReportChoices } from "#effects/ReportChoices.ts"
import { reportMachine } from "#machines/reporting/report.machine.ts"
import type { Report, ReportedCampaign } from "#schemas/reporting/report.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import { reportFilterWords } from "#schemas/reporting/reportFilterWords.ts"
import { reportWords } from "#schemas/reporting/reportWords.ts"
import { workingCompany } from "#schemas/session/outcome.ts"
import { BackToReport, ReportView } from "#views/reporting/ReportView.tsx"
import paperStyles from "#views/reporting/reportPrint.css?inline"
import { exportingReport } from "../export.ts"
import { usePerson } from "../person.ts"
import { ActivityPart } from "../administration/ActivityPart.ts"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { ReportedPeoplePage } from "./ReportedPeoplePage.tsx"
import { useExport, usePage, usePageUrl, useReading } from "../usePage.ts"

addWords(reportWords, reportFilterWords)

/** Its code comes when someone looks at what was exported before. */
const PastExportsPart = lazyPart(
  chunk(() => import("./PastExportsPage.tsx").then((one) => one.PastExportsPage)),
  { within: true },
)

/** Their code comes when someone looks at saved views, or comes by a mailed link. */
const SavedViewsPart = lazyPart(
  chunk(() => import("./SavedViewsPage.tsx").then((one) => one.SavedViewsPage)),
  { within: true },
)
const ReportLinkPart = lazyPart(
  chunk(() => import("./ReportLinkPage.tsx").then((one) => one.ReportLinkPage)),
  { within: true },
)

const logic = ({ operation, reading }: Tools) =>
  reportMachine.provide({
    actors: {
      report: reading(readReport),
      campaigns: reading(readReportedCampaigns),
      choices: reading(readReportChoices),
      export: exportingReport(operation),
    },
  })

/** `/report`: the numbers, the people behind one of them, the log of what people did, past exports, or saved views. */
export const ReportPage = () => {
  const { search } = usePageUrl()
  if (search["tab"] === "activity") return <ActivityPart tabs={<BackToReport />} />
  if (search["tab"] === "exports") return <PastExportsPart />
  if (search["tab"] === "saved") return <SavedViewsPart />
  if (search["tab"] === "link") return <ReportLinkPart />
  return search["people"] === undefined ? <NumbersPage /> : <ReportedPeoplePage />
}

/** The look on paper, which comes with the page's own code: a sheet to load would be there too late for a print by the keyboard. */
const withPaperStyles = (): (() => void) => {
  const sheet = new CSSStyleSheet({ media: "print" })
  sheet.replaceSync(paperStyles)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

const NumbersPage = () => {
  useEffect(withPaperStyles, [])
  const page = usePage(logic)
  const person = usePerson()
  return (
    <ReportView
      page={page}
      url={page.url}
      rights={person}
      company={workingCompany(person).name}
      onPrint={() => print()}
      report={useReading<Report>(page.actor, "report")}
      file={useExport(page.actor)}
      campaigns={useReading<ReadonlyArray<ReportedCampaign>>(page.actor, "campaigns")}
      choices={useReading<ReportChoices>(page.actor, "choices")}
    />
  )
}
