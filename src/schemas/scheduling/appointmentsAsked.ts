import { addDays, isDay, weekdayOf } from "../calendar.ts"
import { StageId } from "./stage.ts"
import {
  AppointmentSource,
  type Appointment,
  type AppointmentMoment,
  type AppointmentStatus,
  type LaterVisit,
} from "./appointment.ts"

/** How the page of appointments shows them. */
export const calendarViews = ["day", "week", "list"] as const
export type CalendarView = (typeof calendarViews)[number]

/** The statuses by which appointments are narrowed, in the order of a appointment. */
export const listedStatuses = [
  "pending",
  "booked",
  "confirmed",
  "arrived",
  "fulfilled",
  "noshow",
  "cancelled",
] as const satisfies ReadonlyArray<AppointmentStatus>
export type ListedStatus = (typeof listedStatuses)[number]

type Search = Readonly<Record<string, string>>

/** A span of days, both included. */
export type DaySpan = { readonly startDate: string; readonly endDate: string }

/** What the page's address says: the view, the day it is about, and the location, status, stage and source it is narrowed to. */
export type AppointmentsAsked = {
  readonly view: CalendarView
  /** Null for the day it is. */
  readonly day: string | null
  /** The last day of a list that is of several; null where it is of one. */
  readonly until: string | null
  readonly at: string | null
  readonly state: ListedStatus | null
  readonly stage: StageId | null
  readonly source: AppointmentSource | null
}
export const appointmentsAsked = ({
  view,
  day = "",
  until = "",
  at = "",
  state,
  stage = "",
  source,
}: Search): AppointmentsAsked => ({
  view: calendarViews.find((one) => one === view) ?? "day",
  day: isDay(day) ? day : null,
  until: view === "list" && isDay(day) && isDay(until) && until > day ? until : null,
  at: at === "" ? null : at,
  state: listedStatuses.find((one) => one === state) ?? null,
  stage: /^[1-9]\d{0,8}$/.test(stage) ? StageId.make(Number(stage)) : null,
  source: AppointmentSource.literals.find((one) => one === source) ?? null,
})

/** The days that a view of a day shows: it alone, its week from Sunday on, or a list until a later day. */
export const daysShown = (view: CalendarView, day: string, until: string | null = null): DaySpan => {
  if (view !== "week") return { startDate: day, endDate: until ?? day }
  const startDate = addDays(day, -weekdayOf(day))
  return { startDate, endDate: addDays(startDate, 6) }
}

/** An appointment with what happened to it, the latest first. */
export type AppointmentDetail = {
  readonly appointment: Appointment
  readonly history: ReadonlyArray<AppointmentMoment>
  /** The visits of later stages that its day has to do with. */
  readonly later: ReadonlyArray<LaterVisit>
}
