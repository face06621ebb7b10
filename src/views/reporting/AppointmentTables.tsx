import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import { reportedStatuses, type AppointmentFigures, type Report } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

const allOf = (figures: AppointmentFigures): number =>
  reportedStatuses.reduce((sum, status) => sum + figures[status], 0)

/** A phone shows how many there are, and what came of them at the end, each with its name. */
const narrow: ReadonlySet<string> = new Set(["fulfilled", "noshow"])

type TableProps = {
  readonly title: string
  readonly first: string
  readonly rows: ReadonlyArray<AppointmentFigures>
  readonly rights: Rights
  /** The days that are reported, where the page of appointments can list the same ones. */
  readonly days: { readonly startDate: string; readonly endDate: string } | null
  /** The one location that is reported. */
  readonly at: string | undefined
}

/** The list of the very appointments that a number counts; none for visits without a stage, which no list is narrowed to. */
const listOf = (
  { locationHashedId, stageId }: AppointmentFigures,
  status: string,
  { days, at }: Pick<TableProps, "days" | "at">,
) => {
  if (days === null || (locationHashedId === null && stageId === null)) return undefined
  const { startDate, endDate } = days
  const ofStage = at === undefined ? `stage=${stageId}` : `at=${at}&stage=${stageId}`
  const of = locationHashedId === null ? ofStage : `at=${locationHashedId}`
  return `/appointment?view=list&day=${startDate}&until=${endDate}&${of}&state=${status}`
}

const Table = ({ title, first, rows, rights, days, at }: TableProps) => {
  const words = useWords()
  const numbers = useNumbers()
  const classOf = (status: string) => (narrow.has(status) ? "cell-end" : "cell-end hide-below-600")
  const leads = isLinked("/appointment", rights)
  const nameOf = ({ name, locationHashedId }: AppointmentFigures) => {
    if (name === "") return <span className="muted">{words("report.appointments.noStage")}</span>
    if (locationHashedId === null || !leads) return name
    return (
      <Link href={`/appointment?view=week&at=${locationHashedId}`} className="row-link">
        {name}
      </Link>
    )
  }
  const numberOf = (row: AppointmentFigures, status: (typeof reportedStatuses)[number]) => {
    const href = leads && row[status] > 0 ? listOf(row, status, { days, at }) : undefined
    return href === undefined ? numbers(row[status]) : <Link href={href}>{numbers(row[status])}</Link>
  }
  return (
    <Section title={title} caption={numbers(rows.reduce((sum, row) => sum + allOf(row), 0))}>
      <TableScroll label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col" className="cell-end">
                {words("report.appointments.all")}
              </th>
              {reportedStatuses.map((status) => (
                <th key={status} scope="col" className={classOf(status)}>
                  {words(`report.appointments.${status}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.locationHashedId ?? row.name}>
                <td>{nameOf(row)}</td>
                <td className="cell-end">{numbers(allOf(row))}</td>
                {reportedStatuses.map((status) => (
                  <td
                    key={status}
                    className={classOf(status)}
                    data-unit={words(`report.appointments.${status}`).toLowerCase()}
                  >
                    {numberOf(row, status)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Section>
  )
}

/** The appointments of a report by location and by stage; nothing where there are none. */
export const AppointmentTables = ({ report, rights }: { readonly report: Report; readonly rights: Rights }) => {
  const words = useWords()
  const { byLocation, byStage } = report.appointments ?? { byLocation: [], byStage: [] }
  const { language, templateHashedId, multiCampaignHashedId, locationHashedId: at } = report.filters
  // Those of some campaigns are no list of that page.
  const isOfAll = [report.campaignHashedId, templateHashedId, multiCampaignHashedId].every(
    (one) => (one ?? null) === null,
  )
  const days = isOfAll ? report : null
  if (language !== undefined && isLinked("/appointment", rights))
    return (
      <p className="muted">
        <Word id="report.narrowed.appointments" />
      </p>
    )
  if (byLocation.length === 0) return null
  return (
    <>
      <Table
        title={words("report.appointments.location")}
        first={words("report.location")}
        rows={byLocation}
        rights={rights}
        days={days}
        at={at}
      />
      {byStage.length > 0 && (
        <Table
          title={words("report.appointments.stage")}
          first={words("report.stage")}
          rows={byStage}
          rights={rights}
          days={days}
          at={at}
        />
      )}
    </>
  )
}
