import { Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import type { PatientPlace } from "#schemas/scheduling/patientBooking.ts"
import { patientWord } from "#schemas/scheduling/patientWords.ts"
import type { AppointmentRow } from "#server/scheduling/appointments/appointment.projection.ts"
import { foundAppointment } from "#server/scheduling/appointments/appointment.queries.ts"
import { appointmentCalendar } from "#server/scheduling/calendar/calendar.queries.ts"
import { Database } from "#server/store/Database.ts"
import { pageLanguage } from "./patientBooking.rule.ts"

/** What the company is called, and the language that the page speaks first. */
export const readAbout = Effect.fn("readAboutLink")(function* (companyId: CompanyId, patientId: PatientId) {
  const { sql, read } = yield* Database
  const [about] = yield* read(
    companyId,
    sql<{ name: string; language: string | null }>`
      select c.name, (select p.language from patients p
        where p.company_id = ${companyId} and p.patient_id = ${patientId}) as language
      from companies c where c.company_id = ${companyId}`,
  )
  return { companyName: about?.name ?? "", language: pageLanguage(about?.language ?? null) }
})

/** A booked visit as the calendar file of its patient: the company, when and where, and neither a name nor the link. */
export const calendarOf = Effect.fn("patientCalendar")(function* (
  companyId: CompanyId,
  { appointmentId, patientId }: AppointmentRow,
  { name, address }: PatientPlace,
) {
  const { companyName, language } = yield* readAbout(companyId, patientId)
  return appointmentCalendar(yield* Effect.orDie(foundAppointment(companyId, appointmentId)), {
    summary: patientWord(language, "visitAt", { company: companyName }),
    place: [name, address].filter((part) => part !== "").join(", "),
  })
})
