import type { KeptSection, SaveSchedule, Section } from "./schedule.ts"
import type { ApptSection, SlotTime } from "./slot.ts"

/** What the slots of a section on one day were, and what they become. */
export type DayEdit = {
  readonly apptSection: ApptSection
  readonly date: string
  readonly before: ReadonlyArray<SlotTime>
  readonly slots: ReadonlyArray<SlotTime>
}

/** What one movement of the hand changed: it is taken back as one. */
export type Stroke = ReadonlyArray<DayEdit>

/** What the form of a schedule holds until it is saved. */
export type ScheduleValues = {
  readonly hashedId: string
  readonly streamVersion: number
  readonly sections: ReadonlyArray<KeptSection>
  readonly strokes: ReadonlyArray<Stroke>
}

/** By what a section's day is known. */
export const dayKey = (apptSection: ApptSection, date: string): string => `${apptSection} ${date}`

/** By what a slot of a day is known: its start, and whether it is the later of the two that the clock shows in autumn. */
export const slotKey = ({ start, isLater }: Pick<SlotTime, "start" | "isLater">): string =>
  isLater === true ? `${start} later` : start

const textOf = ({ start, end, isLater, capacity, overbook, bufferBefore, bufferAfter }: SlotTime): string =>
  [start, end, isLater === true, capacity, overbook, bufferBefore, bufferAfter].join(" ")

const isSame = (one: ReadonlyArray<SlotTime>, other: ReadonlyArray<SlotTime>): boolean =>
  one.length === other.length && one.every((slot, place) => textOf(slot) === textOf(other[place] as SlotTime))

/** The days that strokes changed, each once, by section and date; what was changed back is not among them. */
export const editedDays = (strokes: ReadonlyArray<Stroke>): ReadonlyMap<string, DayEdit> => {
  const edited = new Map<string, DayEdit>()
  for (const edit of strokes.flat()) {
    const key = dayKey(edit.apptSection, edit.date)
    edited.set(key, { ...edit, before: edited.get(key)?.before ?? edit.before })
  }
  return new Map([...edited].filter(([, { before, slots }]) => !isSame(before, slots)))
}

/** What saving would change on one day of a section, in slots. */
export type DayChange = Pick<DayEdit, "apptSection" | "date"> & {
  readonly adds: number
  readonly changes: number
  readonly removes: number
}

/** What saving would change, by day. */
export const dayChanges = (edited: ReadonlyMap<string, DayEdit>): ReadonlyArray<DayChange> =>
  [...edited.values()]
    .map(({ apptSection, date, before, slots }) => {
      const were = new Map(before.map((slot) => [slotKey(slot), textOf(slot)]))
      const are = new Set(slots.map(slotKey))
      return {
        ...{ apptSection, date },
        adds: slots.filter((slot) => !were.has(slotKey(slot))).length,
        changes: slots.filter((slot) => (were.get(slotKey(slot)) ?? textOf(slot)) !== textOf(slot)).length,
        removes: before.filter((slot) => !are.has(slotKey(slot))).length,
      }
    })
    .toSorted((one, other) => one.date.localeCompare(other.date) || one.apptSection - other.apptSection)

/** What is sent of a draft. */
export const bodyOf = ({ hashedId, sections, strokes }: ScheduleValues): SaveSchedule => ({
  hashedId,
  sections: sections as ReadonlyArray<Section>,
  days: [...editedDays(strokes).values()].map(({ apptSection, date, slots }) => ({ apptSection, date, slots })),
})
