import { LocationId } from "#schemas/scheduling/location.ts"
import type {
  Replicate,
  ReplicatePreview,
  ScheduleDetails,
  ScheduleSummary,
  Section,
} from "#schemas/scheduling/schedule.ts"
import { SlotId, type Slot, type SlotTime } from "#schemas/scheduling/slot.ts"

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

const stored = (slotId: number, apptSection: 1 | 2 | 3, date: string, time: SlotTime, booked: number): Slot => ({
  ...{ slotId: SlotId.make(slotId), apptSection, date, ...time, booked, held: 0 },
  ...{ startsAt: `${date}T17:00:00.000Z`, endsAt: `${date}T17:30:00.000Z` },
  status: booked >= time.capacity ? "busy" : "free",
})

/** The schedule of a location in the week of Thanksgiving: slots on Tuesday and Wednesday, one of them booked, one full. */
export const sampleSchedule: ScheduleDetails = {
  locationId: LocationId.make(4),
  hashedId: "l".repeat(20),
  name: "Market Street Clinic",
  status: "active",
  timezone: "America/Los_Angeles",
  address: "1 Market Street, San Francisco",
  hours: [[], [], [], [], [], [], []],
  stages: [],
  version: 3,
  sections,
  ...{ startDate: "2026-11-22", endDate: "2026-11-28" },
  slots: [
    stored(1, 1, "2026-11-24", slotAt("09:00", "09:30"), 1),
    stored(2, 1, "2026-11-24", slotAt("09:30", "10:00"), 0),
    stored(3, 1, "2026-11-24", slotAt("10:00", "10:30"), 4),
    stored(4, 1, "2026-11-25", slotAt("09:00", "09:30"), 0),
    stored(5, 2, "2026-11-25", slotAt("13:00", "13:30"), 2),
  ],
  closedDays: [{ date: "2026-11-26", reason: "Thanksgiving" }],
  clockChanges: [],
  lastChange: { kind: "replicated", at: "2026-11-20T17:12:00.000Z", apptSection: 1, days: 48 },
}

/** Locations next to the schedule. */
export const sampleSchedulers: ReadonlyArray<ScheduleSummary> = [
  {
    ...{ locationId: LocationId.make(4), hashedId: sampleSchedule.hashedId, name: sampleSchedule.name },
    ...{ city: "San Francisco", state: "CA", status: "active", sectionsOn: [1, 2], seatsLeft: 41 },
  },
  {
    ...{ locationId: LocationId.make(5), hashedId: "m".repeat(20), name: "Mission clinic" },
    ...{ city: "San Francisco", state: "CA", status: "active", sectionsOn: [], seatsLeft: 0 },
  },
]

/** What replicating would do. */
export const samplePreview: ReplicatePreview = {
  ...{ adds: 12, keeps: 3, changes: 0, removes: 2, affected: 1, leftOut: 1 },
  days: [
    { date: "2026-12-01", outcome: "adds" },
    { date: "2026-12-02", outcome: "bookings" },
    { date: "2026-12-08", outcome: "removes" },
    { date: "2026-12-25", outcome: "closed" },
  ],
  affectedSlots: [{ date: "2026-12-02", start: "13:10", booked: 2 }],
  skipped: [],
  clockChanges: [{ date: "2027-03-14", minutes: 60 }],
}
