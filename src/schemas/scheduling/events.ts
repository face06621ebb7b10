import { Schema } from "effect"
import { Instant, PatientId } from "../ids.ts"
import { AppointmentId, appointmentOrigin, AppointmentSource, appointmentTimes, CancelReason } from "./appointment.ts"
import { LocationFacts, LocationId } from "./location.ts"
import { ExistingSlots, KeptSection, ReplicateMode, slotCounts, Weekday } from "./schedule.ts"
import { ApptSection } from "./slot.ts"

/**
 * Stored facts about locations. What was set up stands in `revisions` by its
 * number, so that before and after can be read; `changed` names the fields.
 */
export const LocationCreated = Schema.TaggedStruct("LocationCreated", {
  locationId: LocationId,
  ...LocationFacts.fields,
  revision: Schema.Int,
})
export const LocationRevised = Schema.TaggedStruct("LocationRevised", {
  ...LocationFacts.fields,
  revision: Schema.Int,
  changed: Schema.Array(Schema.String),
})
export const LocationDisabled = Schema.TaggedStruct("LocationDisabled", {})
export const LocationEnabled = Schema.TaggedStruct("LocationEnabled", {})
export const LocationEvent = Schema.Union([LocationCreated, LocationRevised, LocationDisabled, LocationEnabled])
export type LocationEvent = typeof LocationEvent.Type

/**
 * Stored facts about schedules. Slots stand in `slots`; what they were before a change, in `schedule_changes` by the
 * number of the event, so that it can be undone.
 */
export const ScheduleSaved = Schema.TaggedStruct("ScheduleSaved", {
  locationId: LocationId,
  sections: Schema.Array(KeptSection),
  days: Schema.Int,
  ...slotCounts,
})
export const SlotsReplicated = Schema.TaggedStruct("SlotsReplicated", {
  locationId: LocationId,
  apptSection: ApptSection,
  mode: ReplicateMode,
  startDate: Schema.String,
  endDate: Schema.String,
  weekdays: Schema.Array(Weekday),
  existing: ExistingSlots,
  days: Schema.Int,
  ...slotCounts,
})
/** The change before it was taken back, but for what was booked since. */
export const ScheduleChangeUndone = Schema.TaggedStruct("ScheduleChangeUndone", {
  sections: Schema.Array(KeptSection),
  days: Schema.Int,
  ...slotCounts,
})
/** All sections are off, and slots without bookings are gone. */
export const ScheduleCleared = Schema.TaggedStruct("ScheduleCleared", { removes: Schema.Int })
export const ScheduleEvent = Schema.Union([ScheduleSaved, SlotsReplicated, ScheduleChangeUndone, ScheduleCleared])
export type ScheduleEvent = typeof ScheduleEvent.Type

/** Stored facts about appointments. Names and notes stand in tables. */
export const SlotHeld = Schema.TaggedStruct("SlotHeld", {
  appointmentId: AppointmentId,
  patientId: PatientId,
  locationId: LocationId,
  ...appointmentTimes,
  source: AppointmentSource,
  ...appointmentOrigin,
  isOverbooked: Schema.Boolean,
  heldUntil: Instant,
})
export const HoldExtended = Schema.TaggedStruct("HoldExtended", { heldUntil: Instant })
/** The seat was given back, or its time was over. */
export const HoldReleased = Schema.TaggedStruct("HoldReleased", { hasLapsed: Schema.Boolean })
export const AppointmentBooked = Schema.TaggedStruct("AppointmentBooked", {})
export const AppointmentConfirmed = Schema.TaggedStruct("AppointmentConfirmed", {})
export const AppointmentRescheduled = Schema.TaggedStruct("AppointmentRescheduled", {
  locationId: LocationId,
  ...appointmentTimes,
})
export const PatientArrived = Schema.TaggedStruct("PatientArrived", {})
export const AppointmentFulfilled = Schema.TaggedStruct("AppointmentFulfilled", {})
export const AppointmentMissed = Schema.TaggedStruct("AppointmentMissed", {})
export const AppointmentCancelled = Schema.TaggedStruct("AppointmentCancelled", { reason: CancelReason })
export const AppointmentEvent = Schema.Union([
  SlotHeld,
  HoldExtended,
  HoldReleased,
  AppointmentBooked,
  AppointmentConfirmed,
  AppointmentRescheduled,
  PatientArrived,
  AppointmentFulfilled,
  AppointmentMissed,
  AppointmentCancelled,
])
export type AppointmentEvent = typeof AppointmentEvent.Type
