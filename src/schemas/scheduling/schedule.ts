import { Schema } from "effect"
import { realDate, text, Zone } from "../fields.ts"
import { DateOnly, HashedId, Instant } from "../ids.ts"
import { LocationId, LocationState } from "./location.ts"
import { Shift } from "./locationDraft.ts"
import { StageId } from "./stage.ts"
import { ApptSection, apptSections, DaySlots, scheduleLimits, Slot } from "./slot.ts"

/** A weekday as the specification counts them: 0 is Sunday, 6 is Saturday. */
export const Weekday = Schema.Literals([0, 1, 2, 3, 4, 5, 6])
export type Weekday = typeof Weekday.Type

const day = (message: string) => realDate(message)

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

const distinct = Schema.makeFilter(
  (values: ReadonlyArray<unknown>) => new Set(values).size === values.length || "A weekday stands here twice.",
)

const sectionFields = {
  apptSection: ApptSection,
  name: text(40, "Name this section in 1 to 40 characters."),
  /** Whether its slots are offered. Switched off it is kept and publishes nothing. */
  switchValue: Schema.Boolean,
  startDate: day("Enter the first day, for example Nov 23, 2026."),
  endDate: day("Enter the last day, for example Nov 23, 2026."),
  days: Schema.Array(Weekday).check(distinct),
  /** The only stage that its slots are for; null or absent where they are for any visit. */
  stageId: Schema.optionalKey(Schema.NullOr(StageId)),
}

/** What is kept of a section: an earlier rule may have allowed what a section may not hold today. */
export const KeptSection = Schema.Struct({
  apptSection: ApptSection,
  name: Schema.String,
  switchValue: Schema.Boolean,
  startDate: DateOnly,
  endDate: DateOnly,
  days: Schema.Array(Weekday),
  stageId: Schema.optionalKey(Schema.NullOr(StageId)),
})
export type KeptSection = typeof KeptSection.Type

type SectionFields = Schema.Schema.Type<Schema.Struct<typeof sectionFields>>

const sectionErrors = ({ startDate, endDate, days, switchValue }: SectionFields) => [
  ...(endDate < startDate ? [{ path: ["endDate"], issue: "The last day must not be before the first." }] : []),
  ...(daysBetween(startDate, endDate) >= scheduleLimits.days
    ? [{ path: ["endDate"], issue: "A section covers at most two years." }]
    : []),
  ...(switchValue && days.length === 0 ? [{ path: ["days"], issue: "Choose at least one weekday." }] : []),
]

/** One of the three blocks of time in which a location offers appointments. */
export const Section = Schema.Struct(sectionFields)
  .check(Schema.makeFilter(sectionErrors))
  .annotate({ identifier: "Section" })
export type Section = typeof Section.Type

/** The sections of a location, in their order. */
export const Sections = Schema.Array(Section).check(
  Schema.makeFilter(
    (sections: ReadonlyArray<Section>) =>
      (sections.length === apptSections.length &&
        sections.every(({ apptSection }, place) => apptSection === apptSections[place])) ||
      "Give sections 1, 2 and 3 in their order.",
  ),
)

/** What the slots of a section on one day become. */
export const ScheduledDay = Schema.Struct({ apptSection: ApptSection, date: DateOnly, slots: DaySlots })
export type ScheduledDay = typeof ScheduledDay.Type

const once = Schema.makeFilter(
  (days: ReadonlyArray<ScheduledDay>) =>
    new Set(days.map(({ apptSection, date }) => `${apptSection} ${date}`)).size === days.length ||
    "A day of a section stands here twice.",
)

/**
 * The body of `POST /api/Scheduler/SaveScheduler`: the sections of the location with this public id, and the days
 * whose slots were edited. Days that are not named stay as they are.
 */
export const SaveSchedule = Schema.Struct({
  hashedId: HashedId,
  sections: Sections,
  days: Schema.Array(ScheduledDay).check(
    Schema.isMaxLength(3 * 366, { message: "Save at most a year of days at once." }),
    once,
  ),
})
export type SaveSchedule = typeof SaveSchedule.Type

/** The specification's modes of replicating: to the matching weekdays of a range of dates, or of the whole section. */
export const ReplicateMode = Schema.Literals(["Range", "all schedule"])
export type ReplicateMode = typeof ReplicateMode.Type

/** What happens to slots that are there: they stay, their day stays where it has bookings, or only booked ones stay. */
export const ExistingSlots = Schema.Literals(["keep", "skip", "replace"])
export type ExistingSlots = typeof ExistingSlots.Type

const replicateFields = {
  hashedId: HashedId,
  apptSection: ApptSection,
  mode: ReplicateMode,
  /** The first and the last day of a range; the whole section has its own. */
  startDate: Schema.NullOr(day("Enter the first day, for example Nov 23, 2026.")),
  endDate: Schema.NullOr(day("Enter the last day, for example Nov 23, 2026.")),
  /** The slots to copy, by weekday; a weekday that is not named is not touched. */
  week: Schema.Array(Schema.Struct({ day: Weekday, slots: DaySlots })).check(
    Schema.isMinLength(1, { message: "Choose at least one weekday." }),
    Schema.isMaxLength(7, { message: "A week has seven days." }),
  ),
  existing: ExistingSlots,
}

type ReplicateFields = Schema.Schema.Type<Schema.Struct<typeof replicateFields>>

const replicateErrors = ({ mode, startDate, endDate, week }: ReplicateFields) => [
  ...(mode === "Range" && startDate === null ? [{ path: ["startDate"], issue: "Enter the first day." }] : []),
  ...(mode === "Range" && endDate === null ? [{ path: ["endDate"], issue: "Enter the last day." }] : []),
  ...(startDate !== null && endDate !== null && endDate < startDate
    ? [{ path: ["endDate"], issue: "The last day must not be before the first." }]
    : []),
  ...(startDate !== null && endDate !== null && daysBetween(startDate, endDate) >= scheduleLimits.days
    ? [{ path: ["endDate"], issue: "Replicate to at most two years." }]
    : []),
  ...(new Set(week.map((one) => one.day)).size < week.length
    ? [{ path: ["week"], issue: "A weekday stands here twice." }]
    : []),
]

/** The body of `POST /api/Scheduler/Replicate` and of its preview. */
export const Replicate = Schema.Struct(replicateFields).check(Schema.makeFilter(replicateErrors))
export type Replicate = typeof Replicate.Type

/** What a change of slots does, in slots. */
export const slotCounts = {
  adds: Schema.Int,
  /** Slots that stay as they are, and those whose seats, end or buffers change. */
  keeps: Schema.Int,
  changes: Schema.Int,
  removes: Schema.Int,
  /** Slots with bookings that the new times do not hold: they stay as they are. */
  affected: Schema.Int,
  /** Slots left out, because a booked one takes up their time or the clock skips it. */
  leftOut: Schema.Int,
}
export const SlotCounts = Schema.Struct(slotCounts)
export type SlotCounts = typeof SlotCounts.Type

/** What replicating would do to one day: the strongest of what happens there. */
export const DayOutcome = Schema.Literals(["adds", "keeps", "removes", "bookings", "closed"])
export type DayOutcome = typeof DayOutcome.Type

/** A day on which the clocks change, and by how many minutes: 60 in spring, −60 in autumn. */
export const ClockChange = Schema.Struct({ date: DateOnly, minutes: Schema.Int })
export type ClockChange = typeof ClockChange.Type

/** A slot with bookings that stays although the new times do not hold it. */
export const AffectedSlot = Schema.Struct({ date: DateOnly, start: Schema.String, booked: Schema.Int })

/** What replicating would do, counted before it is done. */
export const ReplicatePreview = Schema.Struct({
  ...slotCounts,
  days: Schema.Array(Schema.Struct({ date: DateOnly, outcome: DayOutcome })),
  /** The first of them. */
  affectedSlots: Schema.Array(AffectedSlot),
  /** Wall times that the clock skips, and that are therefore left out. */
  skipped: Schema.Array(Schema.Struct({ date: DateOnly, start: Schema.String })),
  clockChanges: Schema.Array(ClockChange),
}).annotate({ identifier: "ReplicatePreview" })
export type ReplicatePreview = typeof ReplicatePreview.Type

/** A day on which nothing is offered, and why. */
export const ClosedDay = Schema.Struct({ date: DateOnly, reason: Schema.String })
export type ClosedDay = typeof ClosedDay.Type

/** What was done last to a schedule, which can be undone. */
export const ScheduleChange = Schema.Struct({
  kind: Schema.Literals(["saved", "replicated"]),
  at: Instant,
  /** Of which section, where it was one. */
  apptSection: Schema.NullOr(ApptSection),
  days: Schema.Int,
})
export type ScheduleChange = typeof ScheduleChange.Type

/** A location's sections with their slots in a span of days; `version` goes into If-Match. */
export const ScheduleDetails = Schema.Struct({
  locationId: LocationId,
  hashedId: HashedId,
  name: Schema.String,
  status: LocationState,
  timezone: Zone,
  /** The first line and the city of its address. */
  address: Schema.String,
  /** Opening hours by weekday, Sunday first. */
  hours: Schema.Array(Schema.Array(Shift)),
  version: Schema.Int,
  sections: Schema.Array(KeptSection),
  /** The stages that a section may be for, and those that sections are for. */
  stages: Schema.Array(Schema.Struct({ stageId: StageId, name: Schema.String })),
  startDate: DateOnly,
  endDate: DateOnly,
  slots: Schema.Array(Slot),
  closedDays: Schema.Array(ClosedDay),
  clockChanges: Schema.Array(ClockChange),
  lastChange: Schema.NullOr(ScheduleChange),
}).annotate({ identifier: "ScheduleDetails" })
export type ScheduleDetails = typeof ScheduleDetails.Type

/** How the list of schedules is narrowed and ordered. */
export const scheduleList = { states: ["active", "disabled"], columns: ["name", "city"] } as const

/** A location in the list of schedules. */
export const ScheduleSummary = Schema.Struct({
  locationId: LocationId,
  hashedId: HashedId,
  name: Schema.String,
  city: Schema.String,
  state: Schema.String,
  status: LocationState,
  /** The sections that are switched on. */
  sectionsOn: Schema.Array(ApptSection),
  /** Seats that can be booked in the next seven days. */
  seatsLeft: Schema.Int,
}).annotate({ identifier: "ScheduleSummary" })
export type ScheduleSummary = typeof ScheduleSummary.Type
