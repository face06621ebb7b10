import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import fc from "fast-check"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { noneOf } from "#schemas/ids.ts"
import { ExistingSlots } from "#schemas/scheduling/schedule.ts"
import { minutesOf, SlotId, type SlotTime } from "#schemas/scheduling/slot.ts"
import { lapseHolds } from "#server/scheduling/appointments/appointment.commands.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { noon } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  seatDrift,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { everyDatabase, testDatabases } from "#tests/support/testDatabases.ts"

/** How many lives of some slots are tried: more, and on every database, in the long check (`npm run check:long`). */
const longRuns = process.env["ADMIN_VIEW_LONG_RUNS"]
const lives = Number(longRuns ?? 20)

const patience = longRuns === undefined ? 120_000 : 7_200_000

/** A step of waiting, in milliseconds: no number of them is the five minutes of a hold, so nothing is decided by a moment. */
const wait = 102_000
const holdSlot = Effect.fnUntraced(function* (
  slotId: Appointment["slotId"],
  patientHashedId: string,
  overbook: boolean,
) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook } })).data
})
const bookHeld = Effect.fnUntraced(function* ({ hashedId }: Pick<Appointment, "hashedId">) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } })).data
})
/** Two exchange their times, the other one as it is read now. */
const swap = Effect.fnUntraced(function* (mine: Pick<Appointment, "hashedId">, theirs: Pick<Appointment, "hashedId">) {
  const { Appointment } = yield* schedulingClient
  const { data } = yield* Appointment.GetAppointmentDetail({ query: { hashedId: theirs.hashedId } })
  const other = { hashedId: theirs.hashedId, version: data.appointment.version }
  return (yield* Appointment.Swap({ headers: {}, payload: { hashedId: mine.hashedId, other } })).data
})
const moveTo = Effect.fnUntraced(function* (
  { hashedId }: Pick<Appointment, "hashedId">,
  slotId: Appointment["slotId"],
) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId } })).data
})

/** What is done in the life of some slots, each by a number that chooses among what is there. */
const deeds = [
  "hold",
  "hold",
  "overbook",
  "book",
  "release",
  "cancel",
  "move",
  "swap",
  "swap",
  "wait",
  "lapse",
  "replicate",
] as const
type Step = readonly [what: (typeof deeds)[number], which: number]
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(fc.tuple(fc.constantFrom(...deeds), fc.nat({ max: 8 })), {
  minLength: 4,
  maxLength: 20,
})

/** Minutes of the day from the first one on, the last one not counted in. */
type Span = readonly [from: number, to: number]
const spanOf = ({ start, end }: SlotTime): Span => [minutesOf(start), minutesOf(end)]
/** The time that a slot takes up of its section, with what is kept free before and after. */
const roomOf = ({ bufferBefore, bufferAfter, ...time }: SlotTime): Span => {
  const [from, to] = spanOf({ bufferBefore, bufferAfter, ...time })
  return [from - bufferBefore, to + bufferAfter]
}
const meet = ([from, to]: Span, [otherFrom, otherTo]: Span): boolean => from < otherTo && otherFrom < to

/** Two slots one after the other, and what they are replicated by: other seats, lengths and free minutes. */
const here = [slotAt("09:00", "09:30", { capacity: 1, overbook: 1 }), slotAt("09:30", "10:00", { capacity: 1 })]
const weeks: ReadonlyArray<ReadonlyArray<SlotTime>> = [
  here,
  [slotAt("09:00", "09:30", { capacity: 2 }), slotAt("09:40", "10:00", { capacity: 1, bufferBefore: 10 })],
  [
    slotAt("08:30", "08:50", { capacity: 1, overbook: 1, bufferAfter: 15 }),
    slotAt("09:15", "09:45", { capacity: 1, bufferBefore: 10, bufferAfter: 15 }),
    slotAt("10:00", "10:30", { capacity: 1 }),
  ],
]
/** A slot of another place, which has time in common with both. */
const there = [slotAt("09:15", "09:45", { capacity: 2 })]

/** A slot as the law knows it. */
type Offered = { id: SlotId; readonly place: number; time: SlotTime }

/**
 * What replicating makes of the slots of a day: taken ones stay, with other seats where these are enough, and the rest
 * is as it is given, wherever it has no minute in common with what stays; or everything stays and what fits is added.
 */
const replicated = (
  standing: ReadonlyArray<Offered>,
  given: ReadonlyArray<SlotTime>,
  existing: ExistingSlots,
  taken: (slot: Offered) => number,
): ReadonlyArray<Offered> => {
  if (existing === "skip" && standing.some((slot) => taken(slot) > 0)) return standing
  const stays = existing === "keep" ? standing : standing.filter((slot) => taken(slot) > 0)
  if (existing !== "keep")
    for (const slot of stays) {
      const same = given.find((one) => one.start === slot.time.start && one.end === slot.time.end)
      const hasRoom = same !== undefined && taken(slot) <= same.capacity + same.overbook
      if (hasRoom && String(roomOf(same)) === String(roomOf(slot.time))) slot.time = same
    }
  const fits = (time: SlotTime) =>
    stays.every((slot) => slot.time.start !== time.start && !meet(roomOf(slot.time), roomOf(time)))
  return [...stays, ...given.filter(fits).map((time) => ({ id: noneOf(SlotId), place: 0, time }))]
}

/** Few people, so that some of them want to be in two places at once. */
const people = 3

/** The plain law of seats: who has one, in which slot, and until when. */
type Seat = {
  readonly made: Appointment
  readonly person: number
  slot: Offered
  state: "held" | "booked" | "gone"
  until: number
}

for (const [name, database] of longRuns === undefined ? testDatabases : everyDatabase) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(
    `the seats of a slot on ${name}`,
    (it) => {
      it.effect(
        "are those that a plain count says, whatever is held, booked, released, cancelled, moved, swapped and replicated",
        () =>
          Effect.gen(function* () {
            const context = yield* Effect.context<Effect.Services<ReturnType<typeof life>>>()
            yield* Effect.promise(() =>
              fc.assert(
                fc.asyncProperty(steps, (asked) => Effect.runPromiseWith(context)(life(asked))),
                { numRuns: lives },
              ),
            )
          }),
        patience,
      )
    },
  )
}

const life = (asked: ReadonlyArray<Step>) =>
  Effect.flatMap(companyWith(people), ({ companyId, patients }) =>
    asCompany(companyId)(
      Effect.gen(function* () {
        const { Appointment, Scheduler } = yield* schedulingClient
        const clock = yield* MovableClock
        yield* clock.move(noon)
        const places = [
          yield* savedPlace([morning(monday, here)], { name: "Here" }),
          yield* savedPlace([morning(monday, there)], { name: "There" }),
        ]
        let slots = [here, there].flatMap((times, place) =>
          times.map((time): Offered => ({ id: noneOf(SlotId), place, time })),
        )
        /** Looks that the slots are those of the law, and notes their numbers. */
        const lookAgain = Effect.gen(function* () {
          const stored = (yield* Effect.forEach(places, (place, at) =>
            Effect.map(slotsOf(place, monday), (all) => all.map((slot) => ({ ...slot, place: at }))),
          )).flat()
          const inOrder = slots.toSorted(
            (one, other) => one.place - other.place || (one.time.start < other.time.start ? -1 : 1),
          )
          expect(stored).toMatchObject(
            inOrder.map((slot) => ({
              place: slot.place,
              ...slot.time,
              booked: booked(slot),
              held: taken(slot) - booked(slot),
            })),
          )
          for (const [index, slot] of inOrder.entries()) slot.id = stored[index]?.slotId ?? slot.id
        })
        const law: Array<Seat> = []
        let now = noon
        const isLive = ({ state, until }: Seat) => state === "booked" || (state === "held" && until > now)
        const live = () => law.filter(isLive)
        const taken = (slot: Offered) => live().filter((seat) => seat.slot === slot).length
        const booked = (slot: Offered) => law.filter((seat) => seat.slot === slot && seat.state === "booked").length
        /** One of those beyond is given once all are booked. */
        const hasSeat = (slot: Offered, isOverbooked = false): boolean => {
          const { capacity, overbook } = slot.time
          return taken(slot) < capacity + (isOverbooked && booked(slot) >= capacity ? overbook : 0)
        }
        /** No one is in two places at once; a visit that moves leaves its own time. */
        const isThere = (person: number, slot: Offered, except?: Seat): boolean =>
          live().some(
            (seat) => seat !== except && seat.person === person && meet(spanOf(seat.slot.time), spanOf(slot.time)),
          )
        yield* lookAgain
        for (const [what, which] of asked) {
          const slot = slots[which % slots.length]!
          const seat = law[which % Math.max(law.length, 1)]
          if (what === "wait") yield* clock.move((now += which * wait))
          else if (what === "lapse") yield* lapseHolds
          else if (what === "replicate") {
            // What is held no longer is given back first: until then its seat is taken.
            yield* lapseHolds
            const week = weeks[which % weeks.length]!
            const existing = ExistingSlots.literals[Math.floor(which / weeks.length)]!
            yield* Scheduler.Replicate({
              headers: {},
              payload: {
                ...{ hashedId: places[0]!, apptSection: 1, mode: "Range", startDate: monday, endDate: monday },
                ...{ week: [{ day: 1, slots: week }], existing },
              },
            })
            const [own, others] = [0, 1].map((place) => slots.filter((one) => one.place === place))
            slots = [...replicated(own!, week, existing, taken), ...others!]
            yield* lookAgain
          } else if (what === "hold" || what === "overbook") {
            const person = Math.floor(which / slots.length) % people
            const isOverbooked = what === "overbook"
            const held = yield* Effect.result(holdSlot(slot.id, patients[person]!, isOverbooked))
            expect([what, Result.isSuccess(held)]).toEqual([
              what,
              hasSeat(slot, isOverbooked) && !isThere(person, slot),
            ])
            if (Result.isSuccess(held))
              law.push({
                made: held.success,
                person,
                slot,
                state: "held",
                until: Date.parse(held.success.heldUntil ?? ""),
              })
          } else if (seat !== undefined) {
            const { hashedId } = seat.made
            const isOpen = isLive(seat)
            const other = law[(which + 1) % law.length]!
            const to = slots[(slots.indexOf(seat.slot) + 1 + (which % (slots.length - 1))) % slots.length]!
            const [may, done] = {
              book: [isOpen && seat.state === "held", () => bookHeld(seat.made)] as const,
              release: [
                isOpen && seat.state === "held",
                () => Appointment.ReleaseSlot({ headers: {}, payload: { hashedId } }),
              ] as const,
              cancel: [
                isOpen && seat.state === "booked",
                () =>
                  Appointment.ChangeStatus({ headers: {}, payload: { hashedId, action: "cancel", reason: "patient" } }),
              ] as const,
              move: [
                isOpen && seat.state === "booked" && hasSeat(to) && !isThere(seat.person, to, seat),
                () => moveTo(seat.made, to.id),
              ] as const,
              swap: [
                [seat, other].every((one) => isLive(one) && one.state === "booked") &&
                  seat.person !== other.person &&
                  seat.slot !== other.slot &&
                  !isThere(seat.person, other.slot, seat) &&
                  !isThere(other.person, seat.slot, other),
                () => swap(seat.made, other.made),
              ] as const,
            }[what]
            const answer = yield* Effect.result(
              done() as Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof bookHeld>>>,
            )
            // A hold whose time is over is given back as well as gone.
            if (what !== "release" || isOpen) expect([what, Result.isSuccess(answer)]).toEqual([what, may])
            if (may && what === "move") seat.slot = to
            else if (may && what === "swap") [seat.slot, other.slot] = [other.slot, seat.slot]
            else if (may) seat.state = what === "book" ? "booked" : "gone"
          }
        }
        yield* lapseHolds
        yield* lookAgain
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )
