import { Effect } from "effect"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import type { Appointment, appointmentList, BookingNotice, HoldSlot } from "#schemas/scheduling/appointment.ts"
import { AppointmentGroup } from "#schemas/scheduling/appointmentCalls.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"

type Who = { readonly patientHashedId: string; readonly stageId?: StageId }

/** The locations with their free seats, the nearest to a patient first. */
export const readBookableLocations = (query: Who) =>
  callApi(AppointmentGroup, (api) => api.GetBookableLocations({ query }))

/** Which rules a slot meets for a patient. */
export const explainSlot = (query: Who & { readonly slotId: SlotId }) =>
  callApi(AppointmentGroup, (api) => api.ExplainSlot({ query }))

/** Appointments by status, a page at a time, with how many stand in each. */
export const readBookings = (params: ListParams<typeof appointmentList>, page: PageOf) =>
  callApi(AppointmentGroup, (api) => api.GetBookedAppointments({ query: { ...params, ...page } }))

/** Holds a seat for five minutes; `SlotTaken` names other times when the last seat is gone. */
export const holdSlot = (payload: HoldSlot, commandId: string) =>
  Effect.map(
    callApi(AppointmentGroup, (api) => api.HoldSlot({ headers: commandHeaders(commandId), payload })),
    ({ data }) => data,
  )

type Held = { readonly appointment: Appointment; readonly note: string; readonly notice: BookingNotice }

/** Holds the seat for as long again, once. */
export const extendHold = ({ appointment: { hashedId, version } }: Held, commandId: string) =>
  Effect.map(
    callApi(AppointmentGroup, (api) =>
      api.ExtendHold({ headers: versionedHeaders(commandId, version), payload: { hashedId } }),
    ),
    ({ data }) => data,
  )

/** Gives the seat back. */
export const releaseSlot = ({ appointment: { hashedId, version } }: Held, commandId: string) =>
  Effect.map(
    callApi(AppointmentGroup, (api) =>
      api.ReleaseSlot({ headers: versionedHeaders(commandId, version), payload: { hashedId } }),
    ),
    ({ data }) => data,
  )

/** Books the seat that is held; `NotAllowedNow` once its time is over. */
export const bookAppointment = ({ appointment: { hashedId, version }, note, notice }: Held, commandId: string) =>
  Effect.map(
    callApi(AppointmentGroup, (api) =>
      api.BookAppointment({ headers: versionedHeaders(commandId, version), payload: { hashedId, note, notice } }),
    ),
    ({ data }) => data,
  )
