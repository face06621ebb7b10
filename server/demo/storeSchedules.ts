import { Effect } from "effect"
import type { CompanyId, PatientId, UserId } from "#schemas/ids.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { appointmentStream } from "#server/scheduling/appointments/appointment.commands.ts"
import { stagesStream } from "#server/scheduling/stages/stages.commands.ts"
import { scheduleStream } from "#server/scheduling/schedules/schedule.commands.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import type { DemoLocation } from "./locations.ts"
import type { Random } from "./random.ts"
import { planSchedule, stagesToSave } from "./schedules.ts"
import { storeHashedIds } from "./storeTemplates.ts"
import { playCommands, type StreamRows } from "./streams.ts"
import { comeAgain, inStages, planVisits, stepsOf, type DemoVisit, type NumberedSlot } from "./visits.ts"

const slotColumns = {
  company_id: "int",
  slot_id: "int",
  location_id: "int",
  appt_section: "smallint",
  date: "date",
  start_time: "text",
  end_time: "text",
  is_later: "boolean",
  zone: "text",
  starts_at: "timestamptz",
  ends_at: "timestamptz",
  capacity: "smallint",
  overbook: "smallint",
  buffer_before: "smallint",
  buffer_after: "smallint",
  booked: "int",
} as const

const storeSlots = (companyId: CompanyId, slots: ReadonlyArray<NumberedSlot>, visits: ReadonlyArray<DemoVisit>) => {
  const seated = Map.groupBy(
    visits.filter(({ isSeated }) => isSeated),
    ({ slot }) => slot.slotId,
  )
  return insertRows(
    "slots",
    slotColumns,
    slots.map((slot) => ({
      company_id: companyId,
      slot_id: slot.slotId,
      location_id: slot.locationId,
      appt_section: slot.apptSection,
      date: slot.date,
      start_time: slot.start,
      end_time: slot.end,
      is_later: false,
      zone: slot.zone,
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      capacity: slot.capacity,
      overbook: 1,
      buffer_before: 0,
      buffer_after: 0,
      booked: seated.get(slot.slotId)?.length ?? 0,
    })),
  )
}

const nothing = { keeps: 0, changes: 0, removes: 0, affected: 0, leftOut: 0 }

/** A location of the demo with its number. */
export type StoredLocation = { readonly locationId: LocationId; readonly demo: DemoLocation }

/** Stores the schedules of the locations that are not disabled, and who comes when; gives their streams to be stored. */
export const storeSchedules = Effect.fn("demo.storeSchedules")(function* (
  random: Random,
  { companyId, actorId }: { readonly companyId: CompanyId; readonly actorId: UserId },
  {
    locations,
    patientIds,
  }: {
    readonly locations: ReadonlyArray<StoredLocation>
    readonly patientIds: ReadonlyArray<PatientId>
  },
  { at, now }: { readonly at: number; readonly now: number },
) {
  const open = locations.filter(({ demo }) => demo.disabled !== true)
  const planned = open.map(({ locationId, demo }) => ({
    locationId,
    zone: demo.location.timezone,
    ...planSchedule(demo.location, now),
  }))
  const slotIds = yield* takeIds(
    "slot_ids",
    planned.reduce((sum, { slots }) => sum + slots.length, 0),
  )
  let place = -1
  const slots = planned.flatMap(({ locationId, zone, slots: ofLocation }) =>
    ofLocation.map((slot): NumberedSlot => ({ ...slot, locationId, zone, slotId: idAt(slotIds, (place += 1)) })),
  )
  // The first locations are the busy ones.
  const shares = new Map(open.map(({ locationId }, rank) => [locationId, Math.max(0.5 - rank * 0.12, 0.06)]))
  const shareOf = (locationId: LocationId) => shares.get(locationId) ?? 0
  const visits = inStages(comeAgain(planVisits(random, slots, patientIds, { shareOf, now }), now), now)
  yield* storeSlots(companyId, slots, visits)
  const ids = yield* takeIds("appointment_ids", visits.length)
  yield* storeHashedIds(random, companyId, "appointment", ids)
  return [
    playCommands(stagesStream, companyId, companyId, [
      { at, actorId, command: { _tag: "SaveStages", stages: stagesToSave } },
    ]),
    ...planned.map(({ locationId, sections, slots: ofLocation, days }): StreamRows => {
      const counted = { ...nothing, adds: ofLocation.length, days }
      return playCommands(scheduleStream, companyId, locationId, [
        { at, actorId, command: { _tag: "SaveSchedule", locationId, sections, counted } },
      ])
    }),
    ...visits.map((visit, index): StreamRows => {
      const id = idAt(ids, index)
      return playCommands(appointmentStream, companyId, id, stepsOf(random, visit, id, { actorId, now }))
    }),
  ]
})
