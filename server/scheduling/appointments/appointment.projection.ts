import { Schema } from "effect"
import { appointmentTable } from "#machines/lifecycles/appointment.lifecycle.ts"
import { noneOf, PatientId } from "#schemas/ids.ts"
import {
  AppointmentId,
  appointmentOrigin,
  AppointmentSource,
  AppointmentStatus,
  appointmentTimes,
  CancelReason,
} from "#schemas/scheduling/appointment.ts"
import type { AppointmentEvent } from "#schemas/scheduling/events.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { StageId } from "#schemas/scheduling/stage.ts"
import type { Projection } from "#server/decider.ts"

/** The read model of an appointment; who the patient is and the note stand in tables. */
export const AppointmentRow = Schema.Struct({
  appointmentId: AppointmentId,
  patientId: PatientId,
  locationId: LocationId,
  ...appointmentTimes,
  status: Schema.Union([AppointmentStatus, Schema.Literal("proposed")]),
  source: AppointmentSource,
  ...appointmentOrigin,
  stageId: Schema.optionalKey(StageId),
  isOverbooked: Schema.Boolean,
  heldUntil: Schema.NullOr(Schema.String),
  isExtended: Schema.Boolean,
  cancelReason: Schema.NullOr(CancelReason),
  updatedOn: Schema.String,
})
export type AppointmentRow = typeof AppointmentRow.Type

/** The statuses in which an appointment takes a seat and the patient’s time. */
export const liveStatuses = ["pending", "booked", "confirmed", "arrived"] as const
const isLive = (status: string): boolean => liveStatuses.some((live) => live === status)

const initialRow: AppointmentRow = {
  appointmentId: noneOf(AppointmentId),
  patientId: noneOf(PatientId),
  locationId: noneOf(LocationId),
  slotId: noneOf(SlotId),
  apptSection: 1,
  ...{ date: "", start: "", end: "", zone: "", startsAt: "", endsAt: "", updatedOn: "" },
  status: "proposed",
  source: "staff",
  isOverbooked: false,
  heldUntil: null,
  isExtended: false,
  cancelReason: null,
}

const evolve = (row: AppointmentRow, event: AppointmentEvent): AppointmentRow => {
  switch (event._tag) {
    case "SlotHeld": {
      const { _tag, ...facts } = event
      return { ...row, ...facts }
    }
    case "AppointmentRescheduled": {
      const { _tag, notice: _, swappedWith: __, isOverbooked = false, ...facts } = event
      return { ...row, ...facts, isOverbooked }
    }
    case "WallTimeKept":
      return { ...row, startsAt: event.startsAt, endsAt: event.endsAt }
    case "HoldExtended":
      return { ...row, heldUntil: event.heldUntil, isExtended: true }
    case "HoldReleased":
    case "AppointmentBooked":
      return { ...row, heldUntil: null }
    case "AppointmentCancelled":
      return { ...row, cancelReason: event.reason }
    default:
      return row
  }
}

/** Appointments by id; a patient has a slot once. */
export const appointmentProjection: Projection<AppointmentRow, AppointmentEvent> = {
  category: "appointment",
  version: 2,
  row: AppointmentRow,
  initialRow,
  evolve: (row, event, { at }) => ({
    ...evolve(row, event),
    status: appointmentTable.next(row.status, event._tag) ?? row.status,
    updatedOn: at,
  }),
  keys: ({ status, slotId, patientId }) => ({
    state: status,
    uniqueKey: isLive(status) ? `${slotId} ${patientId}` : null,
  }),
}
