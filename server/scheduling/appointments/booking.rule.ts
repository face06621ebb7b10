import { bookingWindow, type WhyNot } from "#schemas/scheduling/appointment.ts"
import type { KeptSection } from "#schemas/scheduling/schedule.ts"
import type { Slot, SlotTime } from "#schemas/scheduling/slot.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import { closedReason, isOffered, type Closing } from "#server/scheduling/schedules/offer.rule.ts"

/** What a location offers by, besides its slots. */
export type OfferedBy = Closing & {
  readonly status: "active" | "disabled"
  readonly sections: ReadonlyArray<KeptSection>
}

/** A slot with its counters, as it is judged. */
export type JudgedSlot = Pick<Slot, "apptSection" | "date" | "booked" | "held"> &
  Pick<SlotTime, "capacity"> & { readonly startsAt: Date }

/** Whether a slot lies in a section that is on, at a location that is not disabled. */
export const isSectionOn = ({ status, sections }: OfferedBy, { apptSection, date }: JudgedSlot): boolean =>
  status === "active" && sections.some((section) => section.apptSection === apptSection && isOffered(section, date))

/** Whether the section of a slot is for a visit: for its stage, or for any. */
export const isSectionFor = (
  { sections }: Pick<OfferedBy, "sections">,
  { apptSection }: Pick<JudgedSlot, "apptSection">,
  stageId: StageId | null,
): boolean => {
  const only = sections.find((section) => section.apptSection === apptSection)?.stageId ?? null
  return only === null || only === stageId
}

/** Seats that can be booked. */
export const seatsLeft = ({ capacity, booked, held }: Pick<JudgedSlot, "capacity" | "booked" | "held">): number =>
  Math.max(capacity - booked - held, 0)

/** What its time says against a slot: over, too soon or too far ahead. */
export const againstTime = ({ startsAt }: Pick<JudgedSlot, "startsAt">, now: number): WhyNot | null => {
  const ahead = startsAt.getTime() - now
  if (ahead <= 0) return "past"
  if (ahead < bookingWindow.leadMinutes * 60_000) return "soon"
  return ahead > bookingWindow.horizonDays * 86_400_000 ? "far" : null
}

/** Why a slot is not offered, by the first rule that it does not meet; null where it is. */
export const whyNot = (slot: JudgedSlot, place: OfferedBy, now: number): WhyNot | null => {
  const time = againstTime(slot, now)
  if (time !== null) return time
  if (!isSectionOn(place, slot)) return "off"
  if (closedReason(place, slot.date) !== undefined) return "closed"
  if (seatsLeft(slot) > 0) return null
  return slot.booked >= slot.capacity ? "full" : "held"
}

/** What staff are told who book a slot that is not offered; a full one has its own answer. */
export const notOffered: Readonly<Record<Exclude<WhyNot, "full" | "held">, string>> = {
  past: "This time is over. Choose a later one.",
  soon: `This time begins in less than ${bookingWindow.leadMinutes / 60} hours. Choose a later one.`,
  far: `Appointments are booked at most ${bookingWindow.horizonDays} days ahead. Choose an earlier time.`,
  off: "This location does not offer this time any more. Choose another one.",
  closed: "The location is closed on this day. Choose another one.",
  stage: "This time is for visits of another stage. Choose another one.",
}
