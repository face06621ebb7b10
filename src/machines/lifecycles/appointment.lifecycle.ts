import { setup } from "xstate"
import type { AppointmentStatus } from "#schemas/scheduling/appointment.ts"
import type { AppointmentEvent } from "#schemas/scheduling/events.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of an appointment, from the seat that is held for it. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles); its states are FHIR's statuses of an appointment, and two of ours.
 */
export const appointmentLifecycle = setup({
  types: { events: {} as { type: AppointmentEvent["_tag"] } },
}).createMachine({
  id: "appointment",
  initial: "proposed",
  states: {
    proposed: {
      description: "It has a number; no seat is held yet.",
      on: { SlotHeld: "pending" },
    },
    pending: {
      description: "A seat is held for a few minutes.",
      on: {
        HoldExtended: "pending",
        WallTimeKept: "pending",
        HoldReleased: "released",
        AppointmentBooked: "booked",
      },
    },
    released: { description: "The seat was given back, or its time was over." },
    booked: {
      description: "The seat is the patient’s; the patient has not confirmed.",
      on: {
        AppointmentConfirmed: "confirmed",
        AppointmentRescheduled: "booked",
        WallTimeKept: "booked",
        PatientArrived: "arrived",
        AppointmentMissed: "noshow",
        AppointmentCancelled: "cancelled",
      },
    },
    confirmed: {
      description: "The patient says that they come.",
      on: {
        AppointmentRescheduled: "booked",
        WallTimeKept: "confirmed",
        PatientArrived: "arrived",
        AppointmentMissed: "noshow",
        AppointmentCancelled: "cancelled",
      },
    },
    arrived: {
      description: "The patient is there.",
      on: { AppointmentFulfilled: "fulfilled", WallTimeKept: "arrived" },
    },
    fulfilled: { description: "The patient was seen." },
    noshow: {
      description: "The patient did not come.",
      on: { PatientArrived: "arrived" },
    },
    cancelled: { description: "The seat is free again." },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const appointmentTable: LifecycleTable<AppointmentStatus | "proposed", AppointmentEvent["_tag"]> =
  compileLifecycle(appointmentLifecycle)
