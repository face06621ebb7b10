import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import fc from "fast-check"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
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
  slotIdOf,
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
] as const
type Step = readonly [what: (typeof deeds)[number], which: number]
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(fc.tuple(fc.constantFrom(...deeds), fc.nat({ max: 8 })), {
  minLength: 4,
  maxLength: 20,
})

/** Minutes of the day from the first one on, the last one not counted in. */
type Span = readonly [from: number, to: number]
type Offered = {
  readonly start: string
  readonly end: string
  readonly span: Span
  readonly capacity: number
  readonly overbook: number
}
/** Two slots one after the other, and one of another place that has time in common with both. */
const here: ReadonlyArray<Offered> = [
  { start: "09:00", end: "09:30", span: [540, 570], capacity: 1, overbook: 1 },
  { start: "09:30", end: "10:00", span: [570, 600], capacity: 1, overbook: 0 },
]
const there: ReadonlyArray<Offered> = [{ start: "09:15", end: "09:45", span: [555, 585], capacity: 2, overbook: 0 }]
const offered = [...here, ...there]
/** Few people, so that some of them want to be in two places at once. */
const people = 3

/** The plain law of seats: who has one, in which slot, and until when. */
type Seat = {
  readonly made: Appointment
  readonly person: number
  slot: number
  state: "held" | "booked" | "gone"
  until: number
}
const meet = ([from, to]: Span, [otherFrom, otherTo]: Span): boolean => from < otherTo && otherFrom < to

for (const [name, database] of longRuns === undefined ? testDatabases : everyDatabase) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(
    `the seats of a slot on ${name}`,
    (it) => {
      it.effect(
        "are those that a plain count says, whatever is held, booked, released, cancelled, moved and swapped",
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
        const { Appointment } = yield* schedulingClient
        const clock = yield* MovableClock
        yield* clock.move(noon)
        const place = (name: string, slots: ReadonlyArray<Offered>) =>
          savedPlace(
            [
              morning(
                monday,
                slots.map(({ start, end, capacity, overbook }) => slotAt(start, end, { capacity, overbook })),
              ),
            ],
            { name },
          )
        const places = [yield* place("Here", here), yield* place("There", there)]
        const slotIds = yield* Effect.forEach(offered, (one) =>
          slotIdOf(places[here.includes(one) ? 0 : 1] ?? "", monday, one.start),
        )
        const law: Array<Seat> = []
        let now = noon
        const isLive = ({ state, until }: Seat) => state === "booked" || (state === "held" && until > now)
        const live = () => law.filter(isLive)
        const taken = (slot: number) => live().filter((seat) => seat.slot === slot).length
        const hasSeat = (slot: number, isOverbooked = false): boolean => {
          const { capacity, overbook } = offered[slot]!
          return taken(slot) < capacity + (isOverbooked ? overbook : 0)
        }
        /** No one is in two places at once; a visit that moves leaves its own time. */
        const isThere = (person: number, slot: number, except?: Seat): boolean =>
          live().some(
            (seat) => seat !== except && seat.person === person && meet(offered[seat.slot]!.span, offered[slot]!.span),
          )
        for (const [what, which] of asked) {
          const slot = which % offered.length
          const seat = law[which % Math.max(law.length, 1)]
          if (what === "wait") yield* clock.move((now += which * wait))
          else if (what === "lapse") yield* lapseHolds
          else if (what === "hold" || what === "overbook") {
            const person = Math.floor(which / offered.length) % people
            const isOverbooked = what === "overbook"
            const held = yield* Effect.result(holdSlot(slotIds[slot]!, patients[person]!, isOverbooked))
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
            const to = (seat.slot + 1 + (which % (offered.length - 1))) % offered.length
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
                () => moveTo(seat.made, slotIds[to]!),
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
        const counted = (yield* Effect.forEach(places, (one) => slotsOf(one, monday))).flat()
        expect(counted.map(({ booked, held }) => booked + held)).toEqual(offered.map((_, slot) => taken(slot)))
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )
