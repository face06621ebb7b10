import { useIntl } from "react-intl"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { patientName, useDayName, useStart } from "./appointmentValues.ts"

/** A day's appointments as a table on paper, each location on a page of its own; on the screen it is not seen. */
export const DaySheet = ({
  day,
  appointments,
}: {
  readonly day: string
  readonly appointments: ReadonlyArray<Appointment>
}) => {
  const words = useWords()
  const intl = useIntl()
  const dayName = useDayName()
  const startOf = useStart()
  const places = Map.groupBy(appointments, ({ location }) => location.name)
  return (
    <div className="day-sheet" aria-hidden="true">
      {places.size === 0 && <p>{words("appointments.sheet.none")}</p>}
      {[...places].map(([place, of]) => (
        <div key={place} className="day-sheet-place">
          <p className="day-sheet-title">
            {place} · {words("appointments.sheet", { day: dayName(day) })}
          </p>
          <table>
            <thead>
              <tr>
                {(["time", "patient", "id", "phone", "status", "note"] as const).map((column) => (
                  <th key={column}>{words(`appointments.${column}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {of.map((appointment) => (
                <tr key={appointment.hashedId}>
                  <td>
                    {startOf(appointment)} – {wallTimeIn(intl, appointment.end)}
                  </td>
                  <td>
                    {patientName(appointment)}
                    {appointment.stage !== null && ` (${appointment.stage.name})`}
                  </td>
                  <td>{appointment.patient.externalId}</td>
                  <td>{appointment.patient.phone === null ? "" : phoneText(appointment.patient.phone)}</td>
                  <td>
                    {words(`appointment.status.${appointment.status}`)}
                    {appointment.isOverbooked && ` (${words("appointment.overbooked")})`}
                  </td>
                  <td>{appointment.note}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </div>
  )
}
