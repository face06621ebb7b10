import "#views/scheduling/booking.css"
import {
  bookAppointment,
  explainSlot,
  extendHold,
  holdSlot,
  readBookableLocations,
  readBookings,
  releaseSlot,
} from "#effects/Bookings.ts"
import { readAppointment, readAvailability } from "#effects/Appointments.ts"
import { Effect } from "effect"
import { assign } from "xstate"
import { readStages } from "#effects/Stages.ts"
import { readPatients, savePatient } from "#effects/People.ts"
import { waitForPlace } from "#effects/Waitlist.ts"
import { bookingMachine, type BookingVerb, type WrittenPatient } from "#machines/scheduling/booking.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import { PatientDraft } from "#schemas/people/patientDraft.ts"
import {
  holdMillis,
  type Appointment,
  type Availability,
  type BookableLocation,
  type SlotExplanation,
} from "#schemas/scheduling/appointment.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import { bookingWords } from "#schemas/scheduling/bookingWords.ts"
import { patientNoticeWords } from "#schemas/scheduling/patientNoticeWords.ts"
import { statusWords } from "#schemas/scheduling/statusWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { BookingView } from "#views/scheduling/BookingView.tsx"
import { command } from "../command.ts"
import { noted } from "../journal.ts"
import { usePerson } from "../person.ts"
import { realSecond } from "../productClock.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"

addWords(bookingWords, patientNoticeWords, statusWords)

const logic = ({ operation, reading, listReading, form }: Tools) =>
  bookingMachine.provide({
    actors: {
      patients: listReading(readPatients),
      stages: reading(readStages),
      locations: reading(readBookableLocations),
      availability: reading(readAvailability),
      explanation: reading(explainSlot),
      appointments: listReading(readBookings),
      appointment: reading(readAppointment),
      form: form({
        validate: validatorOf(PatientDraft),
        submit: (draft: PatientDraft, commandId) =>
          Effect.map(savePatient(draft, commandId), (saved): WrittenPatient => ({ ...saved, draft })),
        words: { failure: "booking.notDone" },
      }),
      command: command<BookingVerb>({
        hold: operation(holdSlot),
        extend: operation(extendHold),
        release: operation(releaseSlot),
        wait: operation(waitForPlace, { success: "waitlist.saved", failure: "booking.notDone" }),
        book: operation(bookAppointment, { success: "booking.done", failure: "booking.notDone" }),
      }),
    },
    actions: {
      setDeadline: assign(
        noted("setDeadline", ({ context: { appointment } }) => ({
          deadline: appointment === null ? null : realSecond.read() + holdMillis(appointment),
        })),
      ),
    },
  })

/** `/bookAppointment`: books appointments, and lists them by status. */
export const BookingPage = () => {
  const page = usePage(logic)
  return (
    <BookingView
      page={page}
      url={page.url}
      person={usePerson()}
      patients={useReading<ReadonlyArray<Patient>>(page.actor, "patients")}
      form={useForm(page.actor, "form")}
      stages={useReading<StageList>(page.actor, "stages")}
      locations={useReading<ReadonlyArray<BookableLocation>>(page.actor, "locations")}
      availability={useReading<Availability>(page.actor, "availability")}
      explanation={useReading<SlotExplanation>(page.actor, "explanation")}
      appointments={useReading<ReadonlyArray<Appointment>>(page.actor, "appointments")}
      booked={useReading<AppointmentDetail>(page.actor, "appointment")}
      command={useCommand(page.actor)}
    />
  )
}
