import { Button } from "@blueprintjs/core"
import { useContext, type MouseEvent } from "react"
import { useIntl } from "react-intl"
import {
  isAppointmentOutdated,
  type AppointmentsEvent,
  type AppointmentsSnapshot,
} from "#machines/scheduling/appointments.machine.ts"
import { staffActions } from "#machines/scheduling/staffActions.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Now } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { pressAction } from "./pressAction.ts"
import { AppointmentStatusTag } from "./AppointmentStatusTag.tsx"
import { OverbookedTag } from "./OverbookedTag.tsx"
import { patientName, useDayName, useSpan } from "./appointmentValues.ts"

type Props = {
  readonly page: Seen<AppointmentsSnapshot, AppointmentsEvent>
  readonly url: PageUrl
  readonly appointments: SeenReading<ReadonlyArray<Appointment>>
  /** Whether rows are of several days, so that each names its own. */
  readonly dated: boolean
}

/** The usual action of a row; what else is possible stands where the row leads. */
const UsualAction = ({ page, appointment }: { readonly page: Props["page"]; readonly appointment: Appointment }) => {
  const words = useWords()
  const now = useContext(Now)
  const { usual } = staffActions(appointment, now ?? Date.parse(appointment.startsAt))
  if (usual === null) return null
  const label = words(`appointment.${usual}`)
  return (
    <Button
      size="small"
      text={label}
      aria-label={`${label}: ${patientName(appointment)}`}
      disabled={page.snapshot.matches("acting") || isAppointmentOutdated(page.snapshot, appointment)}
      onClick={(event: MouseEvent) => {
        if (event.detail <= 1) pressAction(page.send, appointment, usual)
      }}
    />
  )
}

const useColumns = ({ page, dated }: Props): ReadonlyArray<Column<Appointment>> => {
  const words = useWords()
  const span = useSpan()
  const intl = useIntl()
  const dayName = useDayName()
  const zoned = ({ zone }: Appointment): string =>
    zone === intl.timeZone
      ? ""
      : ` ${intl.formatDateToParts(0, { timeZone: zone, timeZoneName: "shortGeneric" }).find(({ type }) => type === "timeZoneName")?.value ?? ""}`
  return [
    {
      id: "patient",
      header: words("appointments.patient"),
      cell: (appointment) => (
        <>
          {patientName(appointment)}
          {appointment.stage !== null && <span className="muted small"> {appointment.stage.name}</span>}
        </>
      ),
    },
    {
      id: "time",
      header: words("appointments.time"),
      cell: (appointment) =>
        `${dated ? `${dayName(appointment.date, "short")}, ` : ""}${span(appointment)}${zoned(appointment)}`,
      narrow: "aside",
    },
    {
      id: "state",
      header: words("appointments.status"),
      cell: ({ status, isOverbooked }) => (
        <>
          <AppointmentStatusTag status={status} />
          <OverbookedTag of={{ isOverbooked }} />
        </>
      ),
    },
    { id: "location", header: words("appointments.location"), cell: ({ location }) => location.name },
    {
      id: "phone",
      header: words("appointments.phone"),
      cell: ({ patient }) => (patient.phone === null ? "" : phoneText(patient.phone)),
      hideBelow: 900,
    },
    {
      id: "next",
      header: words("appointments.next"),
      cell: (appointment) => <UsualAction page={page} appointment={appointment} />,
      align: "end",
      narrow: "end",
    },
  ]
}

/** Appointments as rows, each with its usual action. */
export const AppointmentList = (props: Props) => {
  const words = useWords()
  const { url, appointments } = props
  const isNarrowed = ["at", "state", "stage", "source"].some((name) => (url.search[name] ?? "") !== "")
  return (
    <DataTable
      list="appointments"
      label={words("appointments.list")}
      reading={appointments}
      columns={useColumns(props)}
      rowId={({ hashedId }) => hashedId}
      rowHref={({ hashedId }) => url.href({ id: hashedId })}
      chosen={url.search["id"]}
      empty={
        <EmptyState
          title={words("appointments.none")}
          action={
            isNarrowed && (
              <Button
                text={words("appointments.clear")}
                onClick={() => url.change({ at: null, state: null, stage: null, source: null })}
              />
            )
          }
        >
          <Word id={isNarrowed ? "appointments.none.narrowed" : "appointments.none.day"} />
        </EmptyState>
      }
    />
  )
}
