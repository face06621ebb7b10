import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minutesOf, SlotId, type SlotTime } from "#schemas/scheduling/slot.ts"
import { planDay, type StandingSlot } from "#server/scheduling/schedules/slotPlan.rule.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"

const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

/** A day of slots, one after the other with pauses, so that none overlaps another. */
const day = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 0, max: 3 }),
      length: fc.integer({ min: 1, max: 4 }),
      capacity: fc.integer({ min: 1, max: 4 }),
      bufferAfter: fc.constantFrom(0, 15),
    }),
    { maxLength: 8 },
  )
  .map((pieces) => {
    let at = 8 * 60
    return pieces.map(({ pause, length, capacity, bufferAfter }): SlotTime => {
      const start = at + pause * 15
      const end = start + length * 15
      at = end + bufferAfter
      return slotAt(timeOf(start), timeOf(end), { capacity, bufferAfter })
    })
  })

const standing = fc
  .tuple(day, fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 8, maxLength: 8 }))
  .map(([slots, taken]): ReadonlyArray<StandingSlot> =>
    slots.map((slot, place) => ({
      ...slot,
      slotId: SlotId.make(place + 1),
      taken: Math.min(taken[place] ?? 0, slot.capacity),
    })),
  )

/** The minutes that a slot takes up: with what is kept free after it. */
const minutesTaken = ({ start, end, bufferAfter }: SlotTime) => {
  const from = minutesOf(start)
  return Array.from({ length: minutesOf(end) + bufferAfter - from }, (_, place) => from + place)
}

/** The day after its plan is carried out, as plain slots. */
const carriedOut = (slots: ReadonlyArray<StandingSlot>, plan: ReturnType<typeof planDay>): ReadonlyArray<SlotTime> => [
  ...slots
    .filter((one) => !plan.removes.some(({ slotId }) => slotId === one.slotId))
    .map((one) => plan.changes.find(({ slotId }) => slotId === one.slotId)?.slot ?? one),
  ...plan.adds,
]

const has = (slots: ReadonlyArray<SlotTime>, { start, end }: SlotTime) =>
  slots.some((one) => one.start === start && one.end === end)

describe("a day that gets other slots", () => {
  it("never has two slots in one minute", () => {
    fc.assert(
      fc.property(standing, day, fc.constantFrom("keep", "skip", "replace" as const), (slots, given, existing) => {
        const minutes = carriedOut(slots, planDay(slots, given, existing)).flatMap(minutesTaken)
        expect(new Set(minutes).size).toBe(minutes.length)
      }),
    )
  })

  it("keeps each booked slot with its times and seats enough for who is booked", () => {
    fc.assert(
      fc.property(standing, day, fc.constantFrom("keep", "skip", "replace" as const), (slots, given, existing) => {
        const after = carriedOut(slots, planDay(slots, given, existing))
        for (const slot of slots.filter(({ taken }) => taken > 0)) {
          const kept = after.find(({ start, end }) => start === slot.start && end === slot.end)
          expect(kept?.capacity).toBeGreaterThanOrEqual(slot.taken)
        }
      }),
    )
  })

  it("is what is given when free slots are replaced, but for what a booked slot takes up", () => {
    fc.assert(
      fc.property(standing, day, (slots, given) => {
        const after = carriedOut(slots, planDay(slots, given, "replace"))
        const booked = new Set(slots.filter(({ taken }) => taken > 0).flatMap(minutesTaken))
        for (const slot of given.filter((one) => minutesTaken(one).every((minute) => !booked.has(minute)))) {
          expect(after).toContainEqual(expect.objectContaining({ start: slot.start, capacity: slot.capacity }))
        }
        const free = slots.filter(({ taken }) => taken === 0)
        for (const slot of free.filter((one) => !has(given, one))) expect(has(after, slot)).toBe(false)
      }),
    )
  })

  it("keeps everything when what is there stays, and everything of a day with bookings when such days are skipped", () => {
    fc.assert(
      fc.property(standing, day, (slots, given) => {
        for (const slot of slots) expect(has(carriedOut(slots, planDay(slots, given, "keep")), slot)).toBe(true)
        if (slots.some(({ taken }) => taken > 0)) {
          expect(carriedOut(slots, planDay(slots, given, "skip"))).toEqual(slots)
        }
      }),
    )
  })

  it("is the same when the same is given twice", () => {
    fc.assert(
      fc.property(standing, day, (slots, given) => {
        const once = carriedOut(slots, planDay(slots, given, "replace"))
        const again: ReadonlyArray<StandingSlot> = once.map((slot, place) => ({
          taken: 0,
          ...slot,
          slotId: SlotId.make(place + 1),
        }))
        const plan = planDay(again, given, "replace")
        expect([plan.adds, plan.changes, plan.removes]).toEqual([[], [], []])
      }),
    )
  })

  it("names the booked slots that the new times do not hold", () => {
    const booked: StandingSlot = { ...slotAt("09:00", "09:30"), slotId: SlotId.make(1), taken: 2 }
    const plan = planDay([booked], [slotAt("09:15", "09:45"), slotAt("10:00", "10:30")], "replace")
    expect(plan.affected).toEqual([booked])
    expect(plan.leftOut).toEqual([slotAt("09:15", "09:45")])
    expect(plan.adds).toEqual([slotAt("10:00", "10:30")])
  })

  it("gives a booked slot more seats, and fewer as long as they are enough", () => {
    const booked: StandingSlot = { ...slotAt("09:00", "09:30"), slotId: SlotId.make(1), taken: 2 }
    const seats = (capacity: number) => planDay([booked], [slotAt("09:00", "09:30", { capacity })], "replace")
    expect(seats(6).changes).toHaveLength(1)
    expect(seats(2).changes).toHaveLength(1)
    expect(seats(1)).toMatchObject({ changes: [], affected: [booked] })
  })
})
