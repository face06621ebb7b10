import { StageId, type StageList } from "#schemas/scheduling/stage.ts"
import { PatientId } from "#schemas/ids.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { PatientDraft } from "#schemas/people/patientDraft.ts"
import {
  AppointmentId,
  type Appointment,
  type Availability,
  type AvailableSlot,
  type BookableLocation,
  type SlotExplanation,
} from "#schemas/scheduling/appointment.ts"
import type { HeldSeat } from "#schemas/scheduling/appointmentText.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { slotAt } from "./scheduleSamples.ts"

const zone = "America/New_York"

/** A patient of a clinic. */
export const samplePatient: Patient = {
  patientId: PatientId.make(7),
  hashedId: "p".repeat(20),
  externalId: "NW-210472",
  ...{ firstName: "Maria", lastName: "Lopez", dob: "1958-03-04", language: "en", zip: "10016", addressCountry: "US" },
  ...{ zones: [zone], zoneSource: "zip", phone: "+16465550118", phoneKind: "mobile", email: null, custom: {} },
  ...{ smsConsent: "granted", updatedOn: "2026-11-01T12:00:00.000Z" },
} as Patient

/** What is written to add that patient. */
export const samplePatientDraft: PatientDraft = {
  ...{ firstName: "Maria", lastName: "Lopez", dob: "1958-03-04", phone: "(646) 555-0118" },
  ...{ externalId: "NW-210472", language: "en", zip: "10016" },
}

/** A location with free seats. */
export const sampleBookable: BookableLocation = {
  ...{ hashedId: "l".repeat(20), name: "Midtown", city: "New York", timezone: zone, miles: 1.2, seatsLeft: 140 },
  firstStartsAt: "2026-11-19T20:30:00.000Z",
}

const slotOf = (slotId: number, date: string, start: string, more: Partial<AvailableSlot> = {}): AvailableSlot => ({
  ...slotAt(start, `${start.slice(0, 3)}${start.endsWith("00") ? "30" : "59"}`),
  ...{ slotId: SlotId.make(slotId), apptSection: 1, date, booked: 1, held: 0, status: "free", seatsLeft: 3, why: null },
  startsAt: new Date(`${date}T${start}:00-05:00`).toISOString(),
  endsAt: new Date(`${date}T${start}:00-05:00`).toISOString(),
  ...more,
})

/** A slot with seats left. */
export const sampleSlot = slotOf(11, "2026-11-20", "09:30")
/** A slot that is full, with a seat beyond those it offers. */
export const fullSlot = slotOf(12, "2026-11-20", "10:00", {
  ...{ status: "busy", capacity: 1, booked: 1, overbook: 1, seatsLeft: 0, why: "full" },
})

/** A week with free, full, past and closed times. */
export const sampleAvailability: Availability = {
  location: { hashedId: sampleBookable.hashedId, name: "Midtown", address: "240 East 38th Street", timezone: zone },
  sections: [{ apptSection: 1, name: "Morning", stageId: null }],
  closedDays: [{ date: "2026-11-22", reason: "Staff training" }],
  slots: [
    slotOf(10, "2026-11-18", "09:30", { seatsLeft: 2, why: "past" }),
    sampleSlot,
    fullSlot,
    slotOf(13, "2026-11-21", "09:30"),
  ],
  stageDays: null,
  first: [sampleSlot],
}

/** Why a full slot is not offered. */
export const sampleExplanation: SlotExplanation = {
  slot: fullSlot,
  rules: [
    { rule: "section", holds: true, about: null, at: null },
    { rule: "open", holds: true, about: null, at: null },
    { rule: "ahead", holds: true, about: null, at: null },
    { rule: "seats", holds: false, about: null, at: null },
    { rule: "patient", holds: false, about: "Harlem", at: sampleSlot.startsAt },
  ],
}

/** Two stages of visits; the patient comes for the second next. */
export const sampleStages: StageList = {
  version: 1,
  stages: [
    { stageId: StageId.make(1), name: "First visit", minDays: 1, maxDays: null, isActive: true, isUsed: true },
    { stageId: StageId.make(2), name: "Follow-up", minDays: 7, maxDays: 90, isActive: true, isUsed: false },
  ],
  nextStageId: StageId.make(2),
}

/** An appointment that is not booked yet. */
const pendingAppointment: Appointment = {
  ...{ appointmentId: AppointmentId.make(3), hashedId: "a".repeat(20), version: 1, status: "pending" },
  patient: {
    ...{ hashedId: samplePatient.hashedId, externalId: "NW-210472", firstName: "Maria", lastName: "Lopez" },
    phone: "+16465550118",
  },
  location: { hashedId: sampleBookable.hashedId, name: "Midtown" },
  stage: null,
  ...{ slotId: sampleSlot.slotId, apptSection: 1, date: "2026-11-20", start: "09:30", end: "10:00", zone },
  ...{ startsAt: sampleSlot.startsAt, endsAt: "2026-11-20T15:00:00.000Z", source: "staff", isOverbooked: false },
  ...{ heldUntil: "2026-11-18T17:05:00.000Z", isExtended: false, cancelReason: null, note: "" },
  updatedOn: "2026-11-18T17:00:00.000Z",
}

/** A seat that is held for five minutes, with the text that booking it sends. */
export const heldAppointment: HeldSeat = {
  ...pendingAppointment,
  notice: {
    text: "Northwind Clinics: your appointment is booked for Friday, November 20 at 9:30 AM, Midtown. Reply STOP to opt out.",
    ...{ leavesAt: null, why: null },
  },
}

/** Who has the full slot, booked. */
export const otherAppointment: Appointment = {
  ...{ ...pendingAppointment, appointmentId: AppointmentId.make(4), hashedId: "b".repeat(20) },
  ...{ status: "booked", heldUntil: null, version: 3, slotId: fullSlot.slotId, start: "10:00", end: "10:30" },
  patient: { hashedId: "q".repeat(20), externalId: "NW-210473", firstName: "Ines", lastName: "Duarte", phone: null },
  startsAt: fullSlot.startsAt,
}

/** The same seat, booked. */
export const bookedAppointment: Appointment = { ...pendingAppointment, status: "booked", heldUntil: null, version: 2 }
