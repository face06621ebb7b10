import type { NounLaw } from "./law.ts"

/**
 * A seat is booked only while it is held; who has come cannot be cancelled, moved or missing; a patient who comes late
 * after all is no longer missing.
 */
export const appointmentLaw: NounLaw = {
  table: `
    event                  | by                          | proposed | pending  | released | booked    | confirmed | arrived   | fulfilled | noshow  | cancelled
    SlotHeld               | Appointment.HoldSlot        | pending  | .        | .        | .         | .         | .         | .         | .       | .
    HoldExtended           | Appointment.ExtendHold      | .        | pending  | .        | .         | .         | .         | .         | .       | .
    HoldReleased           | Appointment.ReleaseSlot     | .        | released | .        | .         | .         | .         | .         | .       | .
    AppointmentBooked      | Appointment.BookAppointment | .        | booked   | .        | .         | .         | .         | .         | .       | .
    AppointmentConfirmed   | Appointment.ChangeStatus    | .        | .        | .        | confirmed | .         | .         | .         | .       | .
    AppointmentRescheduled | Appointment.Reschedule      | .        | .        | .        | booked    | booked    | .         | .         | .       | .
    WallTimeKept           | calendar                    | .        | pending  | .        | booked    | confirmed | arrived   | .         | .       | .
    PatientArrived         | Appointment.ChangeStatus    | .        | .        | .        | arrived   | arrived   | .         | .         | arrived | .
    AppointmentFulfilled   | Appointment.ChangeStatus    | .        | .        | .        | .         | .         | fulfilled | .         | .       | .
    AppointmentMissed      | Appointment.ChangeStatus    | .        | .        | .        | noshow    | noshow    | .         | .         | .       | .
    AppointmentCancelled   | Appointment.ChangeStatus    | .        | .        | .        | cancelled | cancelled | .         | .         | .       | .`,
  callers: {
    "Appointment.HoldSlot": { groups: [[7, 9]] },
    "Appointment.ExtendHold": { groups: [[7, 9]] },
    "Appointment.ReleaseSlot": { groups: [[7, 9]] },
    "Appointment.BookAppointment": { groups: [[7, 9]] },
    "Appointment.ChangeStatus": { groups: [[7, 9]] },
    "Appointment.Reschedule": { groups: [[7, 9]] },
  },
}
