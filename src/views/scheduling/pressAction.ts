import type { AppointmentsEvent } from "#machines/scheduling/appointments.machine.ts"
import type { StaffAction } from "#machines/scheduling/staffActions.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"

/** Tells the chart that a action was pressed; a move begins at the place and day that the appointment has. */
export const pressAction = (
  send: (event: AppointmentsEvent) => void,
  appointment: Appointment,
  action: StaffAction,
): void => {
  if (action !== "move") return send({ type: `${action}.pressed`, appointment })
  const to = { place: appointment.location.hashedId, day: appointment.date, near: null }
  return send({ type: "move.pressed", appointment, to })
}
