import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import { reportedStatuses, type AppointmentFigures, type ReportedAppointments } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

const allOf = (figures: AppointmentFigures): number =>
  reportedStatuses.reduce((sum, status) => sum + figures[status], 0)

/** A phone shows how many there are, and what came of them at the end, each with its name. */
const narrow: ReadonlySet<string> = new Set(["fulfilled", "noshow"])

type TableProps = {
  readonly title: string
  readonly first: string
  readonly rows: ReadonlyArray<AppointmentFigures>
  readonly rights: Rights
}

const Table = ({ title, first, rows, rights }: TableProps) => {
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
                    {numbers(row[status])}
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
export const AppointmentTables = (props: { readonly appointments: ReportedAppointments; readonly rights: Rights }) => {
  const words = useWords()
  const { byLocation, byStage } = props.appointments
  if (byLocation.length === 0) return null
  return (
    <>
      <Table
        title={words("report.appointments.location")}
        first={words("report.location")}
        rows={byLocation}
        rights={props.rights}
      />
      {byStage.length > 0 && (
        <Table
          title={words("report.appointments.stage")}
          first={words("report.stage")}
          rows={byStage}
          rights={props.rights}
        />
      )}
    </>
  )
}
