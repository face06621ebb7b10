import { byLink } from "../policyRow.ts"

/** The calls of patients by their link. */
export const patientPolicy = {
  "Booking.GetLink": byLink,
  "Booking.Open": byLink,
  "Booking.GetTimes": byLink,
  "Booking.Hold": byLink,
  "Booking.Extend": byLink,
  "Booking.Release": byLink,
  "Booking.Book": byLink,
  "Booking.Confirm": byLink,
  "Booking.Move": byLink,
  "Booking.Cancel": byLink,
  "Booking.Accept": byLink,
  "Booking.Decline": byLink,
  "Booking.Wait": byLink,
} as const
