import { Schema } from "effect"
import { WallTime } from "../fields.ts"
import { DateOnly, idOf, Instant } from "../ids.ts"

export const SlotId = idOf("SlotId")
export type SlotId = typeof SlotId.Type

/** The numbers of a location's appointment sections (docs/specification.md). */
export const apptSections = [1, 2, 3] as const
export const ApptSection = Schema.Literals(apptSections)
export type ApptSection = typeof ApptSection.Type

/** What a schedule may hold at most; minutes, days and seats (docs/policy.md#schedules). */
export const scheduleLimits = {
  slotsPerDay: 200,
  seats: 500,
  slotMinutes: 1_440,
  bufferMinutes: 240,
  days: 731,
  slotsAtOnce: 40_000,
} as const

const seats = `Enter 1 to ${scheduleLimits.seats} seats.`
const overbooked = `Enter 0 to ${scheduleLimits.seats} seats.`
const length = `Enter 1 to ${new Intl.NumberFormat("en-US").format(scheduleLimits.slotMinutes)} minutes.`
const buffer = `Enter 0 to ${scheduleLimits.bufferMinutes} minutes.`
const whole = (minimum: number, maximum: number, message: string) =>
  Schema.Number.check(
    Schema.makeFilter((value: number) => (Number.isInteger(value) && value >= minimum && value <= maximum) || message),
  )

/** What a slot holds. */
const slotSeats = {
  /** Seats that are offered. */
  capacity: whole(1, scheduleLimits.seats, seats),
  /** Seats beyond them that staff may give with a reason. */
  overbook: whole(0, scheduleLimits.seats, overbooked),
  /** Minutes kept free before and after. */
  bufferBefore: whole(0, scheduleLimits.bufferMinutes, buffer),
  bufferAfter: whole(0, scheduleLimits.bufferMinutes, buffer),
}

/** When a slot is and what it holds, on the wall of its location. */
export const slotTimes = {
  start: WallTime,
  end: WallTime,
  /**
   * The second of the two times that the clock shows this, on the day it goes back. Absent and false mean the first,
   * which is the only one on all other days.
   */
  isLater: Schema.optionalKey(Schema.Boolean),
  ...slotSeats,
}
export const SlotTime = Schema.Struct(slotTimes)
export type SlotTime = typeof SlotTime.Type

const endFirst = "The end must be after the start."

/** By what a section is filled: from when to when, how long a slot is, and what it holds. */
export const Plan = Schema.Struct({
  from: WallTime,
  to: WallTime,
  minutes: whole(1, scheduleLimits.slotMinutes, length),
  ...slotSeats,
}).check(Schema.makeFilter(({ from, to }) => from < to || { path: ["to"], issue: endFirst }))
export type Plan = typeof Plan.Type

/** Minutes since midnight of a wall time `HH:mm`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A time of day by its minutes since midnight. */
export const timeAt = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

/** The day so many days after another one, `YYYY-MM-DD`. A date that a saved journal hides stays hidden. */
export const dayAfter = (date: string, days: number): string => {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : new Date(at + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whether the times that two slots of one day take up, with their buffers, have a minute in common. */
export const overlap = (one: SlotTime, other: SlotTime): boolean =>
  (one.isLater === true) === (other.isLater === true) &&
  minutesOf(one.start) - one.bufferBefore < minutesOf(other.end) + other.bufferAfter &&
  minutesOf(other.start) - other.bufferBefore < minutesOf(one.end) + one.bufferAfter

type FieldIssue = { readonly path: ReadonlyArray<PropertyKey>; readonly issue: string }

const errorsOf = (slots: ReadonlyArray<SlotTime>): ReadonlyArray<FieldIssue> =>
  slots.flatMap((slot, place): ReadonlyArray<FieldIssue> => {
    if (slot.end <= slot.start) return [{ path: [place, "end"], issue: endFirst }]
    const before = slots.slice(0, place).find((other) => overlap(other, slot))
    return before === undefined
      ? []
      : [
          {
            path: [place, "start"],
            issue: `Slots ${before.start}–${before.end} and ${slot.start}–${slot.end} overlap.`,
          },
        ]
  })

/** The slots of one section on one day: none of them overlaps another. */
export const DaySlots = Schema.Array(SlotTime).check(
  Schema.isMaxLength(scheduleLimits.slotsPerDay, { message: `A day has at most ${scheduleLimits.slotsPerDay} slots.` }),
  Schema.makeFilter(errorsOf),
)
export type DaySlots = typeof DaySlots.Type

/** The statuses of a slot (FHIR R4, Slot.status): free, full, full while someone decides, not offered. */
export const SlotStatus = Schema.Literals(["free", "busy", "busy-tentative", "busy-unavailable"])
export type SlotStatus = typeof SlotStatus.Type

/** A slot as it is stored; `startsAt` and `endsAt` are what its wall times were in its zone when it was made. */
export const Slot = Schema.Struct({
  slotId: SlotId,
  apptSection: ApptSection,
  date: DateOnly,
  ...slotTimes,
  startsAt: Instant,
  endsAt: Instant,
  booked: Schema.Int,
  held: Schema.Int,
  status: SlotStatus,
}).annotate({ identifier: "Slot" })
export type Slot = typeof Slot.Type
