import type { ExistingSlots } from "#schemas/scheduling/schedule.ts"
import { overlap, type SlotId, type SlotTime } from "#schemas/scheduling/slot.ts"

/** A slot of one section on one day as it stands; `taken` counts its bookings and the seats that are held. */
export type StandingSlot = SlotTime & { readonly slotId: SlotId; readonly taken: number }

/** What becomes of the slots of one section on one day. */
export type DayPlan = {
  readonly adds: ReadonlyArray<SlotTime>
  readonly changes: ReadonlyArray<{ readonly slotId: SlotId; readonly slot: SlotTime }>
  readonly removes: ReadonlyArray<StandingSlot>
  readonly keeps: ReadonlyArray<StandingSlot>
  /** Slots with bookings that the new times do not hold: they stay as they are. */
  readonly affected: ReadonlyArray<StandingSlot>
  /** New slots whose time is taken up by one that stays. */
  readonly leftOut: ReadonlyArray<SlotTime>
}

const startsAlike = (one: SlotTime, other: SlotTime): boolean =>
  one.start === other.start && (one.isLater === true) === (other.isLater === true)

const lastsAlike = (one: SlotTime, other: SlotTime): boolean =>
  one.end === other.end && one.bufferBefore === other.bufferBefore && one.bufferAfter === other.bufferAfter

const seatsAlike = (one: SlotTime, other: SlotTime): boolean =>
  one.capacity === other.capacity && one.overbook === other.overbook

/** Adds what overlaps nothing that stays. */
const besides = (staying: ReadonlyArray<SlotTime>, added: ReadonlyArray<SlotTime>) => {
  const isFree = (slot: SlotTime) => !staying.some((other) => overlap(other, slot))
  return { adds: added.filter(isFree), leftOut: added.filter((slot) => !isFree(slot)) }
}

const nothing = { adds: [], changes: [], removes: [], keeps: [], affected: [], leftOut: [] } as const

/** Every slot stays, and new ones come between them. */
const keepAll = (standing: ReadonlyArray<StandingSlot>, given: ReadonlyArray<SlotTime>): DayPlan => {
  const isThere = (slot: SlotTime) => standing.some((one) => startsAlike(one, slot))
  const added = given.filter((slot) => !isThere(slot))
  return { ...nothing, ...besides(standing, added), keeps: standing }
}

/** Only what is taken stays where the new times do not hold it. A taken slot may get other seats, if enough. */
const replaceFree = (standing: ReadonlyArray<StandingSlot>, given: ReadonlyArray<SlotTime>): DayPlan => {
  const judged = standing.map((one) => {
    const slot = given.find((other) => startsAlike(one, other))
    if (slot === undefined) return { one, fate: one.taken === 0 ? ("removes" as const) : ("affected" as const) }
    if (lastsAlike(one, slot) && seatsAlike(one, slot)) return { one, fate: "keeps" as const }
    const fits = one.taken === 0 || (lastsAlike(one, slot) && one.taken <= slot.capacity + slot.overbook)
    return fits ? { one, slot, fate: "changes" as const } : { one, fate: "affected" as const }
  })
  const of = (fate: "removes" | "affected" | "keeps") =>
    judged.flatMap((each) => (each.fate === fate ? [each.one] : []))
  const affected = of("affected")
  const changed = judged.flatMap((each) => (each.fate === "changes" ? [{ one: each.one, slot: each.slot }] : []))
  const isBlocked = ({ slot }: { readonly slot: SlotTime }) => affected.some((other) => overlap(other, slot))
  // Only a free slot gets another length, so what would grow into a booked one can go.
  const blocked = changed.filter(isBlocked)
  const added = besides(
    affected,
    given.filter((slot) => !standing.some((one) => startsAlike(one, slot))),
  )
  return {
    adds: added.adds,
    changes: changed.filter((each) => !isBlocked(each)).map(({ one, slot }) => ({ slotId: one.slotId, slot })),
    removes: [...of("removes"), ...blocked.map(({ one }) => one)],
    keeps: of("keeps"),
    affected,
    leftOut: [...added.leftOut, ...blocked.map(({ slot }) => slot)],
  }
}

/** What the slots of a day become when others are given, by what is to happen to those that are there. */
export const planDay = (
  standing: ReadonlyArray<StandingSlot>,
  given: ReadonlyArray<SlotTime>,
  existing: ExistingSlots,
): DayPlan => {
  if (existing === "keep") return keepAll(standing, given)
  const stays = existing === "skip" && standing.some(({ taken }) => taken > 0)
  return stays ? { ...nothing, keeps: standing } : replaceFree(standing, given)
}
