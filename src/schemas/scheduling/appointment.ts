import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { CampaignId, DateOnly, HashedId, idOf, Instant } from "../ids.ts"
import { Shift } from "./locationDraft.ts"
import { ClosedDay } from "./schedule.ts"
import { ApptSection, Slot, SlotId } from "./slot.ts"
import { StageId } from "./stage.ts"

export const AppointmentId = idOf("AppointmentId")
export type AppointmentId = typeof AppointmentId.Type

/**
 * The statuses of an appointment (FHIR R4, Appointment.status), with two of ours: `confirmed` is a booked one whose
 * patient has accepted, `released` is a pending one that was given back or not decided in time.
 */
export const AppointmentStatus = Schema.Literals([
  "pending",
  "released",
  "booked",
  "confirmed",
  "arrived",
  "fulfilled",
  "noshow",
  "cancelled",
])
export type AppointmentStatus = typeof AppointmentStatus.Type

/** The statuses of an appointment that was booked and not cancelled, whatever came of the visit. */
export const bookedStatuses = ["booked", "confirmed", "arrived", "fulfilled", "noshow"] as const

/** How long a seat is held for someone who decides, in minutes; it can be held once more for as long. */
export const holdMinutes = 5
/** How long before it begins a slot can be booked at the latest, in minutes, and how many days before at the earliest. */
export const bookingWindow = { leadMinutes: 120, horizonDays: 90 } as const

/** Where an appointment was made. */
export const AppointmentSource = Schema.Literals(["staff", "link", "waitlist"])
export type AppointmentSource = typeof AppointmentSource.Type

/** The recipient of a campaign who made an appointment by the link of their text; absent for any other. */
export const appointmentOrigin = {
  campaignId: Schema.optionalKey(CampaignId),
  recipientId: Schema.optionalKey(Schema.Int),
}

/** Why an appointment was cancelled. */
export const CancelReason = Schema.Literals(["patient", "clinic", "provider", "duplicate", "other"])
export type CancelReason = typeof CancelReason.Type

/** Which slot an appointment takes, and when that is; kept with it, whatever becomes of the schedule. */
export const appointmentTimes = {
  slotId: SlotId,
  apptSection: ApptSection,
  date: DateOnly,
  start: Schema.String,
  end: Schema.String,
  zone: Schema.String,
  startsAt: Instant,
  endsAt: Instant,
}

/** The patient of an appointment, as staff who book see them. */
const AppointmentPatient = Schema.Struct({
  hashedId: HashedId,
  externalId: Schema.NullOr(Schema.String),
  firstName: Schema.String,
  lastName: Schema.String,
  phone: Schema.NullOr(Schema.String),
})

/** The stage of an appointment, by the name that it has today. */
export const AppointmentStage = Schema.Struct({ stageId: StageId, name: Schema.String })

/** An appointment, or a seat that is held for one; `version` goes into If-Match. */
export const Appointment = Schema.Struct({
  appointmentId: AppointmentId,
  hashedId: HashedId,
  version: Schema.Int,
  status: AppointmentStatus,
  patient: AppointmentPatient,
  location: Schema.Struct({ hashedId: HashedId, name: Schema.String }),
  /** Null for a visit without a stage. */
  stage: Schema.NullOr(AppointmentStage),
  ...appointmentTimes,
  source: AppointmentSource,
  /** Whether its seat was given beyond those that the slot offers. */
  isOverbooked: Schema.Boolean,
  /** Until when the seat is held; null once that is decided. */
  heldUntil: Schema.NullOr(Instant),
  /** Whether the hold was extended, which is possible once. */
  isExtended: Schema.Boolean,
  cancelReason: Schema.NullOr(CancelReason),
  /** For the staff of the location. */
  note: Schema.String,
  updatedOn: Instant,
}).annotate({ identifier: "Appointment" })
export type Appointment = typeof Appointment.Type

/** When an appointment begins, in milliseconds since 1970. */
export const startMillis = ({ startsAt }: Pick<Appointment, "startsAt">): number => Date.parse(startsAt)

/**
 * How long a seat is held, in milliseconds, by the server’s clock: from when it was held, or held for longer, to when
 * that is over.
 */
export const holdMillis = ({ heldUntil, updatedOn }: Pick<Appointment, "heldUntil" | "updatedOn">): number =>
  heldUntil === null ? 0 : Date.parse(heldUntil) - Date.parse(updatedOn)

/** Why a slot is not offered: the first rule that it does not meet. */
export const WhyNot = Schema.Literals(["past", "soon", "far", "off", "closed", "stage", "full", "held"])
export type WhyNot = typeof WhyNot.Type

/** A slot as someone who books sees it; `why` is null where it can be booked. */
export const AvailableSlot = Schema.Struct({
  ...Slot.fields,
  seatsLeft: Schema.Int,
  why: Schema.NullOr(WhyNot),
}).annotate({ identifier: "AvailableSlot" })
export type AvailableSlot = typeof AvailableSlot.Type

/** The seats that staff may still give beyond those of a slot, once these are all booked. */
export const overbookLeft = ({ why, capacity, overbook, booked, held }: AvailableSlot): number =>
  why === "full" ? Math.max(capacity + overbook - booked - held, 0) : 0

/** What a location offers in a span of days. */
export const Availability = Schema.Struct({
  location: Schema.Struct({
    hashedId: HashedId,
    name: Schema.String,
    address: Schema.String,
    timezone: Schema.String,
  }),
  sections: Schema.Array(
    Schema.Struct({ apptSection: ApptSection, name: Schema.String, stageId: Schema.NullOr(StageId) }),
  ),
  closedDays: Schema.Array(ClosedDay),
  slots: Schema.Array(AvailableSlot),
  /** On which days the stage is possible for the patient, in a sentence; null where no other visit says so. */
  stageDays: Schema.NullOr(Schema.String),
  /** The next that can be booked, at any time from now on. */
  first: Schema.Array(AvailableSlot),
}).annotate({ identifier: "Availability" })
export type Availability = typeof Availability.Type

/** A location in a span of days: when it is open, why it is closed, and what can still be booked. */
export const LocationDays = Schema.Struct({
  hashedId: HashedId,
  name: Schema.String,
  timezone: Schema.String,
  days: Schema.Array(
    Schema.Struct({
      date: DateOnly,
      hours: Schema.Array(Shift),
      /** Why it is closed on that day though it usually is open; null where it is not. */
      closed: Schema.NullOr(Schema.String),
      seatsLeft: Schema.Int,
    }),
  ),
}).annotate({ identifier: "LocationDays" })
export type LocationDays = typeof LocationDays.Type

/** A location with what can be booked there, for someone who chooses one. */
export const BookableLocation = Schema.Struct({
  hashedId: HashedId,
  name: Schema.String,
  city: Schema.String,
  timezone: Schema.String,
  /** In a straight line from the patient’s ZIP code; null where that is not known. */
  miles: Schema.NullOr(Schema.Number),
  seatsLeft: Schema.Int,
  firstStartsAt: Schema.NullOr(Instant),
}).annotate({ identifier: "BookableLocation" })
export type BookableLocation = typeof BookableLocation.Type

/** The rules that decide whether a slot is offered to a patient, in their order. */
export const BookingRule = Schema.Literals(["section", "open", "ahead", "stage", "seats", "patient"])

/** One rule for one slot: whether it holds, and what it found. */
export const RuleAnswer = Schema.Struct({
  rule: BookingRule,
  holds: Schema.Boolean,
  /** What stands against it: the reason of a closed day, the location of a visit, the sentence of a stage’s days. */
  about: Schema.NullOr(Schema.String),
  /** When that is. */
  at: Schema.NullOr(Instant),
})
export type RuleAnswer = typeof RuleAnswer.Type

/** Why a slot is offered to a patient or not. */
export const SlotExplanation = Schema.Struct({ slot: AvailableSlot, rules: Schema.Array(RuleAnswer) }).annotate({
  identifier: "SlotExplanation",
})
export type SlotExplanation = typeof SlotExplanation.Type

/** The body of `POST /api/Appointment/HoldSlot`. */
export const HoldSlot = Schema.Struct({
  slotId: SlotId,
  patientHashedId: HashedId,
  /** For which stage; absent or null for a visit without one. */
  stageId: Schema.optionalKey(Schema.NullOr(StageId)),
  /** Takes a seat beyond those that are offered, where these are taken and the slot allows it. */
  overbook: Schema.Boolean,
})
export type HoldSlot = typeof HoldSlot.Type

/** Whether the patient is notified of a booking, a move or a cancellation: by text, as long as the company sends that, or not. */
export const BookingNotice = Schema.Literals(["sms", "none"])
export type BookingNotice = typeof BookingNotice.Type

/** What staff may write for the location. */
export const Note = TrimmedText.check(Schema.isMaxLength(500, { message: "Use at most 500 characters." }))

/** What `POST /api/Appointment/ChangeStatus` may do to what is booked. */
export const AppointmentAction = Schema.Literals(["confirm", "arrive", "fulfill", "miss", "cancel"])
export type AppointmentAction = typeof AppointmentAction.Type

const statusFields = {
  hashedId: HashedId,
  action: AppointmentAction,
  reason: Schema.NullOr(CancelReason),
  /** Of a cancellation; absent, the patient is notified. */
  notice: Schema.optionalKey(BookingNotice),
}

/** Its body; who cancels says why. */
export const ChangeAppointmentStatus = Schema.Struct(statusFields).check(
  Schema.makeFilter(({ action, reason }: Schema.Schema.Type<Schema.Struct<typeof statusFields>>) =>
    action === "cancel" && reason === null ? [{ path: ["reason"], issue: "Choose why it is cancelled." }] : [],
  ),
)
export type ChangeAppointmentStatus = typeof ChangeAppointmentStatus.Type

/** A visit of a later stage, which an appointment’s day has to do with. */
export const LaterVisit = Schema.Struct({ stage: Schema.String, date: DateOnly })
export type LaterVisit = typeof LaterVisit.Type

/** The body of `POST /api/Appointment/Swap`: two appointments that exchange their times, each as it was read. */
export const SwapAppointments = Schema.Struct({
  hashedId: HashedId,
  other: Schema.Struct({ hashedId: HashedId, version: Schema.Int }),
  /** For both patients; absent, they are notified. */
  notice: Schema.optionalKey(BookingNotice),
})
export type SwapAppointments = typeof SwapAppointments.Type

/** Something that happened to an appointment. */
export const AppointmentMoment = Schema.Struct({
  type: Schema.String,
  at: Instant,
  /** Who did it; empty where no person did. */
  actor: Schema.String,
  startsAt: Schema.NullOr(Instant),
  reason: Schema.NullOr(CancelReason),
})
export type AppointmentMoment = typeof AppointmentMoment.Type

/** How the list of appointments is narrowed and ordered. */
export const appointmentList = {
  states: AppointmentStatus.literals,
  columns: ["start"],
} as const
