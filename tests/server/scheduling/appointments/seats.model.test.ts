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

/** How many lives of two slots are tried: more, and on every database, in the long check (`npm run check:long`). */
const longRuns = process.env["ADMIN_VIEW_LONG_RUNS"]
const lives = Number(longRuns ?? 12)

const patience = longRuns === undefined ? 120_000 : 7_200_000

/** A step of waiting, in milliseconds: no number of them is the five minutes of a hold, so nothing is decided by a moment. */
const wait = 102_000
const holdSlot = Effect.fnUntraced(function* (slotId: Appointment["slotId"], patientHashedId = "") {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook: false } })).data
})
const bookHeld = Effect.fnUntraced(function* ({ hashedId }: Pick<Appointment, "hashedId">) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } })).data
})
const moveTo = Effect.fnUntraced(function* (
  { hashedId }: Pick<Appointment, "hashedId">,
  slotId: Appointment["slotId"],
) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId } })).data
})

/** What is done in the life of two slots, each by a number that chooses among what is there. */
type Step = readonly [what: "hold" | "book" | "release" | "cancel" | "move" | "wait" | "lapse", which: number]
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.tuple(fc.constantFrom("hold", "hold", "book", "release", "cancel", "move", "wait", "lapse"), fc.nat({ max: 11 })),
  { minLength: 4, maxLength: 16 },
)
/** The plain law of seats: who has one, in which slot, and until when. */
type Seat = { readonly made: Appointment; slot: number; state: "held" | "booked" | "gone"; until: number }
const seats = [1, 2] as const

for (const [name, database] of longRuns === undefined ? testDatabases : everyDatabase) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(
    `the seats of a slot on ${name}`,
    (it) => {
      it.effect(
        "are those that a plain count says, whatever is held, booked, released, cancelled and moved",
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
  Effect.flatMap(companyWith(16), ({ companyId, patients }) =>
    asCompany(companyId)(
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const clock = yield* MovableClock
        yield* clock.move(noon)
        const place = yield* savedPlace([
          morning(monday, [
            slotAt("09:00", "09:30", { capacity: seats[0] }),
            slotAt("09:30", "10:00", { capacity: seats[1] }),
          ]),
        ])
        const slotIds = [yield* slotIdOf(place, monday, "09:00"), yield* slotIdOf(place, monday, "09:30")]
        const law: Array<Seat> = []
        let now = noon
        const isLive = ({ state, until }: Seat) => state === "booked" || (state === "held" && until > now)
        const taken = (slot: number) => law.filter((seat) => isLive(seat) && seat.slot === slot).length
        const isFree = (slot: number) => taken(slot) < (seats[slot] ?? 0)
        for (const [what, which] of asked) {
          const slot = which % 2
          const seat = law[which % Math.max(law.length, 1)]
          if (what === "wait") yield* clock.move((now += which * wait))
          else if (what === "lapse") yield* lapseHolds
          else if (what === "hold") {
            const held = yield* Effect.result(holdSlot(slotIds[slot]!, patients[law.length]))
            expect([what, Result.isSuccess(held)]).toEqual([what, isFree(slot)])
            if (Result.isSuccess(held))
              law.push({ made: held.success, slot, state: "held", until: Date.parse(held.success.heldUntil ?? "") })
          } else if (seat !== undefined) {
            const { hashedId } = seat.made
            const live = isLive(seat)
            const [may, done] = {
              book: [live && seat.state === "held", () => bookHeld(seat.made)] as const,
              release: [
                live && seat.state === "held",
                () => Appointment.ReleaseSlot({ headers: {}, payload: { hashedId } }),
              ] as const,
              cancel: [
                live && seat.state === "booked",
                () =>
                  Appointment.ChangeStatus({ headers: {}, payload: { hashedId, action: "cancel", reason: "patient" } }),
              ] as const,
              move: [
                live && seat.state === "booked" && isFree(1 - seat.slot),
                () => moveTo(seat.made, slotIds[1 - seat.slot]!),
              ] as const,
            }[what]
            const answer = yield* Effect.result(
              done() as Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof bookHeld>>>,
            )
            // A hold whose time is over is given back as well as gone.
            if (what !== "release" || live) expect([what, Result.isSuccess(answer)]).toEqual([what, may])
            if (may && what === "move") seat.slot = 1 - seat.slot
            else if (may) seat.state = what === "book" ? "booked" : "gone"
          }
        }
        yield* lapseHolds
        const counted = yield* slotsOf(place, monday)
        expect(counted.map(({ booked, held }) => booked + held)).toEqual([taken(0), taken(1)])
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )
