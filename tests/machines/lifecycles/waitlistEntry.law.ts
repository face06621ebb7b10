import type { NounLaw } from "./law.ts"

/** A person waits until a seat is booked for them, staff take them off, or their last day is over; then it is decided. */
export const waitlistEntryLaw: NounLaw = {
  table: `
    event                | by                              | reserved | waiting | booked | removed | expired
    WaitlistEntryAdded   | Appointment.SaveWaitlistEntry   | waiting  | .       | .      | .       | .
    WaitlistEntryRevised | Appointment.SaveWaitlistEntry   | .        | waiting | .      | .       | .
    WaitlistEntryBooked  | Appointment.AnswerOffer         | .        | booked  | .      | .       | .
    WaitlistEntryRemoved | Appointment.RemoveWaitlistEntry | .        | removed | .      | .       | .
    WaitlistEntryExpired | calendar                        | .        | expired | .      | .       | .`,
  callers: {
    "Appointment.SaveWaitlistEntry": { groups: [[7, 9]] },
    "Appointment.RemoveWaitlistEntry": { groups: [[7, 9]] },
  },
}
