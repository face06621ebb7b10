import type { PatientVisit } from "./patientBooking.ts"
import type { SlotId } from "./slot.ts"

// What the patient's page needs while it runs; it brings no library that could check shapes.

/** The languages of the patient's page. */
export const patientLanguages = ["en", "es"] as const

/** How long a visit's seat is held from when it was read, in milliseconds, by the server's clock. */
export const heldMillis = ({ heldUntil, now }: Pick<PatientVisit, "heldUntil" | "now">): number =>
  heldUntil === null ? 0 : Math.max(0, Date.parse(heldUntil) - Date.parse(now))

/** What a patient does by their link. */
export type PatientVerb =
  | ("hold" | "extend" | "release" | "book" | "confirm" | "move" | "cancel")
  | ("accept" | "decline" | "wait")
/** With the time that it is about, or the place to wait for. */
export type PatientDeed = {
  readonly verb: PatientVerb
  readonly slotId: SlotId | null
  readonly hashedId: string | null
}

/** Which times are asked for; without a day, the first that are free. */
export type AskedTimes = { readonly hashedId: string; readonly startDate: string | null }
