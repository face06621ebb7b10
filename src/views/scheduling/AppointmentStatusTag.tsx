import "./appointmentStatus.css"
import { Circle, Cross, Disable, TickCircle, Tick, Time, Walk } from "@blueprintjs/icons"
import type { AppointmentStatus } from "#schemas/scheduling/appointment.ts"
import { useWords } from "#views/parts/Words.tsx"

const marks = {
  pending: Time,
  released: Cross,
  booked: Circle,
  confirmed: Tick,
  arrived: Walk,
  fulfilled: TickCircle,
  noshow: Disable,
  cancelled: Cross,
} as const satisfies Record<AppointmentStatus, unknown>

/** The mark of a status: its shape says it where its colour is not seen. */
export const StatusMark = ({ status }: { readonly status: AppointmentStatus }) => {
  const Mark = marks[status]
  return <Mark className={`appointment-mark appointment-mark-${status}`} size={12} aria-hidden="true" />
}

/** The status of an appointment: its mark and its name. */
export const AppointmentStatusTag = ({ status }: { readonly status: AppointmentStatus }) => (
  <span className={`appointment-state appointment-state-${status}`}>
    <StatusMark status={status} />
    {useWords()(`appointment.status.${status}`)}
  </span>
)
