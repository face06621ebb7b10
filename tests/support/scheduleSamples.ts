import type { Replicate, Section } from "#schemas/scheduling/schedule.ts"
import type { SlotTime } from "#schemas/scheduling/slot.ts"

/** A slot of half an hour with four seats. */
export const slotAt = (start: string, end: string, more: Partial<SlotTime> = {}): SlotTime => ({
  ...{ start, end, capacity: 4, overbook: 0, bufferBefore: 0, bufferAfter: 0 },
  ...more,
})

const section = (apptSection: 1 | 2 | 3, name: string): Section => ({
  ...{ apptSection, name },
  ...{ switchValue: apptSection !== 3, startDate: "2026-01-01", endDate: "2027-12-31" },
  days: [0, 1, 2, 3, 4, 5, 6],
})

/** Three sections that can be saved; the third is off. */
export const sections: ReadonlyArray<Section> = [section(1, "Morning"), section(2, "Afternoon"), section(3, "Evening")]

/** What can be replicated, to a location that the caller names. */
export const replicate: Omit<Replicate, "hashedId"> = {
  apptSection: 1,
  mode: "all schedule",
  ...{ startDate: null, endDate: null },
  week: [{ day: 1, slots: [slotAt("09:00", "09:30")] }],
  existing: "keep",
}
