import { Clock, Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import {
  bookingWindow,
  type Availability,
  type AvailableSlot,
  type BookableLocation,
  type RuleAnswer,
  type SlotExplanation,
} from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { locationProjection, type LocationRow } from "#server/scheduling/locations/location.projection.ts"
import { milesBetween, positionOf, positionOfZip } from "#server/scheduling/locations/position.rule.ts"
import { foundPlace, foundSlot, type Place, type PlaceNamed } from "#server/scheduling/schedules/schedule.queries.ts"
import {
  readFreeSlots,
  readSlots,
  seatsByDay,
  shownSlot,
  type StoredSlot,
} from "#server/scheduling/schedules/slot.queries.ts"
import { closedDaysOf, closedReason } from "#server/scheduling/schedules/offer.rule.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { againstTime, isSectionFor, isSectionOn, notOffered, seatsLeft, whyNot } from "./booking.rule.ts"
import { readPossibleDays, type ForStage } from "#server/scheduling/stages/stages.queries.ts"
import { isWithin } from "#server/scheduling/stages/stageOrder.rule.ts"
import { findOverlap } from "./seat.queries.ts"

/** How many of the next free times are offered at first. */
const firstTimes = 3

/** How many free slots are read to find them: the first ones mostly do. */
const readFirst = 12
const readMost = 200

/** On which days a visit may be; null where nothing stands against any. */
type Days = Effect.Success<ReturnType<typeof readPossibleDays>>

const isPossible = (days: Days, { date }: Pick<StoredSlot, "date">): boolean =>
  days === null || isWithin(days.span, date)

const available = (slot: StoredSlot, place: Place, now: number, days: Days = null): AvailableSlot => {
  const why = whyNot(slot, place, now)
  const isAsked = why === null || why === "full" || why === "held"
  const isOpen = isAsked || (isSectionOn(place, slot) && closedReason(place, slot.date) === undefined)
  return {
    ...shownSlot(slot, isOpen),
    seatsLeft: seatsLeft(slot),
    why: isAsked && !isPossible(days, slot) ? "stage" : why,
  }
}

/** The sections of a location whose slots are for a visit; for one without a stage where it is no one’s yet. */
const sectionsFor = (place: Place, who: ForStage | undefined) =>
  place.sections
    .map(({ apptSection }) => apptSection)
    .filter((apptSection) => isSectionFor(place, { apptSection }, who?.stageId ?? null))

/** The first of some slots that can be booked; no more are looked at than it takes to find them. */
const firstOffered = (slots: ReadonlyArray<StoredSlot>, place: Place, now: number, days: Days) => {
  const found: Array<AvailableSlot> = []
  for (const slot of slots) {
    if (found.length === firstTimes) break
    if (isPossible(days, slot) && whyNot(slot, place, now) === null) found.push(available(slot, place, now, days))
  }
  return found
}

/** Free slots of a location for a visit, from an instant on, in milliseconds since 1970: the earliest first, so many at most. */
const readFreeFor = Effect.fnUntraced(function* (
  companyId: CompanyId,
  place: Place,
  { from, most, days }: { readonly from: number; readonly most: number; readonly days: Days },
  who: ForStage | undefined,
) {
  const now = yield* Clock.currentTimeMillis
  const until = new Date(now + bookingWindow.horizonDays * 86_400_000).toISOString()
  return yield* readFreeSlots(companyId, place.locationId, {
    ...{ from: new Date(from).toISOString(), until, most },
    ...{ sections: sectionsFor(place, who), days: days?.span ?? null },
  })
})

/** The next times of a location that can be booked for a visit. */
const nextFree = Effect.fnUntraced(function* (
  companyId: CompanyId,
  place: Place,
  days: Days,
  who: ForStage | undefined,
) {
  const now = yield* Clock.currentTimeMillis
  const free = yield* readFreeFor(companyId, place, { from: now, most: readFirst, days }, who)
  const found = firstOffered(free, place, now, days)
  if (found.length === firstTimes || free.length < readFirst) return found
  return firstOffered(yield* readFreeFor(companyId, place, { from: now, most: readMost, days }, who), place, now, days)
})

/** The free times nearest to a slot that was taken, in the order of time. */
export const nearestFree = Effect.fn("nearestFree")(function* (
  companyId: CompanyId,
  place: Place,
  slot: StoredSlot,
  who: ForStage,
) {
  const distance = ({ startsAt }: StoredSlot) => Math.abs(startsAt.getTime() - slot.startsAt.getTime())
  const now = yield* Clock.currentTimeMillis
  const days = yield* readPossibleDays(companyId, who)
  const from = slot.startsAt.getTime() - 86_400_000
  const free = yield* readFreeFor(companyId, place, { from, most: readMost, days }, who)
  const others = free
    .filter(({ slotId }) => slotId !== slot.slotId)
    .toSorted((one, other) => distance(one) - distance(other))
  const nearest = firstOffered(others, place, now, days)
  return nearest.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
})

/** What a location offers from one day to another, to someone where they are known, with the reason of what it does not. */
export const readAvailability = Effect.fn("readAvailability")(function* (
  companyId: CompanyId,
  location: PlaceNamed,
  span: { readonly startDate: string; readonly endDate: string },
  who?: ForStage,
) {
  const now = yield* Clock.currentTimeMillis
  const place = yield* foundPlace(companyId, location)
  const slots = yield* readSlots(companyId, place.locationId, span)
  const days = who === undefined ? null : yield* readPossibleDays(companyId, who)
  const first = yield* nextFree(companyId, place, days, who)
  const sectionsOf = sectionsFor(place, who)
  const { hashedId, name, address, timezone, sections } = place
  return {
    location: { hashedId, name, address, timezone },
    sections: sections
      .filter(({ apptSection }) => sectionsOf.includes(apptSection))
      .map(({ apptSection, name: called, stageId = null }) => ({ apptSection, name: called, stageId })),
    closedDays: closedDaysOf(place, span.startDate, span.endDate),
    slots: slots
      .filter(({ apptSection }) => sectionsOf.includes(apptSection))
      .map((slot) => available(slot, place, now, days)),
    stageDays: days?.sentence ?? null,
    first,
  } satisfies Availability
})

/** The locations of a company with what can be booked there, the nearest to a patient first; disabled ones are left out. */
export const readBookableLocations = Effect.fn("readBookableLocations")(function* (
  companyId: CompanyId,
  who: ForStage,
) {
  const { patientId, stageId } = who
  const days = yield* readPossibleDays(companyId, who)
  const { sql, read } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const from = new Date(now + bookingWindow.leadMinutes * 60_000).toISOString()
  const until = new Date(now + bookingWindow.horizonDays * 86_400_000).toISOString()
  const rows = yield* read(
    companyId,
    sql<
      Omit<BookableLocation, "firstStartsAt" | "miles"> & {
        readonly firstStartsAt: Date | null
        readonly row: LocationRow
        readonly zip: string | null
      }
    >`
      select t.row, (select p.zip from patients p where p.company_id = ${companyId} and p.patient_id = ${patientId}) as zip,
        h.hashed_id as "hashedId", t.row ->> 'name' as name, t.row ->> 'city' as city,
        t.row ->> 'timezone' as timezone, coalesce(o.seats, 0)::int as "seatsLeft", o.first as "firstStartsAt"
      from read_models t ${withHashedId(sql, "t", locationProjection)}
      left join lateral ${seatsByDay(sql, { location: "t", from, until, stage: { stageId, days: days?.span ?? null } })} o on true
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)} and t.state = 'active'
      order by lower(t.row ->> 'name') collate "C" limit 500`,
  )
  const found = rows.map(({ firstStartsAt, row, zip, ...location }): BookableLocation => {
    const [from, to] = [positionOfZip(zip ?? ""), positionOf(row)]
    return {
      ...location,
      miles: from === null || to === null ? null : milesBetween(from, to),
      firstStartsAt: firstStartsAt?.toISOString() ?? null,
    }
  })
  return found.toSorted((one, other) => (one.miles ?? Infinity) - (other.miles ?? Infinity))
})

/** The number of a patient by the public id; fails with NotFound. */
export const foundPatient = Effect.fn("foundPatient")(function* (companyId: CompanyId, hashedId: string) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ patientId: PatientId }>`
      select patient_id as "patientId" from patients where company_id = ${companyId} and hashed_id = ${hashedId}`,
  )
  return yield* orNotFound(Effect.succeed(rows[0]?.patientId))
})

/** Which rules a slot meets for a patient, in their order. */
export const explainSlot = Effect.fn("explainSlot")(function* (companyId: CompanyId, slotId: SlotId, who: ForStage) {
  const now = yield* Clock.currentTimeMillis
  const { patientId, stageId } = who
  const { slot, place } = yield* foundSlot(companyId, slotId)
  const days = yield* readPossibleDays(companyId, who)
  const shown = available(slot, place, now)
  const { startsAt, endsAt } = shown
  const visit = { patientId, startsAt, endsAt, now: new Date(now).toISOString() }
  const other = yield* findOverlap(companyId, visit)
  const closed = closedReason(place, slot.date)
  const answer = (rule: RuleAnswer["rule"], holds: boolean, more: Partial<RuleAnswer> = {}): RuleAnswer => ({
    ...{ rule, holds, about: null, at: null },
    ...more,
  })
  const isForStage = isSectionFor(place, slot, stageId)
  const isOnDay = isPossible(days, slot)
  const stageRule = isForStage ? (isOnDay ? null : days?.sentence) : notOffered.stage
  const rules = [
    answer("section", isSectionOn(place, slot)),
    answer("open", closed === undefined, { about: closed ?? null }),
    answer("ahead", againstTime(slot, now) === null),
    // A visit without a stage knows nothing of them, unless its time is for one.
    ...(stageId === null && isForStage ? [] : [answer("stage", isForStage && isOnDay, { about: stageRule ?? null })]),
    answer("seats", shown.seatsLeft > 0),
    answer("patient", other === undefined, { about: other?.name ?? null, at: other?.startsAt ?? null }),
  ]
  return { slot: shown, rules } satisfies SlotExplanation
})
