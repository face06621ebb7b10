import { Schema } from "effect"
import { Instant, PatientId } from "../ids.ts"
import { AppointmentTextsFacts } from "./appointmentText.ts"
import {
  AppointmentId,
  appointmentOrigin,
  AppointmentSource,
  appointmentTimes,
  BookingNotice,
  CancelReason,
} from "./appointment.ts"
import { FeedNaming } from "./calendarFeed.ts"
import { LocationFacts, LocationId } from "./location.ts"
import { ExistingSlots, KeptSection, ReplicateMode, slotCounts, Weekday } from "./schedule.ts"
import { ApptSection, SlotId } from "./slot.ts"
import { AnsweredBy, OfferId, RoundId, WaitlistEntryId, WishTimes } from "./waitlist.ts"
import { Stage, StageId } from "./stage.ts"

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
/** Calendars may read its appointments at a new address, whose hash stands in a table; an older one stops working. */
export const CalendarFeedMade = Schema.TaggedStruct("CalendarFeedMade", { naming: FeedNaming })
export const CalendarFeedWithdrawn = Schema.TaggedStruct("CalendarFeedWithdrawn", {})
export const LocationEvent = Schema.Union([
  LocationCreated,
  LocationRevised,
  LocationDisabled,
  LocationEnabled,
  CalendarFeedMade,
  CalendarFeedWithdrawn,
])
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

/** Stored facts about a company’s stages: the whole list, as it was saved. */
export const StagesSaved = Schema.TaggedStruct("StagesSaved", { stages: Schema.Array(Stage) })
export type StagesSaved = typeof StagesSaved.Type

/** Stored facts about appointments. Names and notes stand in tables. */
export const SlotHeld = Schema.TaggedStruct("SlotHeld", {
  appointmentId: AppointmentId,
  patientId: PatientId,
  locationId: LocationId,
  ...appointmentTimes,
  source: AppointmentSource,
  ...appointmentOrigin,
  /** For which stage; absent for a visit without one. */
  stageId: Schema.optionalKey(StageId),
  isOverbooked: Schema.Boolean,
  heldUntil: Instant,
})
export const HoldExtended = Schema.TaggedStruct("HoldExtended", { heldUntil: Instant })
/** The seat was given back, or its time was over. */
export const HoldReleased = Schema.TaggedStruct("HoldReleased", { hasLapsed: Schema.Boolean })
/** Whether staff wanted the patient to be notified; absent where no one chose: they are. */
const notice = { notice: Schema.optionalKey(BookingNotice) }
export const AppointmentBooked = Schema.TaggedStruct("AppointmentBooked", notice)
export const AppointmentConfirmed = Schema.TaggedStruct("AppointmentConfirmed", {})
export const AppointmentRescheduled = Schema.TaggedStruct("AppointmentRescheduled", {
  locationId: LocationId,
  ...appointmentTimes,
  /** Present where the new seat lies beyond those that are offered. */
  isOverbooked: Schema.optionalKey(Schema.Boolean),
  /** The appointment that took the old seat, where both exchanged theirs. */
  swappedWith: Schema.optionalKey(AppointmentId),
  ...notice,
})
/** The rules of its zone changed: its wall time stays, and is at other instants. */
export const WallTimeKept = Schema.TaggedStruct("WallTimeKept", { startsAt: Instant, endsAt: Instant })
export const PatientArrived = Schema.TaggedStruct("PatientArrived", {})
export const AppointmentFulfilled = Schema.TaggedStruct("AppointmentFulfilled", {})
export const AppointmentMissed = Schema.TaggedStruct("AppointmentMissed", {})
export const AppointmentCancelled = Schema.TaggedStruct("AppointmentCancelled", { reason: CancelReason, ...notice })
export const AppointmentEvent = Schema.Union([
  SlotHeld,
  HoldExtended,
  HoldReleased,
  AppointmentBooked,
  AppointmentConfirmed,
  AppointmentRescheduled,
  WallTimeKept,
  PatientArrived,
  AppointmentFulfilled,
  AppointmentMissed,
  AppointmentCancelled,
])
export type AppointmentEvent = typeof AppointmentEvent.Type

const wish = {
  locationId: Schema.NullOr(LocationId),
  group: Schema.NullOr(Schema.String),
  ...WishTimes.fields,
}

/** Stored facts about entries of the waitlist. Names and notes stand in tables. */
export const WaitlistEntryAdded = Schema.TaggedStruct("WaitlistEntryAdded", {
  entryId: WaitlistEntryId,
  patientId: PatientId,
  ...wish,
})
export const WaitlistEntryRevised = Schema.TaggedStruct("WaitlistEntryRevised", wish)
export const WaitlistEntryBooked = Schema.TaggedStruct("WaitlistEntryBooked", { appointmentId: AppointmentId })
export const WaitlistEntryRemoved = Schema.TaggedStruct("WaitlistEntryRemoved", {})
export const WaitlistEntryExpired = Schema.TaggedStruct("WaitlistEntryExpired", {})
export const WaitlistEntryEvent = Schema.Union([
  WaitlistEntryAdded,
  WaitlistEntryRevised,
  WaitlistEntryBooked,
  WaitlistEntryRemoved,
  WaitlistEntryExpired,
])
export type WaitlistEntryEvent = typeof WaitlistEntryEvent.Type

/** Stored facts about offers of a seat to a person who waits. */
export const SlotOffered = Schema.TaggedStruct("SlotOffered", {
  offerId: OfferId,
  roundId: RoundId,
  entryId: WaitlistEntryId,
  patientId: PatientId,
  slotId: SlotId,
  answerBy: Instant,
})
export const OfferAccepted = Schema.TaggedStruct("OfferAccepted", { by: AnsweredBy, appointmentId: AppointmentId })
export const OfferDeclined = Schema.TaggedStruct("OfferDeclined", { by: AnsweredBy })
/** Its time was over before an answer came. */
export const OfferLapsed = Schema.TaggedStruct("OfferLapsed", {})
/** Someone else accepted first. */
export const OfferLost = Schema.TaggedStruct("OfferLost", {})
/** The seat is not offered any more. */
export const OfferWithdrawn = Schema.TaggedStruct("OfferWithdrawn", {})
export const OfferEvent = Schema.Union([
  SlotOffered,
  OfferAccepted,
  OfferDeclined,
  OfferLapsed,
  OfferLost,
  OfferWithdrawn,
])
export type OfferEvent = typeof OfferEvent.Type

/** Stored facts about a company’s texts about appointments. */
export const AppointmentTextsSaved = Schema.TaggedStruct("AppointmentTextsSaved", AppointmentTextsFacts.fields)
export type AppointmentTextsEvent = typeof AppointmentTextsSaved.Type
/** A fact of the audit stream: someone took a location's appointments away as a file, and how many; never whose. */
export const CalendarDownloaded = Schema.TaggedStruct("CalendarDownloaded", {
  locationId: LocationId,
  appointments: Schema.Int,
})
export const SchedulingAuditEvent = CalendarDownloaded
export type SchedulingAuditEvent = typeof SchedulingAuditEvent.Type
