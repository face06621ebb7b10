import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { ReminderStep, TextKind } from "#schemas/scheduling/appointmentText.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { streamId } from "#server/decider.ts"
import { cancelOngoingTexts } from "#server/outreach/recipients/ongoing.commands.ts"
import { appointmentProjection, type AppointmentRow } from "#server/scheduling/appointments/appointment.projection.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { appointmentValues } from "./appointmentValues.queries.ts"
import { queueAppointmentText, type Queued } from "./queueText.commands.ts"
import { betweenReminders, dueReminder, stepKey } from "./reminders.rule.ts"

/** What texts about an appointment are about. */
export const aboutAppointment = (id: AppointmentId): string => streamId(appointmentProjection, id)

const rowOf = readRow(appointmentProjection)

/** The appointment as it stands until the transaction ends: what cancels or moves it comes after its texts, and stops them. */
const heldRow = Effect.fnUntraced(function* (companyId: CompanyId, id: AppointmentId) {
  const { sql } = yield* Database
  const [found] = yield* Effect.orDie(sql<{ row: unknown }>`
    select row from read_models
    where company_id = ${companyId} and ${rowsOf(sql, "read_models", appointmentProjection)} and id = ${id} for share`)
  return found === undefined ? undefined : rowOf(found.row)
})

const text = Effect.fnUntraced(function* (companyId: CompanyId, row: AppointmentRow, kind: TextKind, key: string) {
  return yield* queueAppointmentText(companyId, {
    ...{ kind, key, patientId: row.patientId, about: aboutAppointment(row.appointmentId) },
    ...{ values: yield* appointmentValues(companyId, row), notAfter: Date.parse(row.startsAt) },
  })
})

/** What may be said of an appointment now; of one that was cancelled only that. */
const fits = ({ status }: AppointmentRow, kind: TextKind): boolean =>
  kind === "cancelled" ? status === "cancelled" : status === "booked" || status === "confirmed"

/** Tells a patient that their appointment is booked, moved or cancelled, once for each event, as long as that is so. */
export const tellPatient = Effect.fn("tellPatient")(function* (
  companyId: CompanyId,
  id: AppointmentId,
  { kind, version }: { readonly kind: Exclude<TextKind, "reminder" | "offer" | "offerGone">; readonly version: number },
) {
  const tell = Effect.gen(function* () {
    const row = yield* heldRow(companyId, id)
    if (row === undefined || !fits(row, kind)) return "off" satisfies Queued
    return yield* text(companyId, row, kind, `${kind} ${version}`)
  })
  return yield* inCompany(yield* Database, companyId, tell)
})

const planning: ReadonlyArray<string> = ["AppointmentBooked", "AppointmentRescheduled"]

/** When the appointment got its present time, as an ISO instant. */
const plannedSince = Effect.fnUntraced(function* (companyId: CompanyId, id: AppointmentId) {
  const events = yield* (yield* EventStore).readStream(companyId, aboutAppointment(id))
  return events.findLast(({ type }) => planning.includes(type))?.at
})

/** Whether a reminder of this appointment left so lately that another would be too many. */
const wasReminded = Effect.fnUntraced(function* (companyId: CompanyId, id: AppointmentId, now: number) {
  const { sql } = yield* Database
  const since = new Date(now - betweenReminders).toISOString()
  const rows = yield* Effect.orDie(sql`
    select from recipients where about = ${aboutAppointment(id)} and company_id = ${companyId}
      and key like 'reminder %' and started_at > ${since}::timestamptz limit 1`)
  return rows.length > 0
})

/**
 * Reminds the patient of an appointment, where one of the steps is due: once for each, none within the hour after
 * another, and an earlier one that waits still goes no more. What is cancelled, moved or begun meanwhile gets none.
 */
export const remindPatient = Effect.fn("remindPatient")(function* (
  companyId: CompanyId,
  id: AppointmentId,
  steps: ReadonlyArray<ReminderStep>,
) {
  const remind = Effect.gen(function* () {
    const row = yield* heldRow(companyId, id)
    const since = yield* plannedSince(companyId, id)
    const now = yield* Clock.currentTimeMillis
    if (row === undefined || since === undefined || !fits(row, "reminder")) return "off" satisfies Queued
    const step = dueReminder(steps, { startsAt: row.startsAt, zone: row.zone, since }, now)
    if (step === undefined || (yield* wasReminded(companyId, id, now))) return "off" satisfies Queued
    const key = stepKey(step, row)
    const queued = yield* text(companyId, row, "reminder", key)
    if (queued === "added") yield* cancelOngoingTexts(companyId, { about: aboutAppointment(id), olderThan: key })
    return queued
  })
  return yield* inCompany(yield* Database, companyId, remind)
})
