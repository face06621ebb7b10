import { Effect, Schema } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { problem, type FieldError, type Problem } from "#schemas/problem.ts"
import { ScheduleEvent } from "#schemas/scheduling/events.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { KeptSection, Replicate, SaveSchedule, ScheduledDay } from "#schemas/scheduling/schedule.ts"
import { scheduleLimits } from "#schemas/scheduling/slot.ts"
import { contextOf, handle, orStaleVersion, type CommandOptions } from "#server/handle.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { staleVersion } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { countsOf, planReplicate, replicatedSpan, type PlannedDay } from "./replicate.rule.ts"
import { scheduleDecider, type ScheduleCommand, type ScheduleFold } from "./schedule.decider.ts"
import { scheduleProjection, type ScheduleRow } from "./schedule.projection.ts"
import { foundPlace, lockedPlace, type Place } from "./schedule.queries.ts"
import { Before, beforeOf, byDay, planDays, restoredDays, type DatedSlot } from "./scheduleDays.rule.ts"
import { lockSlots, readSlots, standingOf, storePlans } from "./slot.queries.ts"
import { readStageList } from "#server/scheduling/stages/stages.queries.ts"
import { instantsOf } from "./wallTime.rule.ts"

/** The streams of schedules, by the number of their location: `schedule-7`. */
export const scheduleStream: Stream<ScheduleFold, ScheduleCommand, ScheduleEvent, ScheduleRow> = {
  decider: scheduleDecider,
  events: ScheduleEvent,
  projection: scheduleProjection,
  outside: "number",
  activity: { name: rowName(locationProjection), opens: rowOpens(locationProjection), isNumbered: true },
}

const refuse = (errors: ReadonlyArray<FieldError>) => {
  const [first] = errors
  return first === undefined ? Effect.void : Effect.fail(problem("Invalid", first.message, { errors }))
}

/** Whether planned days are more than one change may make. */
const refuseTooMany = (days: ReadonlyArray<PlannedDay>) => {
  const { adds, changes, removes } = countsOf(days)
  const message = `At most ${scheduleLimits.slotsAtOnce.toLocaleString("en-US")} slots change at once. Choose fewer days.`
  return refuse(adds + changes + removes > scheduleLimits.slotsAtOnce ? [{ field: "endDate", message }] : [])
}

/** Stores planned days and what was there before, next to the event of a command; only a change can be undone. */
const change = Effect.fnUntraced(function* (
  person: Person,
  place: Place,
  command: ScheduleCommand,
  {
    days,
    standing,
    options,
  }: {
    readonly days: ReadonlyArray<PlannedDay>
    readonly standing: ReadonlyArray<DatedSlot>
    readonly options: CommandOptions
  },
) {
  const companyId = person.actingCompanyId
  const { sql } = yield* Database
  const { version } = yield* handle(scheduleStream, place.locationId, command, contextOf(person, options), {
    beforeAppend: () =>
      orStaleVersion(
        Effect.andThen(
          storePlans(companyId, place, days),
          sql`insert into schedule_changes (company_id, location_id, version, before)
              values (${companyId}, ${place.locationId}, ${place.version + 1}, ${sql.json(beforeOf(place.row.sections, days, standing))})`,
        ),
      ),
  })
  return { version }
})

const inLocation = <A, R>(
  person: Person,
  hashedId: string,
  { expectedVersion }: CommandOptions,
  work: (place: Place, companyId: CompanyId) => Effect.Effect<A, Problem, R>,
) =>
  Effect.gen(function* () {
    const companyId = person.actingCompanyId
    const locationId = yield* foundThing<LocationId>(companyId, locationProjection, hashedId)
    const { company } = yield* Database
    return yield* company(companyId)(
      Effect.flatMap(lockedPlace(companyId, locationId), (place) =>
        // What is planned here would be refused for a reason that the caller has not seen.
        expectedVersion === undefined || expectedVersion === place.version
          ? work(place, companyId)
          : Effect.fail(staleVersion()),
      ),
    )
  })

/** The fields of a body that name what cannot be on a wall or lies in the past. */
const dayErrors = (days: ReadonlyArray<ScheduledDay>, { today, timezone }: Place): ReadonlyArray<FieldError> =>
  days.flatMap(({ date, slots }, place) =>
    date < today
      ? [{ field: `days.${place}.date`, message: "This day is over. Choose today or a later day." }]
      : slots.flatMap((slot, number) =>
          instantsOf({ ...slot, date }, timezone) === undefined
            ? [
                {
                  field: `days.${place}.slots.${number}.start`,
                  message: `The clocks change on ${date}: ${slot.start} to ${slot.end} does not exist on that day.`,
                },
              ]
            : [],
        ),
  )

const ofDays = Effect.fnUntraced(function* (
  companyId: CompanyId,
  locationId: LocationId,
  days: ReadonlyArray<Pick<ScheduledDay, "apptSection" | "date">>,
) {
  const { sql } = yield* Database
  if (days.length === 0) return []
  const named = days.map(({ apptSection, date }) => ({ section: apptSection, date }))
  return yield* lockSlots(
    companyId,
    locationId,
    sql`(s.appt_section, s.date) in (
          select d.section, d.date from jsonb_to_recordset(${sql.json(named)}) as d (section smallint, date date))`,
  )
})

/** A section that is for any visit names no stage. */
const anyVisit = ({ stageId, ...section }: KeptSection): KeptSection =>
  typeof stageId === "number" ? { ...section, stageId } : section

/** Fails with Invalid for a stage that the company does not have; none is removed until this is stored. */
const refuseUnknownStages = Effect.fnUntraced(function* (companyId: CompanyId, sections: ReadonlyArray<KeptSection>) {
  if (!sections.some(({ stageId }) => typeof stageId === "number")) return
  const { stages } = yield* readStageList(companyId, { isLocked: true })
  const message = "This stage was removed. Choose another one."
  yield* refuse(
    sections.flatMap(({ stageId }, place) =>
      typeof stageId !== "number" || stages.some((stage) => stage.stageId === stageId)
        ? []
        : [{ field: `sections.${place}.stageId`, message }],
    ),
  )
})

/**
 * Saves the sections of a location and the slots of the days that were edited. Booked slots stay whatever is saved.
 * Fails with Invalid for a day that is over and for a time that the clock skips, and with StaleVersion.
 */
export const saveSchedule = Effect.fn("saveSchedule")(function* (
  person: Person,
  { hashedId, sections, days: edited }: SaveSchedule,
  options: CommandOptions,
) {
  return yield* inLocation(person, hashedId, options, (place, companyId) =>
    Effect.gen(function* () {
      yield* refuse(dayErrors(edited, place))
      yield* refuseUnknownStages(companyId, sections)
      const standing = yield* ofDays(companyId, place.locationId, edited)
      const days = planDays(edited, standing)
      yield* refuseTooMany(days)
      const counted = { days: days.length, ...countsOf(days) }
      const kept = sections.map(anyVisit)
      const command = { _tag: "SaveSchedule", locationId: place.locationId, sections: kept, counted } as const
      return yield* change(person, place, command, { days, standing, options })
    }),
  )
})

const replicateSpan = Effect.fnUntraced(function* (asked: Replicate, place: Place) {
  const section = place.sections[asked.apptSection - 1] as KeptSection
  const span = replicatedSpan(asked, section, place.today)
  const weekdays = asked.week.map(({ day }) => day)
  if (span.endDate < span.startDate) {
    const message = `The section ${section.name} is from ${section.startDate} to ${section.endDate}. Choose days in it.`
    yield* refuse([{ field: "startDate", message }])
  }
  return { span, weekdays }
})

/** Says what replicating would do, without doing it. */
export const previewReplicate = Effect.fn("previewReplicate")(function* (person: Person, asked: Replicate) {
  const companyId = person.actingCompanyId
  const place = yield* foundPlace(
    companyId,
    yield* foundThing<LocationId>(companyId, locationProjection, asked.hashedId),
  )
  const { span } = yield* replicateSpan(asked, place)
  const standing = yield* readSlots(companyId, place.locationId, { ...span, apptSection: asked.apptSection })
  const { days, preview } = planReplicate(asked, span, place, standing.map(standingOf))
  yield* refuseTooMany(days)
  return preview
})

/** Copies the slots of a week to other days of a section, all or none. Two at once come one after the other. */
export const replicate = Effect.fn("replicate")(function* (person: Person, asked: Replicate, options: CommandOptions) {
  return yield* inLocation(person, asked.hashedId, options, (place, companyId) =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      const { span, weekdays } = yield* replicateSpan(asked, place)
      const standing = yield* lockSlots(
        companyId,
        place.locationId,
        sql`s.appt_section = ${asked.apptSection} and s.date between ${span.startDate}::date and ${span.endDate}::date`,
      )
      const { days, preview } = planReplicate(asked, span, place, standing)
      yield* refuseTooMany(days)
      const { apptSection, mode, existing } = asked
      const counted = { days: days.length, ...countsOf(days) }
      const command = {
        _tag: "ReplicateSlots",
        locationId: place.locationId,
        asked: { apptSection, mode, existing },
        ...{ ...span, weekdays, counted },
      } as const
      yield* change(person, place, command, { days, standing, options })
      return preview
    }),
  )
})

/** Takes back what was done last to a schedule; what was booked since stays. */
export const undoSchedule = Effect.fn("undoSchedule")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  return yield* inLocation(person, hashedId, options, (place, companyId) =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      const { row, undoable } = place
      if (row.state === "changed" && undoable === null) {
        return yield* Effect.fail(problem("NotAllowedNow", "A change can be undone for a day. Edit the slots instead."))
      }
      const rows = yield* Effect.orDie(sql<{ before: unknown }>`
        select before from schedule_changes where company_id = ${companyId} and location_id = ${place.locationId}
          and version = ${undoable?.version ?? 0}`)
      const before = rows[0] === undefined ? undefined : Schema.decodeUnknownSync(Before)(rows[0].before)
      const restored = before === undefined ? [] : restoredDays(before, place)
      const standing = yield* ofDays(companyId, place.locationId, restored)
      const days = planDays(restored, standing)
      const counted = { days: days.length, ...countsOf(days) }
      const command = { _tag: "UndoChange", sections: before?.sections ?? [], counted } as const
      return yield* change(person, place, command, { days, standing, options })
    }),
  )
})

/** Removes the slots from today on that nobody has booked, and switches all sections off. */
export const clearSchedule = Effect.fn("clearSchedule")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  return yield* inLocation(person, hashedId, options, (place, companyId) =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      const standing = yield* lockSlots(companyId, place.locationId, sql`s.date >= ${place.today}::date`)
      const held = [...byDay(standing).values()].flatMap(([slot]) =>
        slot === undefined ? [] : [{ ...slot, slots: [] }],
      )
      const days = planDays(held, standing)
      const command = { _tag: "ClearSchedule", removes: countsOf(days).removes } as const
      return yield* change(person, place, command, { days, standing, options })
    }),
  )
})
