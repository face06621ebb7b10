import { overbookLeft, type Appointment, type Availability, type AvailableSlot } from "./appointment.ts"
import type { BookingText } from "./appointmentText.ts"
import { minutesOf } from "./slot.ts"

/** Where an appointment is to go: a location, a day, and the time it was dropped at. */
export type MoveTo = { readonly place: string; readonly day: string; readonly near: string | null }

/**
 * The text that a change of an appointment would send; null where it can move to no time. Of a move it is the one for
 * `example`, since it names the time.
 */
export type ChangeNotice = {
  readonly example: { readonly startsAt: string; readonly zone: string } | null
  readonly notice: BookingText | null
}

/** Whether a full slot is one appointment’s alone, so that another one can swap with it. */
export const isSwappable = ({ why, booked, held }: AvailableSlot): boolean =>
  why === "full" && booked === 1 && held === 0

/** The texts of a swap, each with the time that its patient would get. */
export type SwapTexts = { readonly mine: BookingText; readonly theirs: BookingText }

/** Who has a full time and can swap it, and what both patients would be told; null where no one can. */
export type Holder =
  | { readonly appointment: Appointment; readonly texts: SwapTexts }
  | { readonly appointment: null; readonly texts: null }

/** Whether two appointments are of one patient, who has nothing to exchange. */
export const isSamePatient = (one: Appointment, other: Appointment): boolean =>
  one.patient.hashedId === other.patient.hashedId

/** The free slot that holds a time, or begins with it. */
const slotNear = (slots: ReadonlyArray<AvailableSlot>, near: string | null): AvailableSlot | undefined =>
  near === null
    ? undefined
    : slots.find(({ start, end }) => minutesOf(start) <= minutesOf(near) && minutesOf(near) < minutesOf(end))

/**
 * To which times an appointment can move: those of the day, or the next ones where it has none (`isNext`); `near` is
 * the one that it was dropped at, and `full` are those of the day that are full and can be had all the same.
 */
export const timesToMove = (found: Availability, { near }: MoveTo, { slotId }: Appointment) => {
  const isOther = (slot: AvailableSlot) => slot.slotId !== slotId
  const others = found.slots.filter((slot) => slot.why === null && isOther(slot))
  const isNext = others.length === 0
  const full = found.slots.filter((slot) => (overbookLeft(slot) > 0 || isSwappable(slot)) && isOther(slot))
  return { near: slotNear(others, near), slots: isNext ? found.first.filter(isOther) : others, full, isNext }
}
