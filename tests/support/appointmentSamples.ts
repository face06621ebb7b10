import type { Appointment, LocationDays } from "#schemas/scheduling/appointment.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import type { ChangeNotice, Holder } from "#schemas/scheduling/moveTimes.ts"
import { bookedAppointment, sampleBookable, sampleSlot } from "./bookingSamples.ts"

/** A location that is open from nine to five, with seats left. */
export const locationDaysOf = (name: string, dates: ReadonlyArray<string>): LocationDays => ({
  ...{ hashedId: name.toLowerCase().padEnd(20, "h"), name, timezone: sampleBookable.timezone },
  days: dates.map((date) => ({ date, hours: [{ from: "09:00", to: "17:00" }], closed: null, seatsLeft: 6 })),
})

/** The location of the sample appointment, on its day. */
export const midtownDays: LocationDays = {
  ...locationDaysOf(sampleBookable.name, [bookedAppointment.date]),
  hashedId: sampleBookable.hashedId,
}

/** The sample appointment after what staff last did to it. */
export const changedAppointment = (status: Appointment["status"], version: number): Appointment => ({
  ...bookedAppointment,
  status,
  version,
})

/** The text that a cancellation would send, or a move. */
export const sampleNotice = (to: unknown): ChangeNotice => ({
  example: to === null ? null : { startsAt: sampleSlot.startsAt, zone: sampleBookable.timezone },
  notice: {
    text: `Northwind Clinics: your appointment on Friday, November 20 at 9:30 AM, Midtown, is ${to === null ? "cancelled" : "moved"}.`,
    ...{ leavesAt: null, why: null },
  },
})

const textAt = (time: string) => ({
  text: `Northwind Clinics: your appointment is moved to Friday, November 20 at ${time}, Midtown.`,
  ...{ leavesAt: null, why: null },
})

/** Who has the full time that the sample appointment is to have, with the texts of a swap. */
export const holderOf = (appointment: Appointment | undefined): Holder =>
  appointment === undefined
    ? { appointment: null, texts: null }
    : { appointment, texts: { mine: textAt("10:00 AM"), theirs: textAt("9:00 AM") } }

/** The sample appointment with what happened to it. */
export const sampleDetail: AppointmentDetail = {
  appointment: bookedAppointment,
  later: [],
  history: [
    {
      ...{ type: "AppointmentBooked", at: "2026-11-18T17:01:00.000Z", actor: "Nora Admin" },
      ...{ startsAt: bookedAppointment.startsAt, reason: null },
    },
    {
      ...{ type: "SlotHeld", at: "2026-11-18T17:00:00.000Z", actor: "Nora Admin" },
      ...{ startsAt: bookedAppointment.startsAt, reason: null },
    },
  ],
}
