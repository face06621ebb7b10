import { Clock, Effect } from "effect"
import type { PatientCaller } from "#schemas/caller.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { bookingWindow, type AppointmentStatus } from "#schemas/scheduling/appointment.ts"
import type { Location, LocationId } from "#schemas/scheduling/location.ts"
import {
  patientDays,
  type LinkDetails,
  type OfferedPlace,
  type OfferedTimes,
  type PatientOffer,
  type PatientPlace,
  type PatientVisit,
} from "#schemas/scheduling/patientBooking.ts"
import type { LinkSubject } from "#schemas/scheduling/patientLink.ts"
import { dayAfter } from "#schemas/scheduling/slot.ts"
import { mappedLocations } from "#server/outreach/templates/locationMapping.queries.ts"
import {
  appointmentProjection,
  liveStatuses,
  type AppointmentRow,
} from "#server/scheduling/appointments/appointment.projection.ts"
import { readAvailability } from "#server/scheduling/appointments/availability.queries.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { seatsByDay } from "#server/scheduling/schedules/slot.queries.ts"
import { dateAt } from "#server/scheduling/schedules/wallTime.rule.ts"
import { readNextStage, readPossibleDays, type ForStage } from "#server/scheduling/stages/stages.queries.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { calendarOf, readAbout } from "./patientCalendar.queries.ts"
import { offered, readAwaited, readOfferedSeat } from "./patientOffer.queries.ts"
import { canBook, hasLapsed, isOver, offeredTime } from "./patientBooking.rule.ts"

const rowOf = readRow(appointmentProjection)

/** The most places that are offered at once. */
const placesAtOnce = 200

/** The row of the appointment that a link has led to: one that takes a seat, or else the latest. */
export const findVisitRow = Effect.fn("findVisitRow")(function* ({ subject }: PatientCaller) {
  const { sql, read } = yield* Database
  const { companyId } = subject
  const now = yield* Clock.currentTimeMillis
  const rows = yield* read(
    companyId,
    sql<{ row: unknown }>`
      select r.row from read_models r
      where r.company_id = ${companyId} and ${rowsOf(sql, "r", appointmentProjection)} and ${
        subject.purpose === "offer"
          ? sql`r.id = ${yield* offered(companyId, subject.offerId, "appointmentId")}`
          : subject.purpose === "appointment"
            ? sql`r.id = ${subject.appointmentId}`
            : sql`r.campaign_id = ${subject.campaignId} and r.recipient_id = ${subject.recipientId}`
      }
        and r.state <> 'released'
      order by r.id desc limit 50`,
  )
  const found = rows
    .map(({ row }) => rowOf(row))
    .filter((row): row is AppointmentRow & { readonly status: AppointmentStatus } => row.status !== "proposed")
    .filter((row) => !hasLapsed(row, now))
  return found.find(({ status }) => liveStatuses.some((live) => live === status)) ?? found[0]
})

/**
 * Who comes by a link, and for which stage: that of the visit which it shows while it can be changed, or else the one
 * that is next for them.
 */
export const readWho = Effect.fn("readWhoComesByLink")(function* (caller: PatientCaller) {
  const { patientId, subject } = caller
  const visit = yield* findVisitRow(caller)
  return visit !== undefined && liveStatuses.some((live) => live === visit.status)
    ? ({ patientId, stageId: visit.stageId ?? null, except: visit.appointmentId } satisfies ForStage)
    : ({ patientId, stageId: yield* readNextStage(subject.companyId, patientId) } satisfies ForStage)
})

type StoredPlace = {
  readonly locationId: LocationId
  readonly hashedId: string
  readonly body: Location["location"]
  readonly firstStartsAt: Date | null
  readonly isWaiting: boolean
}

const shownPlace = ({ hashedId, body }: Pick<StoredPlace, "hashedId" | "body">): PatientPlace => ({
  hashedId,
  ...{ name: body.name, phone: body.phone, timezone: body.timezone },
  address: [body.line1, body.city].filter((part) => part !== "").join(", "),
})

/** The places that the template of a campaign’s text is mapped to; undefined where that says nothing. */
const findMapped = Effect.fnUntraced(function* (subject: LinkSubject) {
  if (subject.purpose !== "book") return undefined
  const { sql, read } = yield* Database
  const { companyId, campaignId } = subject
  const [run] = yield* read(
    companyId,
    sql<{ templateId: TemplateId }>`
      select template_id as "templateId" from campaign_runs
      where company_id = ${companyId} and campaign_id = ${campaignId}`,
  )
  if (run === undefined) return undefined
  const mapped = mappedLocations(companyId, run.templateId)
  // A template that was deleted since maps to nothing: the link works to its end.
  return yield* Effect.catch(mapped, () => Effect.undefined)
})

/**
 * The places that a link’s patient may choose from, by name: those that its text is about, or else public ones; none
 * that is disabled.
 */
export const readPlaces = Effect.fn("readPatientPlaces")(function* (caller: PatientCaller) {
  const { sql, read } = yield* Database
  const { subject, patientId } = caller
  const { companyId } = subject
  const mapped = yield* findMapped(subject)
  if (mapped?.length === 0) return []
  const isOffered =
    mapped === undefined
      ? sql`(w.body ->> 'isPublic')::boolean`
      : sql`t.id in ${sql.in(mapped.map(({ locationId }) => locationId))}`
  const now = yield* Clock.currentTimeMillis
  const from = new Date(now + bookingWindow.leadMinutes * 60_000).toISOString()
  const until = new Date(now + bookingWindow.horizonDays * 86_400_000).toISOString()
  const who = yield* readWho(caller)
  const stage = { stageId: who.stageId, days: (yield* readPossibleDays(companyId, who))?.span ?? null }
  const awaited = yield* readAwaited(companyId, patientId)
  const places = yield* read(
    companyId,
    sql<Omit<StoredPlace, "isWaiting">>`
      select t.id as "locationId", h.hashed_id as "hashedId", w.body, o.first as "firstStartsAt"
      from read_models t ${withHashedId(sql, "t", locationProjection)}
      join revisions w on w.company_id = t.company_id and w.kind = 'location' and w.id = t.id
        and w.revision = (t.row ->> 'revision')::int
      left join lateral ${seatsByDay(sql, { location: "t", from, until, stage })} o on true
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)} and t.state = 'active'
        and ${isOffered}
      order by lower(t.row ->> 'name') collate "C" limit ${sql.literal(String(placesAtOnce))}`,
  )
  return places.map((place): StoredPlace => ({
    ...place,
    isWaiting: awaited.includes(null) || awaited.includes(place.locationId),
  }))
})

/** A place by its number, whatever it is now: an appointment stays where it is. */
const readPlace = Effect.fnUntraced(function* (companyId: CompanyId, locationId: LocationId) {
  const { sql, read } = yield* Database
  const [found] = yield* read(
    companyId,
    sql<Pick<StoredPlace, "hashedId" | "body">>`
      select h.hashed_id as "hashedId", w.body from read_models t ${withHashedId(sql, "t", locationProjection)}
      join revisions w on w.company_id = t.company_id and w.kind = 'location' and w.id = t.id
        and w.revision = (t.row ->> 'revision')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)} and t.id = ${locationId}`,
  )
  return shownPlace(found ?? (yield* Effect.die("An appointment is at a location that is not there")))
})

const visitOf = Effect.fnUntraced(function* (companyId: CompanyId, row: AppointmentRow) {
  const now = yield* Clock.currentTimeMillis
  const { slotId, apptSection, date, start, end, zone, startsAt, endsAt, heldUntil, isExtended } = row
  const status = row.status as AppointmentStatus
  const place = yield* readPlace(companyId, row.locationId)
  const isAhead = (status === "booked" || status === "confirmed") && !isOver({ ...row, status }, now)
  return {
    ...{ status, slotId, apptSection, date, start, end, zone, startsAt, endsAt, heldUntil, isExtended },
    place,
    now: new Date(now).toISOString(),
    isOver: isOver({ ...row, status }, now),
    calendar: isAhead ? yield* calendarOf(companyId, row, place) : null,
  } satisfies PatientVisit
})

/** The appointment that a link has led to, as its patient sees it; null where there is none. */
export const readVisit = Effect.fn("readPatientVisit")(function* (caller: PatientCaller) {
  const row = yield* findVisitRow(caller)
  return row === undefined ? null : yield* visitOf(caller.subject.companyId, row)
})

const readOffer = Effect.fnUntraced(function* ({ subject }: PatientCaller) {
  if (subject.purpose !== "offer") return null
  const { companyId, offerId } = subject
  const { locationId, ...offer } = yield* readOfferedSeat(companyId, offerId)
  return { ...offer, place: yield* readPlace(companyId, locationId) } satisfies PatientOffer
})

/** All that a link shows. */
export const readLink = Effect.fn("readPatientLink")(function* (caller: PatientCaller) {
  const { companyId, purpose } = caller.subject
  const { subject, patientId } = caller
  const campaignId = subject.purpose === "book" ? subject.campaignId : null
  const { companyName, language } = yield* readAbout(companyId, { patientId, campaignId })
  const visit = yield* readVisit(caller)
  const places = yield* readPlaces(caller)
  return {
    purpose,
    company: { name: companyName },
    language,
    canBook: canBook(caller.subject, visit),
    visit,
    offer: yield* readOffer(caller),
    places: places.map(({ firstStartsAt, isWaiting, ...place }): OfferedPlace => ({
      ...shownPlace(place),
      firstStartsAt: firstStartsAt?.toISOString() ?? null,
      isWaiting,
    })),
  } satisfies LinkDetails
})

/** The free times of a place for a link’s patient in the seven days from one on, or from the first that has some. */
export const readTimes = Effect.fn("readPatientTimes")(function* (
  caller: PatientCaller,
  { locationId, firstStartsAt, ...place }: StoredPlace,
  startDate: string | undefined,
) {
  const { timezone } = place.body
  const now = yield* Clock.currentTimeMillis
  const [today, last] = [dateAt(now, timezone), dateAt(now + bookingWindow.horizonDays * 86_400_000, timezone)]
  const first = firstStartsAt === null ? today : dateAt(firstStartsAt.getTime(), timezone)
  const asked = startDate ?? first
  const from = asked < today ? today : asked > last ? last : asked
  const dates = Array.from({ length: patientDays }, (_, days) => dayAfter(from, days))
  const span = { startDate: from, endDate: dates.at(-1) ?? from }
  const { slots } = yield* readAvailability(caller.subject.companyId, locationId, span, yield* readWho(caller))
  const free = slots.filter(({ why }) => why === null).map(offeredTime)
  return {
    place: shownPlace(place),
    days: dates.map((date) => ({ date, times: free.filter((time) => time.date === date) })),
    earlierFrom: from > today ? dayAfter(from, -patientDays) : null,
    laterFrom: dayAfter(from, patientDays) <= last ? dayAfter(from, patientDays) : null,
  } satisfies OfferedTimes
})
