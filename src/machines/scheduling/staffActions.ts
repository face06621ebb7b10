import { appointmentTable } from "#machines/lifecycles/appointment.lifecycle.ts"
import { dayAt } from "#schemas/calendar.ts"
import { startMillis, type Appointment, type AppointmentAction } from "#schemas/scheduling/appointment.ts"
import type { AppointmentEvent } from "#schemas/scheduling/events.ts"

/** What staff do to an appointment. */
export type StaffAction = AppointmentAction | "move"

const actionOf: Partial<Readonly<Record<AppointmentEvent["_tag"], StaffAction>>> = {
  AppointmentConfirmed: "confirm",
  PatientArrived: "arrive",
  AppointmentFulfilled: "fulfill",
  AppointmentMissed: "miss",
  AppointmentRescheduled: "move",
  AppointmentCancelled: "cancel",
}

/** How long before it begins a patient is expected, in milliseconds: from then on the usual action is that they came. */
const expectedBefore = 30 * 60_000

/** What may be done to an appointment now, what is usual, and what will be possible on its day, once it has begun or the patient is there. */
export type StaffActions = {
  readonly usual: StaffAction | null
  readonly others: ReadonlyArray<StaffAction>
  readonly later: ReadonlyArray<"arrive" | "fulfill" | "miss">
}

const isItsDay = ({ date, zone }: Appointment, now: number): boolean => dayAt(now, zone) >= date

const usualOf = (appointment: Appointment, now: number): StaffAction | null => {
  const { status, startsAt } = appointment
  if (status === "arrived") return "fulfill"
  if (status !== "booked" && status !== "confirmed") return null
  if (isItsDay(appointment, now) && now >= startMillis({ startsAt }) - expectedBefore) return "arrive"
  return status === "booked" ? "confirm" : null
}

/** The actions that the life of an appointment allows at an instant in milliseconds since 1970 (docs/policy.md#appointments). */
export const staffActions = (appointment: Appointment, now: number): StaffActions => {
  const { status, startsAt } = appointment
  const legal = appointmentTable.allowed(status).flatMap((tag) => actionOf[tag] ?? [])
  const isBefore = now < startMillis({ startsAt })
  const usual = usualOf(appointment, now)
  const waits = status === "booked" || status === "confirmed"
  const tooEarly = [
    ...(isItsDay(appointment, now) ? [] : (["arrive"] as const)),
    ...(isBefore ? (["miss"] as const) : []),
  ]
  return {
    usual,
    others: legal.filter((action) => action !== usual && !tooEarly.some((one) => one === action)),
    later: waits
      ? [...tooEarly.filter((one) => one === "arrive"), "fulfill", ...tooEarly.filter((one) => one === "miss")]
      : [],
  }
}
