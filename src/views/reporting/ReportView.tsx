import "./report.css"
import { Button, Classes } from "@blueprintjs/core"
import { Link } from "wouter"
import { mayCall, missingRight, type Rights } from "#schemas/access.ts"
import type { FileType, Report, ReportedCampaign } from "#schemas/reporting/report.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import type { ExportLayout, ReportEvent, ReportSnapshot } from "#machines/reporting/report.machine.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Exporting, type SeenExport } from "#views/parts/Exporting.tsx"
import { MenuButton } from "#views/parts/MenuButton.tsx"
import { Page } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { Day, Now, Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { WhyNot } from "#views/parts/WhyNot.tsx"
import { AppointmentTables } from "./AppointmentTables.tsx"
import { NarrowedTo, ReportFilters } from "./ReportFilters.tsx"
import { ReportNumbers } from "./ReportNumbers.tsx"
import { SavedViewLinks } from "./SavedViewLinks.tsx"

type Props = {
  readonly page: Seen<ReportSnapshot, ReportEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly report: SeenReading<Report>
  readonly campaigns: SeenReading<ReadonlyArray<ReportedCampaign>>
  readonly choices: SeenReading<ReportChoices>
  /** The file that was asked for, while it is made. */
  readonly file: SeenExport | undefined
  /** Whose report it is, for paper. */
  readonly company: string
  readonly onPrint: () => void
}

/** What the server says about one of the dates; the page says it at the field, where it can be put right. */
const dateFault = ({ snapshot }: Props["report"], field: "startDate" | "endDate"): string | undefined =>
  snapshot.context.problem?.errors?.find((error) => error.field === field)?.message

const hasDateFault = (report: Props["report"]): boolean =>
  dateFault(report, "startDate") !== undefined || dateFault(report, "endDate") !== undefined

/** The files that a report can be saved as, in one menu. */
const ExportMenu = ({ page, campaigns, report, url, onPrint }: Props) => {
  const words = useWords()
  const chosen = campaigns.snapshot.context.data?.find(
    ({ campaignHashedId }) => campaignHashedId === url.search["campaign"],
  )
  const responseFile = chosen?.responseFile ?? null
  const hasAppointments = (report.snapshot.context.data?.appointments?.byLocation ?? []).length > 0
  const item = (label: string, onClick: () => void) => (
    <li>
      <Button
        variant="minimal"
        text={label}
        {...{ popoverTarget: exportMenu, popoverTargetAction: "hide" }}
        onClick={onClick}
      />
    </li>
  )
  const file = (fileType: FileType, label: string, layout: ExportLayout = null) =>
    item(label, () => page.send({ type: "export.pressed", fileType, layout }))
  return (
    <MenuButton id={exportMenu} label={words("report.export")}>
      <ul className="menu-items">
        {file("csv", words("report.export.csv"))}
        {file("xlsx", words("report.export.xlsx"))}
        {responseFile !== null && file(responseFile, words("report.export.responseFile"), "responseFile")}
        {hasAppointments && file("csv", words("report.appointments.csv"), "appointments")}
        {hasAppointments && file("xlsx", words("report.appointments.xlsx"), "appointments")}
        {item(words("report.print"), onPrint)}
      </ul>
    </MenuButton>
  )
}

const exportMenu = "report-export"

const Export = (props: Props) => {
  const { rights, report, file } = props
  const words = useWords()
  const missing = missingRight(rights, "Report.DownloadExportData")
  const nothing = report.snapshot.context.data === null || hasDateFault(report)
  const label = words("report.export")
  if (missing !== undefined) return <WhyNot id={exportMenu} label={label} what={label} reason={missing} />
  if (file === undefined && !nothing) return <ExportMenu {...props} />
  return (
    <div className="report-export">
      <Button text={label} loading={file !== undefined} disabled />
      {file !== undefined && file.snapshot.context.queue !== null && <Exporting file={file} />}
    </div>
  )
}

const NoData = () => {
  const words = useWords()
  return (
    <EmptyState title={words("report.empty")}>
      <Word id="report.empty.text" />
    </EmptyState>
  )
}

const Range = ({ report }: { readonly report: Report }) => (
  <>
    <Word
      id="report.range"
      values={{
        campaign: report.campaignName ?? <Word id="report.campaign.all" />,
        from: <Day on={report.startDate} />,
        to: <Day on={report.endDate} />,
        time: <Time at={report.asOf} zone={report.zone} inSentence />,
      }}
    />{" "}
    <NarrowedTo narrowed={report.narrowed} />
  </>
)

/** What stands over a printed report: whose it is, and of when, with the years that the page leaves out. */
const Letterhead = ({ report, company }: { readonly report: Report; readonly company: string }) => (
  <div className="report-letterhead" hidden>
    <strong>{company}</strong>
    <p>
      <Now value={null}>
        <Range report={report} />
      </Now>
    </p>
  </div>
)

const Numbers = ({ report: of, rights, url, company }: Props) => (
  <Reading of={of} skeleton={<Skeleton lines={8} />}>
    {(report) => (
      <div className="page-content">
        <p className="page-lead">
          <Range report={report} />
        </p>
        <Letterhead report={report} company={company} />
        {report.figures.every(({ value }) => value === 0) ? (
          <NoData />
        ) : (
          <ReportNumbers report={report} rights={rights} url={url} />
        )}
        <AppointmentTables report={report} rights={rights} />
      </div>
    )}
  </Reading>
)

/** The way from the log back to the numbers. */
export const BackToReport = () => (
  <p>
    <Link href="/report" className="lone-link">
      <Word id="report.back" />
    </Link>
  </p>
)

const PageActions = (props: Props) => {
  const words = useWords()
  return (
    <>
      {mayCall(props.rights, "Report.GetActivityLog") && (
        <Link href="/report?tab=activity" className={`${Classes.BUTTON} ${Classes.MINIMAL}`}>
          {words("activity.title")}
        </Link>
      )}
      {mayCall(props.rights, "Report.GetPastExports") && (
        <Link href="/report?tab=exports" className={`${Classes.BUTTON} ${Classes.MINIMAL}`}>
          {words("report.pastExports")}
        </Link>
      )}
      <SavedViewLinks url={props.url} rights={props.rights} />
      <Export {...props} />
    </>
  )
}

/** `/report`: each number with its definition, one chart, and the export of what is shown. */
export const ReportView = (props: Props) => {
  const words = useWords()
  return (
    <Page
      title={words("report.title")}
      filters={
        <ReportFilters
          {...props}
          inEffect={props.report.snapshot.context.data ?? undefined}
          faultOf={(field) => dateFault(props.report, field)}
        />
      }
      actions={<PageActions {...props} />}
    >
      {!hasDateFault(props.report) && <Numbers {...props} />}
    </Page>
  )
}
