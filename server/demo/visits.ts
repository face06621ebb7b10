import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { PatientId, UserId } from "#schemas/ids.ts"
import type { AppointmentCommand } from "#server/scheduling/appointments/appointment.decider.ts"
import type { Random } from "./random.ts"
import { demoStages, type DemoSlot } from "./schedules.ts"
import type { Step } from "./streams.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A slot of the demo with its number and place. */
export type NumberedSlot = DemoSlot & {
  readonly slotId: SlotId
  readonly locationId: LocationId
  readonly zone: string
}

/** What becomes of a visit of the demo. */
type Fate = "fulfilled" | "noshow" | "cancelled" | "arrived" | "confirmed" | "booked"

/** How a visit of the demo went; `isSeated` while it takes a seat of its slot. */
export type DemoVisit = {
  readonly slot: NumberedSlot
  readonly patientId: PatientId
  readonly fate: Fate
  readonly isSeated: boolean
  /** Absent for a visit without a stage. */
  readonly stageId?: StageId
}

const fateOf = (random: Random, startsAt: number, now: number): Fate => {
  const since = now - startsAt
  if (since > 40 * minute) {
    return random.weighted<Fate>([
      ["fulfilled", 82],
      ["noshow", 9],
      ["cancelled", 9],
    ])
  }
  if (since > -15 * minute)
    return random.weighted<Fate>([
      ["arrived", 70],
      ["confirmed", 30],
    ])
  return random.weighted<Fate>([
    ["confirmed", startsAt - now < 4 * day ? 60 : 30],
    ["booked", 40],
    ["cancelled", 7],
  ])
}

/** How many seats of a slot are wanted: many in the days around now, fewer later. */
const wantedOf = (random: Random, slot: NumberedSlot, share: number, now: number): number => {
  const days = (Date.parse(slot.startsAt) - now) / day
  const near = days < -14 || days > 28 ? 0 : days < 7 ? 1 : 1 - (days - 7) / 28
  return Array.from({ length: slot.capacity }).filter(() => random.chance(share * near)).length
}

/**
 * Who comes when. No one has two visits on one day.
 * @param shareOf how much of a location’s seats are wanted, from 0 to 1
 */
export const planVisits = (
  random: Random,
  slots: ReadonlyArray<NumberedSlot>,
  patients: ReadonlyArray<PatientId>,
  { shareOf, now }: { readonly shareOf: (locationId: LocationId) => number; readonly now: number },
): ReadonlyArray<DemoVisit> => {
  const order = random.shuffle(patients)
  const days = new Set<string>()
  let next = 0
  const nextFor = (date: string): PatientId | undefined => {
    for (let tries = 0; tries < order.length; tries += 1) {
      const patient = order[next % order.length] as PatientId
      next += 1
      if (!days.has(`${patient} ${date}`)) {
        days.add(`${patient} ${date}`)
        return patient
      }
    }
    return undefined
  }
  return slots.flatMap((slot) => {
    if (slot.apptSection === 3) return []
    return Array.from({ length: wantedOf(random, slot, shareOf(slot.locationId), now) }).flatMap(() => {
      const patientId = nextFor(slot.date)
      if (patientId === undefined) return []
      const fate = fateOf(random, Date.parse(slot.startsAt), now)
      return [{ slot, patientId, fate, isSeated: fate !== "cancelled" }]
    })
  })
}

const isToCome = ({ fate }: DemoVisit): boolean => fate === "booked" || fate === "confirmed"

/** Every so many of a location’s visits to come are of someone who was there before. */
const everyAgain = 6

/**
 * Lets some visits to come be of patients who were seen at the same location over a week ago, each once and never twice
 * on one day, so that series of stages go on.
 */
export const comeAgain = (visits: ReadonlyArray<DemoVisit>, now: number): ReadonlyArray<DemoVisit> => {
  const onDay = new Set(visits.map(({ patientId, slot }) => `${patientId} ${slot.date}`))
  const waiting = Map.groupBy(
    visits.filter(({ fate, slot }) => fate === "fulfilled" && now - Date.parse(slot.startsAt) > 8 * day),
    ({ slot }) => slot.locationId,
  )
  const again = new Set<PatientId>()
  const counts = new Map<LocationId, number>()
  return visits.map((visit) => {
    const { slot } = visit
    if (!isToCome(visit)) return visit
    const count = (counts.get(slot.locationId) ?? 0) + 1
    counts.set(slot.locationId, count)
    if (count % everyAgain !== 0) return visit
    const patientId = (waiting.get(slot.locationId) ?? []).find(
      (seen) => !again.has(seen.patientId) && !onDay.has(`${seen.patientId} ${slot.date}`),
    )?.patientId
    if (patientId === undefined) return visit
    again.add(patientId)
    onDay.add(`${patientId} ${slot.date}`)
    return { ...visit, patientId }
  })
}

/**
 * Says of visits for which stage they were, without changing them otherwise: a first visit where it was over a week
 * ago, and a follow-up where the same patient comes for the next time.
 */
export const inStages = (visits: ReadonlyArray<DemoVisit>, now: number): ReadonlyArray<DemoVisit> => {
  const reached = new Map<PatientId, StageId>()
  return visits
    .toSorted((one, other) => Date.parse(one.slot.startsAt) - Date.parse(other.slot.startsAt))
    .map((visit) => {
      const { patientId, fate, slot } = visit
      const before = reached.get(patientId)
      const days = (now - Date.parse(slot.startsAt)) / day
      const isFirst = before === undefined && fate === "fulfilled" && days > 8
      const isNext = before === demoStages.firstVisit && isToCome(visit)
      if (!isFirst && !isNext) return visit
      const stageId = isFirst ? demoStages.firstVisit : demoStages.followUp
      reached.set(patientId, stageId)
      return { ...visit, stageId }
    })
}

type Ending = Step<AppointmentCommand>

const endOf = (fate: Fate, startsAt: number, booked: number, now: number, actorId: UserId): ReadonlyArray<Ending> => {
  const step = (at: number, command: { readonly _tag: "MarkArrived" | "MarkFulfilled" | "MarkMissed" }): Ending => ({
    at,
    actorId,
    command: { ...command, now: at },
  })
  const came = step(startsAt - 6 * minute, { _tag: "MarkArrived" })
  switch (fate) {
    case "arrived":
      return [came]
    case "fulfilled":
      return [came, step(startsAt + 33 * minute, { _tag: "MarkFulfilled" })]
    case "noshow":
      return [step(startsAt + 25 * minute, { _tag: "MarkMissed" })]
    case "cancelled": {
      const at = Math.min(startsAt - day, now - hour)
      const late = Math.max(at, booked + hour / 2)
      return [{ at: late, actorId, command: { _tag: "CancelAppointment", reason: "patient", now: late } }]
    }
    default:
      return []
  }
}

/** What happened to a visit until now, as commands of the person who works there. */
export const stepsOf = (
  random: Random,
  { slot, patientId, fate, stageId }: DemoVisit,
  appointmentId: AppointmentId,
  { actorId, now }: { readonly actorId: UserId; readonly now: number },
): ReadonlyArray<Step<AppointmentCommand>> => {
  const { locationId, apptSection, slotId, date, start, end, zone, startsAt, endsAt } = slot
  const begins = Date.parse(startsAt)
  const held = Math.min(begins, now) - random.int(2, 20) * day - random.int(0, 600) * minute
  const booked = held + 2 * minute
  const hold: AppointmentCommand = {
    _tag: "HoldSlot",
    ...{ appointmentId, patientId, locationId, isOverbooked: false, now: held },
    ...(stageId === undefined ? {} : { stageId }),
    times: { slotId, apptSection, date, start, end, zone, startsAt, endsAt },
    source: random.weighted([
      ["staff", 60],
      ["link", 40],
    ] as const),
  }
  const confirmed = Math.min(begins - 2 * day, now - random.int(1, 30) * hour)
  const confirms = fate === "confirmed" || fate === "arrived" || (fate === "fulfilled" && random.chance(0.7))
  const at = Math.max(confirmed, booked + hour)
  return [
    { at: held, actorId, command: hold },
    { at: booked, actorId, command: { _tag: "BookAppointment", now: booked } },
    ...(confirms ? [{ at, actorId: null, command: { _tag: "ConfirmAppointment", now: at } } as const] : []),
    ...endOf(fate, begins, booked, now, actorId),
  ]
}
