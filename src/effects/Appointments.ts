import type { StageId } from "#schemas/scheduling/stage.ts"
import { Effect } from "effect"
import type { PageOf } from "#schemas/reply.ts"
import type {
  Appointment,
  AppointmentSource,
  BookingNotice,
  ChangeAppointmentStatus,
} from "#schemas/scheduling/appointment.ts"
import { AppointmentGroup } from "#schemas/scheduling/appointmentCalls.ts"
import type { DaySpan, ListedStatus } from "#schemas/scheduling/appointmentsAsked.ts"
import { timesToMove, type ChangeNotice, type Holder, type MoveTo } from "#schemas/scheduling/moveTimes.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

type AppointmentsParams = Partial<DaySpan> & {
  readonly locationHashedId?: string
  readonly patientHashedId?: string
  readonly state?: ListedStatus
  readonly stageId?: StageId
  readonly source?: AppointmentSource
}

/** The most appointments that a calendar reads at once. */
const calendarRows = 1_000
const largestPage = 200

/** The appointments of some days, or of a patient, in the order of their time, as many as a calendar shows; without a status, but those whose seat was given back. */
export const readAppointments = (params: AppointmentsParams, { cursor }: PageOf) =>
  Effect.gen(function* () {
    const rows: Array<Appointment> = []
    let next = cursor
    do {
      const page = next === undefined ? { pageSize: largestPage } : { cursor: next, pageSize: largestPage }
      const reply = yield* callApi(AppointmentGroup, (api) =>
        api.GetBookedAppointments({ query: { ...params, ...page, sort: "start" } }),
      )
      rows.push(...reply.data.filter(({ status }) => params.state !== undefined || status !== "released"))
      next = reply.next
    } while (next !== undefined && rows.length < calendarRows)
    return { data: rows, next }
  })

/** The text that a change of an appointment would send, to a slot or to none. */
const readText = (hashedId: string, slot: { readonly slotId?: SlotId }) =>
  Effect.map(
    callApi(AppointmentGroup, (api) => api.GetNotice({ query: { hashedId, ...slot } })),
    ({ data }) => data,
  )

/** Which appointment has a slot of one seat, as long as it can be moved, with the texts of a swap with another one. */
export const readHolder = Effect.fnUntraced(function* ({
  appointment: mine,
  place,
  slotId,
  day,
}: {
  readonly appointment: Pick<Appointment, "hashedId" | "slotId">
  readonly place: string
  readonly slotId: SlotId
  readonly day: string
}) {
  const days = { locationHashedId: place, startDate: day, endDate: day }
  const { data } = yield* readAppointments(days, { pageSize: largestPage })
  const isMovable = ({ status }: Appointment) => status === "booked" || status === "confirmed"
  const appointment = data.find((one) => one.slotId === slotId && isMovable(one))
  if (appointment === undefined) return { data: { appointment: null, texts: null } satisfies Holder as Holder }
  const texts = {
    mine: yield* readText(mine.hashedId, { slotId }),
    theirs: yield* readText(appointment.hashedId, { slotId: mine.slotId }),
  }
  return { data: { appointment, texts } satisfies Holder as Holder }
})

/** When locations are open in some days, and the seats that are left. */
export const readLocationDays = (query: DaySpan & { readonly locationHashedId?: string }) =>
  callApi(AppointmentGroup, (api) => api.GetLocationDays({ query }))

/** One appointment with what happened to it; `NotFound` when there is none. */
export const readAppointment = (query: { readonly hashedId: string }) =>
  callApi(AppointmentGroup, (api) => api.GetAppointmentDetail({ query }))

/** The slots of a location in some days, with the reason of those that are not offered. */
export const readAvailability = (
  query: DaySpan & {
    readonly hashedId: string
    readonly patientHashedId?: string
    readonly stageId?: StageId
    /** The appointment that is moved. */
    readonly appointmentHashedId?: string
  },
) => callApi(AppointmentGroup, (api) => api.GetAvailableAppointments({ query }))

/**
 * The text that a change of an appointment would send: a cancellation, or a move to the first of the times that it can
 * move to; absent where it can move to none.
 */
export const readNotice = ({ appointment, to }: { readonly appointment: Appointment; readonly to: MoveTo | null }) =>
  Effect.map(noticeOf(appointment, to), (data) => ({ data }))

const noticeOf = Effect.fnUntraced(function* (appointment: Appointment, to: MoveTo | null) {
  const { hashedId } = appointment
  if (to === null) return { example: null, notice: yield* readText(hashedId, {}) } as ChangeNotice
  const day = { startDate: to.day, endDate: to.day }
  const { data } = yield* readAvailability({ hashedId: to.place, ...day, appointmentHashedId: hashedId })
  const { near, slots } = timesToMove(data, to, appointment)
  const slot = near ?? slots[0]
  if (slot === undefined) return { example: null, notice: null } as ChangeNotice
  const example = { startsAt: slot.startsAt, zone: data.location.timezone }
  return { example, notice: yield* readText(hashedId, { slotId: slot.slotId }) } as ChangeNotice
})

type Seen = Pick<Appointment, "hashedId" | "version">

/** Confirms an appointment, marks the patient as arrived, seen or missing, or cancels it; `StaleVersion` when it was changed since. */
export const changeAppointment = (
  { hashedId, version }: Seen,
  how: Pick<ChangeAppointmentStatus, "action" | "reason" | "notice">,
  commandId: string,
) =>
  Effect.map(
    callApi(AppointmentGroup, (api) =>
      api.ChangeStatus({ headers: versionedHeaders(commandId, version), payload: { hashedId, ...how } }),
    ),
    ({ data }) => data,
  )

/** Moves an appointment to another slot; `SlotTaken` with the nearest free times when someone has its last seat. */
export const moveAppointment = (
  { hashedId, version }: Seen,
  to: { readonly slotId: SlotId; readonly notice: BookingNotice; readonly overbook: boolean },
  commandId: string,
) =>
  Effect.map(
    callApi(AppointmentGroup, (api) =>
      api.Reschedule({ headers: versionedHeaders(commandId, version), payload: { hashedId, ...to } }),
    ),
    ({ data }) => data,
  )

/** Lets two appointments exchange their times; `StaleVersion` when either was changed since, and nothing is done then. */
export const swapAppointments = (
  { hashedId, version }: Seen,
  { other, notice }: { readonly other: Seen; readonly notice: BookingNotice },
  commandId: string,
) =>
  Effect.map(
    callApi(AppointmentGroup, (api) =>
      api.Swap({
        headers: versionedHeaders(commandId, version),
        payload: { hashedId, other: { hashedId: other.hashedId, version: other.version }, notice },
      }),
    ),
    ({ data }) => data,
  )
