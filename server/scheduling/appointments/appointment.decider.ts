import { Result } from "effect"
import { appointmentTable } from "#machines/lifecycles/appointment.lifecycle.ts"
import type { CampaignId, PatientId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import {
  holdMinutes,
  type Appointment,
  type AppointmentId,
  type AppointmentSource,
  type AppointmentStatus,
  type BookingNotice,
  type appointmentTimes,
  type CancelReason,
} from "#schemas/scheduling/appointment.ts"
import type { AppointmentEvent } from "#schemas/scheduling/events.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import type { Decider } from "#server/decider.ts"
import { dateAt } from "#server/scheduling/schedules/wallTime.rule.ts"

/** Which slot, and when. */
export type AppointmentTimes = Pick<Appointment, keyof typeof appointmentTimes>

/** An appointment as its decisions need it; the times are ISO 8601 in UTC. */
export type AppointmentFold = {
  readonly state: AppointmentStatus | "proposed"
  readonly slotId: SlotId | null
  /** The day and the zone in which it is. */
  readonly date: string
  readonly zone: string
  readonly startsAt: string
  readonly endsAt: string
  readonly heldUntil: string
  readonly isExtended: boolean
}

/** How the patient is notified; absent where no one chose. */
type Noticed = { readonly notice?: BookingNotice | undefined }

/** What may be asked of an appointment, at an instant in milliseconds since 1970. */
export type AppointmentCommand = { readonly now: number } & (
  | {
      readonly _tag: "HoldSlot"
      readonly appointmentId: AppointmentId
      readonly patientId: PatientId
      readonly locationId: LocationId
      readonly times: AppointmentTimes
      readonly source: AppointmentSource
      readonly isOverbooked: boolean
      readonly stageId?: StageId | undefined
      /** The text with the link by which it was asked for, where there was one. */
      readonly campaignId?: CampaignId | undefined
      readonly recipientId?: number | undefined
    }
  | { readonly _tag: "ExtendHold" }
  | { readonly _tag: "ReleaseHold" }
  /** Ends a hold whose time is over, and says nothing of one whose time is not. */
  | { readonly _tag: "LapseHold" }
  | ({ readonly _tag: "BookAppointment" } & Noticed)
  | { readonly _tag: "ConfirmAppointment" }
  | ({
      readonly _tag: "Reschedule"
      readonly locationId: LocationId
      readonly times: AppointmentTimes
      readonly isOverbooked: boolean
      /** The appointment that takes the seat that becomes free. */
      readonly swappedWith?: AppointmentId
    } & Noticed)
  /** Gives it other instants: the rules of its zone changed. Those that it has already change nothing. */
  | ({ readonly _tag: "KeepWallTime" } & Pick<AppointmentTimes, "startsAt" | "endsAt">)
  | { readonly _tag: "MarkArrived" }
  | { readonly _tag: "MarkFulfilled" }
  | { readonly _tag: "MarkMissed" }
  | ({ readonly _tag: "CancelAppointment"; readonly reason: CancelReason } & Noticed)
)

const sentences: Readonly<Record<AppointmentFold["state"], string>> = {
  proposed: "No seat is held yet. Hold one first.",
  pending: "The seat is only held. Book it first, or release it.",
  released: "The seat is held no longer. Choose a time again.",
  booked: "This appointment is booked. It can be confirmed, moved, cancelled, or marked when the patient comes.",
  confirmed: "This appointment is confirmed. It can be moved, cancelled, or marked when the patient comes.",
  arrived: "The patient has arrived. The appointment can be marked as completed.",
  fulfilled: "This appointment is over: the patient was seen.",
  noshow: "The patient did not come. Mark them as arrived if they came late, or book another time.",
  cancelled: "This appointment was cancelled. Book another time.",
}

type Decision = Result.Result<ReadonlyArray<AppointmentEvent>, Problem>

const refuse = (message: string): Decision => Result.fail(problem("NotAllowedNow", message))

const happen = ({ state }: AppointmentFold, event: AppointmentEvent): Decision =>
  appointmentTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: appointmentTable.allowed(state) }))
    : Result.succeed([event])

const untilOf = (from: number): string => new Date(from + holdMinutes * 60_000).toISOString()

const noticeOf = ({ notice }: Noticed) => (notice === undefined ? {} : { notice })

/** Decisions on a hold: once its time is over, only that can be said of it. */
const decideHold = (fold: AppointmentFold, command: AppointmentCommand): Decision | undefined => {
  const { _tag, now } = command
  const hasLapsed = fold.state === "pending" && now >= Date.parse(fold.heldUntil)
  const lapsed = "The seat is held no longer: its time is over. Choose a time again."
  switch (_tag) {
    case "ExtendHold":
      if (fold.state !== "pending") return happen(fold, { _tag: "HoldExtended", heldUntil: fold.heldUntil })
      if (hasLapsed) return refuse(lapsed)
      if (fold.isExtended) return refuse("This seat was held for longer already. Book it, or release it.")
      return happen(fold, { _tag: "HoldExtended", heldUntil: untilOf(Date.parse(fold.heldUntil)) })
    case "ReleaseHold":
      return happen(fold, { _tag: "HoldReleased", hasLapsed })
    case "LapseHold":
      return hasLapsed ? happen(fold, { _tag: "HoldReleased", hasLapsed }) : Result.succeed([])
    case "BookAppointment":
      return hasLapsed ? refuse(lapsed) : happen(fold, { _tag: "AppointmentBooked", ...noticeOf(command) })
    default:
      return undefined
  }
}

const decide: Decider<AppointmentFold, AppointmentCommand, AppointmentEvent>["decide"] = (fold, command) => {
  switch (command._tag) {
    case "HoldSlot": {
      const { _tag, now, times, ...whose } = command
      return happen(fold, { _tag: "SlotHeld", ...whose, ...times, heldUntil: untilOf(now) })
    }
    case "ConfirmAppointment":
      return happen(fold, { _tag: "AppointmentConfirmed" })
    case "Reschedule": {
      const { locationId, times, isOverbooked, swappedWith } = command
      const isThere = fold.slotId === times.slotId
      const seat = { ...(isOverbooked ? { isOverbooked } : {}), ...(swappedWith ? { swappedWith } : {}) }
      const moved = happen(fold, {
        _tag: "AppointmentRescheduled",
        ...{ locationId, ...times, ...seat, ...noticeOf(command) },
      })
      return isThere && Result.isSuccess(moved) ? Result.succeed([]) : moved
    }
    case "KeepWallTime": {
      const { startsAt, endsAt } = command
      const kept = happen(fold, { _tag: "WallTimeKept", startsAt, endsAt })
      const isSame = startsAt === fold.startsAt && endsAt === fold.endsAt
      return isSame && Result.isSuccess(kept) ? Result.succeed([]) : kept
    }
    case "MarkArrived": {
      const came = happen(fold, { _tag: "PatientArrived" })
      const isBefore = Result.isSuccess(came) && dateAt(command.now, fold.zone) < fold.date
      return isBefore ? refuse("The appointment is on a later day. Mark the patient as arrived on that day.") : came
    }
    case "MarkFulfilled":
      return happen(fold, { _tag: "AppointmentFulfilled" })
    case "MarkMissed": {
      const missed = happen(fold, { _tag: "AppointmentMissed" })
      const isBefore = command.now < Date.parse(fold.startsAt)
      return Result.isSuccess(missed) && isBefore
        ? refuse("The appointment has not begun. Mark the patient as missing once it has.")
        : missed
    }
    case "CancelAppointment":
      return happen(fold, { _tag: "AppointmentCancelled", reason: command.reason, ...noticeOf(command) })
    default:
      return decideHold(fold, command) ?? Result.succeed([])
  }
}

const evolve = (fold: AppointmentFold, event: AppointmentEvent): AppointmentFold => ({
  state: appointmentTable.next(fold.state, event._tag) ?? fold.state,
  slotId: "slotId" in event ? event.slotId : fold.slotId,
  date: "date" in event ? event.date : fold.date,
  zone: "zone" in event ? event.zone : fold.zone,
  startsAt: "startsAt" in event ? event.startsAt : fold.startsAt,
  endsAt: "endsAt" in event ? event.endsAt : fold.endsAt,
  heldUntil: "heldUntil" in event ? event.heldUntil : fold.heldUntil,
  isExtended: fold.isExtended || event._tag === "HoldExtended",
})

/** Appointments: a seat is held, booked, confirmed, moved and cancelled, and the patient comes or does not (docs/policy.md#appointments). */
export const appointmentDecider: Decider<AppointmentFold, AppointmentCommand, AppointmentEvent> = {
  initialState: {
    state: "proposed",
    slotId: null,
    date: "",
    zone: "UTC",
    startsAt: "",
    endsAt: "",
    heldUntil: "",
    isExtended: false,
  },
  decide,
  evolve,
}
