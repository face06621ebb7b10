import { Effect } from "effect"
import type { CampaignId, CompanyId, PatientId } from "#schemas/ids.ts"
import type { PatientPlace } from "#schemas/scheduling/patientBooking.ts"
import { patientWord } from "#schemas/scheduling/patientWords.ts"
import type { AppointmentRow } from "#server/scheduling/appointments/appointment.projection.ts"
import { foundAppointment } from "#server/scheduling/appointments/appointment.queries.ts"
import { appointmentCalendar } from "#server/scheduling/calendar/calendar.queries.ts"
import { Database } from "#server/store/Database.ts"
import { pageLanguage } from "./patientBooking.rule.ts"

/** What the company is called, and the language that the page speaks first, where a campaign’s text led to it. */
export const readAbout = Effect.fn("readAboutLink")(function* (
  companyId: CompanyId,
  { patientId, campaignId = null }: { readonly patientId: PatientId; readonly campaignId?: CampaignId | null },
) {
  const { sql, read } = yield* Database
  const [about] = yield* read(
    companyId,
    sql<{ name: string } & Parameters<typeof pageLanguage>[0]>`
      select c.name, c.languages as company, (select p.language from patients p
          where p.company_id = ${companyId} and p.patient_id = ${patientId}) as patient,
        (select v.text from campaign_runs r
          join template_versions v on v.company_id = r.company_id and v.template_id = r.template_id
            and v.version = r.template_version
          where r.company_id = ${companyId} and r.campaign_id = ${campaignId}::int) as template
      from companies c where c.company_id = ${companyId}`,
  )
  if (about === undefined) return yield* Effect.die(`There is no company ${companyId}`)
  return { companyName: about.name, language: pageLanguage(about) }
})

/** A booked visit as the calendar file of its patient: the company, when and where, and neither a name nor the link. */
export const calendarOf = Effect.fn("patientCalendar")(function* (
  companyId: CompanyId,
  { appointmentId, ...about }: Pick<AppointmentRow, "appointmentId" | "patientId" | "campaignId">,
  { name, address }: PatientPlace,
) {
  const { companyName, language } = yield* readAbout(companyId, about)
  return appointmentCalendar(yield* Effect.orDie(foundAppointment(companyId, appointmentId)), {
    summary: patientWord(language, "visitAt", { company: companyName }),
    place: [name, address].filter((part) => part !== "").join(", "),
  })
})
