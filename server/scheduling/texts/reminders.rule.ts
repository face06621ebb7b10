import { Temporal } from "temporal-polyfill"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { ReminderStep } from "#schemas/scheduling/appointmentText.ts"

const minute = 60_000
const hour = 60 * minute

/** A reminder that could not go for this long after its time is left out, in milliseconds: the next one says the same. */
const dueFor = hour
/** Between two reminders of one appointment lies at least this, in milliseconds. */
export const betweenReminders = hour

/** When an appointment begins, on whose wall, and since when it is planned so; instants are ISO 8601. */
type Planned = { readonly startsAt: string; readonly zone: string; readonly since: string }

/**
 * When a reminder is due, in milliseconds since 1970: days before the start at the same time on the wall of the
 * location, hours and minutes before it by their length.
 */
export const reminderAt = (
  { amount, unit }: ReminderStep,
  { startsAt, zone }: Pick<Planned, "startsAt" | "zone">,
): number => {
  const start = Temporal.Instant.from(startsAt)
  return unit === "days"
    ? start.toZonedDateTimeISO(zone).subtract({ days: amount }).epochMilliseconds
    : start.epochMilliseconds - amount * (unit === "hours" ? hour : minute)
}

/** The name of a step: the same step of the same start of an appointment is one reminder, even when two processes find it due. */
export const stepKey = (
  { amount, unit }: ReminderStep,
  { appointmentId, startsAt }: { readonly appointmentId: AppointmentId; readonly startsAt: string },
): string => `reminder ${amount} ${unit} before ${startsAt} of ${appointmentId}`

/**
 * The reminder that is due now: the latest one whose time has come within the hour. One whose time had passed when
 * the appointment was booked or moved is none.
 * @param now milliseconds since 1970
 */
export const dueReminder = (
  steps: ReadonlyArray<ReminderStep>,
  planned: Planned,
  now: number,
): ReminderStep | undefined => {
  const due = steps
    .map((step) => ({ step, at: reminderAt(step, planned) }))
    .filter(({ at }) => at <= now && at > now - dueFor && at > Date.parse(planned.since))
    .toSorted((one, other) => other.at - one.at)
  return now < Date.parse(planned.startsAt) ? due[0]?.step : undefined
}

/** Between which starts an appointment lies whose reminder of this step may be due, in milliseconds since 1970. */
export const startsWithin = ({ amount, unit }: ReminderStep, now: number) => {
  const lead = amount * (unit === "days" ? 24 * hour : unit === "hours" ? hour : minute)
  // A day may have an hour less or more.
  const slack = unit === "days" ? 2 * hour : 0
  return { from: now + lead - dueFor - slack, to: now + lead + slack }
}
