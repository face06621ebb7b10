/** The words of what an appointment is and how it came to be so, by id: every page that shows appointments brings them. */
export const statusWords = {
  "appointment.status.pending": "Held",
  "appointment.status.released": "Released",
  "appointment.status.booked": "Booked",
  "appointment.status.confirmed": "Confirmed",
  "appointment.status.arrived": "Arrived",
  "appointment.status.fulfilled": "Completed",
  "appointment.status.noshow": "No-show",
  "appointment.status.cancelled": "Cancelled",
  "appointment.source.staff": "Staff",
  "appointment.source.link": "Patient, by link",
  "appointment.source.waitlist": "Waitlist",
  "appointment.reason.patient": "Patient asked",
  "appointment.reason.clinic": "Location closed",
  "appointment.reason.provider": "Provider away",
  "appointment.reason.duplicate": "Booked twice",
  "appointment.reason.other": "Other",
  "appointment.overbooked": "Overbooked",
  "appointment.overbook.left": "Overbook · {seats} left",
  "appointment.overbook.text":
    "All its seats are booked. {seats, plural, one {# more seat can be given. The visit is then marked as overbooked.} other {# more seats can be given. The visit is then marked as overbooked.}}",
  "booking.offered": "Free instead",
} as const
