import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { ReminderStep } from "#schemas/scheduling/appointmentText.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { appointmentTextsProjection } from "./appointmentTexts.decider.ts"
import { startsWithin } from "./reminders.rule.ts"

type Candidate = {
  readonly companyId: CompanyId
  readonly id: AppointmentId
  readonly reminders: ReadonlyArray<ReminderStep>
}

const rowOf = readRow(appointmentTextsProjection)

const instant = (millis: number): string => new Date(millis).toISOString()

/** Appointments of all companies of which a reminder may be due now: each location is read by the times of its index. */
export const readDueReminders = Effect.fn("readDueReminders")(function* () {
  const { sql, readEveryCompany } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const setUps = yield* readEveryCompany(
    sql<{ companyId: CompanyId; row: unknown }>`
      select company_id as "companyId", row from read_models where ${rowsOf(sql, "read_models", appointmentTextsProjection)}`,
  )
  const steps = setUps.flatMap(({ companyId, row }) => {
    const { facts } = rowOf(row)
    if (facts === null || !facts.kinds.includes("reminder")) return []
    return facts.reminders.map((step) => {
      const { from, to } = startsWithin(step, now)
      return { company: companyId, from: instant(from), to: instant(to), reminders: facts.reminders }
    })
  })
  if (steps.length === 0) return []
  return yield* readEveryCompany(
    sql<Candidate>`
      select distinct on (a.company_id, a.id) a.company_id as "companyId", a.id, s.reminders
      from jsonb_to_recordset(${sql.json(steps)}) as s (company integer, "from" text, "to" text, reminders jsonb)
      join read_models l on l.company_id = s.company and l.category = 'location'
      join read_models a on a.company_id = l.company_id and ${rowsOf(sql, "a", appointmentProjection)}
        and a.location_id = l.id
        and a.starts_at > s."from" and a.starts_at <= s."to"
      where a.state in ('booked', 'confirmed')`,
  )
})
