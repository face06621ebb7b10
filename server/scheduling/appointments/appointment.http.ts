import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentPerson } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { reply } from "#schemas/reply.ts"
import type { Appointment, AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { SchedulingAuditEvent } from "#schemas/scheduling/events.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { contextOf, type CommandContext } from "#server/handle.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { readCalendarFile } from "#server/scheduling/calendar/calendar.queries.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { slotSpan } from "#server/scheduling/schedules/slotSpan.rule.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import { readLaterVisits, type ForStage } from "#server/scheduling/stages/stages.queries.ts"
import { readBookingText, readMoveText } from "#server/scheduling/texts/bookingText.queries.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import {
  bookAppointment,
  changeAppointmentStatus,
  extendHold,
  releaseHold,
  reschedule,
} from "./appointment.commands.ts"
import { appointmentProjection } from "./appointment.projection.ts"
import { holdSlot } from "./hold.commands.ts"
import {
  afterCommand,
  foundAppointment,
  foundCalled,
  foundRow,
  readAppointments,
  readHistory,
} from "./appointment.queries.ts"
import { readLocationDays } from "./locationDays.queries.ts"
import { swapAppointments } from "./swap.commands.ts"
import { explainSlot, foundPatient, readAvailability, readBookableLocations } from "./availability.queries.ts"

const appointmentOf = (companyId: CompanyId, hashedId: string) =>
  foundThing<AppointmentId>(companyId, appointmentProjection, hashedId)

/** The context of a command about the appointment with a public id, and its number. */
const commandOn = Effect.fnUntraced(function* (
  headers: Parameters<typeof commandOptions>[0],
  payload: { readonly hashedId: string },
) {
  const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
  return [context, yield* appointmentOf(context.actingCompanyId, payload.hashedId)] as const
})

type Changed = Parameters<typeof afterCommand>[1] & { readonly events: ReadonlyArray<unknown> }

/** Does something to the appointment with a public id, which leaves patient, place and stage; gives it as it stands then. */
const changed = Effect.fnUntraced(function* <E, R>(
  context: CommandContext,
  { hashedId }: { readonly hashedId: string },
  change: (context: CommandContext, id: AppointmentId) => Effect.Effect<Changed, E, R>,
) {
  const before = yield* foundCalled(context.actingCompanyId, hashedId)
  const after = yield* change(context, before.appointmentId)
  // Where someone else changed it between, it may be at another place by now.
  return after.version === before.version + after.events.length
    ? afterCommand(before, after)
    : yield* foundAppointment(context.actingCompanyId, before.appointmentId)
})

const locationOf = (companyId: CompanyId, hashedId: string) =>
  foundThing<LocationId>(companyId, locationProjection, hashedId)

const looked = (people: number): PeopleAuditEvent => ({ _tag: "PatientsViewed", people, listId: null, searched: false })

/** Who is to come: the patient of an appointment that is moved, or the one that is named; absent where it is no one yet. */
const whoOf = Effect.fnUntraced(function* (
  companyId: CompanyId,
  asked: {
    readonly stageId?: StageId
    readonly patientHashedId?: string
    readonly appointmentHashedId?: string
  },
) {
  if (asked.appointmentHashedId !== undefined) {
    const except = yield* foundThing<AppointmentId>(companyId, appointmentProjection, asked.appointmentHashedId)
    const { patientId, stageId = null } = yield* foundRow(companyId, except)
    return { patientId, stageId, except } satisfies ForStage
  }
  if (asked.patientHashedId === undefined) return undefined
  const patientId = yield* foundPatient(companyId, asked.patientHashedId)
  return { patientId, stageId: asked.stageId ?? null } satisfies ForStage
})

/** A seat that is held, with the text that booking it would send. */
const heldReply = Effect.fnUntraced(function* ({ actingCompanyId }: CommandContext, held: Appointment) {
  return reply({ ...held, notice: yield* readBookingText(actingCompanyId, held.appointmentId, "booked") })
})

/** The calls of booking and of what is booked, for the acting company. */
export const appointmentCalls = callsOf("Appointment", {
  GetBookableLocations: Effect.fn("Appointment.GetBookableLocations")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const patientId = yield* foundPatient(actingCompanyId, query.patientHashedId)
    return reply(yield* readBookableLocations(actingCompanyId, { patientId, stageId: query.stageId ?? null }))
  }),

  GetAvailableAppointments: Effect.fn("Appointment.GetAvailableAppointments")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const span = yield* Effect.fromResult(slotSpan(query))
    const location = { hashedId: query.hashedId }
    return reply(yield* readAvailability(actingCompanyId, location, span, yield* whoOf(actingCompanyId, query)))
  }),

  ExplainSlot: Effect.fn("Appointment.ExplainSlot")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const patientId = yield* foundPatient(actingCompanyId, query.patientHashedId)
    return reply(yield* explainSlot(actingCompanyId, query.slotId, { patientId, stageId: query.stageId ?? null }))
  }),

  HoldSlot: Effect.fn("Appointment.HoldSlot")(function* ({ headers, payload }) {
    const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
    const { slotId, patientHashedId, stageId, overbook: isOverbooked } = payload
    const patient = { patientHashedId }
    return yield* heldReply(
      context,
      yield* holdSlot(context, { slotId, patient, isOverbooked, source: "staff", ...(stageId ? { stageId } : {}) }),
    )
  }),

  ExtendHold: Effect.fn("Appointment.ExtendHold")(function* ({ headers, payload }) {
    const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
    return yield* heldReply(context, yield* changed(context, payload, extendHold))
  }),

  ReleaseSlot: Effect.fn("Appointment.ReleaseSlot")(function* ({ headers, payload }) {
    const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
    return reply(yield* changed(context, payload, releaseHold))
  }),

  BookAppointment: Effect.fn("Appointment.BookAppointment")(function* ({ headers, payload }) {
    const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
    const booked = yield* changed(context, payload, (...of) => bookAppointment(...of, payload))
    return reply(payload.note === "" ? booked : { ...booked, note: payload.note })
  }),

  ChangeStatus: Effect.fn("Appointment.ChangeStatus")(function* ({ headers, payload }) {
    const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
    return reply(yield* changed(context, payload, (...of) => changeAppointmentStatus(...of, payload)))
  }),

  Reschedule: Effect.fn("Appointment.Reschedule")(function* ({ headers, payload }) {
    const [context, id] = yield* commandOn(headers, payload)
    yield* reschedule(context, id, payload)
    return reply(yield* foundAppointment(context.actingCompanyId, id))
  }),

  Swap: Effect.fn("Appointment.Swap")(function* ({ headers, payload: { hashedId, other, notice } }) {
    const [context, id] = yield* commandOn(headers, { hashedId })
    const otherId = yield* appointmentOf(context.actingCompanyId, other.hashedId)
    return reply(yield* swapAppointments(context, id, { otherId, otherVersion: other.version, notice }))
  }),

  GetNotice: Effect.fn("Appointment.GetNotice")(function* ({ query: { hashedId, slotId } }) {
    const { actingCompanyId } = yield* CurrentPerson
    const id = yield* appointmentOf(actingCompanyId, hashedId)
    return reply(
      yield* slotId === undefined
        ? readBookingText(actingCompanyId, id, "cancelled")
        : readMoveText(actingCompanyId, id, slotId),
    )
  }),

  GetBookedAppointments: Effect.fn("Appointment.GetBookedAppointments")(function* ({ query }) {
    const person = yield* CurrentPerson
    const { actingCompanyId } = person
    const { locationHashedId, patientHashedId, ...asked } = yield* pageIn(query)
    const locationId = locationHashedId === undefined ? undefined : yield* locationOf(actingCompanyId, locationHashedId)
    const patientId = patientHashedId === undefined ? undefined : yield* foundPatient(actingCompanyId, patientHashedId)
    const page = yield* readAppointments(actingCompanyId, { ...asked, locationId, patientId })
    const { startDate, endDate, after } = asked
    yield* recordLook(person, looked(page.rows.length), [locationHashedId, patientHashedId, startDate, endDate, after])
    return pageReply(page)
  }),

  GetLocationDays: Effect.fn("Appointment.GetLocationDays")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const { locationHashedId } = query
    const locationId = locationHashedId === undefined ? undefined : yield* locationOf(actingCompanyId, locationHashedId)
    const span = yield* Effect.fromResult(slotSpan(query))
    return reply(yield* readLocationDays(actingCompanyId, span, locationId))
  }),

  DownloadCalendar: Effect.fn("Appointment.DownloadCalendar")(function* ({ query: { locationHashedId, ...days } }) {
    const person = yield* CurrentPerson
    const { actingCompanyId } = person
    const locationId = yield* locationOf(actingCompanyId, locationHashedId)
    const span = yield* Effect.fromResult(slotSpan(days))
    const { name, appointments, text } = yield* readCalendarFile(actingCompanyId, locationId, {
      ...span,
      naming: "name",
    })
    yield* recordAudit(person, { _tag: "CalendarDownloaded", locationId, appointments } satisfies SchedulingAuditEvent)
    return HttpServerResponse.stream(Stream.make(new TextEncoder().encode(text)), {
      contentType: "text/calendar; charset=utf-8",
      headers: {
        "content-disposition": contentDisposition(`${name} ${span.startDate}.ics`),
        "cache-control": "no-store",
      },
    })
  }),

  GetAppointmentDetail: Effect.fn("Appointment.GetAppointmentDetail")(function* ({ query }) {
    const person = yield* CurrentPerson
    const { actingCompanyId } = person
    const id = yield* appointmentOf(actingCompanyId, query.hashedId)
    const appointment = yield* foundAppointment(actingCompanyId, id)
    yield* recordLook(person, looked(1), [query.hashedId])
    const history = yield* readHistory(actingCompanyId, id)
    return reply({
      appointment,
      history,
      later: yield* readLaterVisits(actingCompanyId, yield* foundRow(actingCompanyId, id)),
    })
  }),
})
