import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import fc from "fast-check"
import type { OfferState } from "#schemas/scheduling/waitlist.ts"
import { lapseOffers } from "#server/scheduling/waitlist/round.commands.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingOn,
  seatDrift,
  slotIdOf,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { waitlistCalls } from "#tests/support/waitlist.ts"

const longRuns = process.env["ADMIN_VIEW_LONG_RUNS"]
const lives = Number(longRuns ?? 12)
const minute = 60_000

/** A slot of the morning and two of the afternoon, one seat each. */
const starts = ["09:00", "13:00", "14:00"] as const
const parts = ["any", "morning", "afternoon"] as const

/** What is done in the life of a waitlist, each to the slot and the offer that a number chooses. */
type Step = readonly [what: "offer" | "next" | "accept" | "decline" | "stop" | "wait", which: number]
const lifeOf = fc.tuple(
  fc.array(fc.constantFrom(...parts), { minLength: 2, maxLength: 5 }),
  fc.array(
    fc.tuple(fc.constantFrom("offer", "offer", "next", "accept", "decline", "stop", "wait"), fc.nat({ max: 11 })),
    { minLength: 4, maxLength: 16 },
  ),
)

/** The plain law: people in the order in which they came, offers with what became of them, and a round of each slot. */
type Person = { readonly part: (typeof parts)[number]; waits: boolean }
type Asked = { readonly person: number; readonly slot: number; readonly at: number; state: OfferState }

const fits = ({ part }: Person, slot: number): boolean => part === "any" || (part === "morning") === (slot === 0)

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 120_000 })("rounds", (it) => {
  it.effect(
    "ask the longest waiting of those who fit, give each seat once, and ask no one more than three times a week",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof life>>>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(lifeOf, ([people, steps]) => Effect.runPromiseWith(context)(life(people, steps))),
            { numRuns: lives },
          ),
        )
      }),
    longRuns === undefined ? 120_000 : 7_200_000,
  )
})

const life = (wanted: ReadonlyArray<Person["part"]>, steps: ReadonlyArray<Step>) =>
  Effect.flatMap(companyWith(wanted.length), ({ companyId, patients }) =>
    asCompany(companyId)(
      Effect.gen(function* () {
        const { add, offer, next: offerNext, answer, stop, log } = yield* waitlistCalls
        const clock = yield* MovableClock
        yield* clock.move(noon)
        const place = yield* savedPlace([
          morning(monday, [slotAt("09:00", "09:30", { capacity: 1 })]),
          {
            apptSection: 2,
            date: monday,
            slots: [slotAt("13:00", "13:30", { capacity: 1 }), slotAt("14:00", "14:30", { capacity: 1 })],
          },
        ])
        const slotIds = yield* Effect.forEach(starts, (start) => slotIdOf(place, monday, start))
        const people: ReadonlyArray<Person> = wanted.map((part) => ({ part, waits: true }))
        for (const [index, part] of wanted.entries()) yield* add(patients[index] ?? "", { part })

        let now = noon
        const asked: Array<Asked> = []
        const open = new Set<number>()
        const taken = new Set<number>()
        const live = (slot: number) => asked.filter((one) => one.slot === slot && one.state === "offered")
        const next = (slot: number): number =>
          people.findIndex((person, index) => {
            const own = asked.filter((one) => one.person === index)
            return (
              person.waits &&
              fits(person, slot) &&
              own.length < 3 &&
              !own.some(({ state }) => state === "offered") &&
              !own.some((one) => one.slot === slot && (one.state === "declined" || one.state === "lapsed"))
            )
          })
        const ask = (slot: number): boolean => {
          const person = next(slot)
          if (person >= 0) asked.push({ person, slot, at: now, state: "offered" })
          return person >= 0
        }
        const goOn = (slot: number): void => {
          if (open.has(slot) && live(slot).length === 0 && !ask(slot)) open.delete(slot)
        }

        for (const [what, which] of steps) {
          const slot = which % starts.length
          const rounds = yield* log
          const round = rounds.find((one) => one.state === "open" && one.slotId === slotIds[slot])
          const waiting = round?.offers.filter(({ state }) => state === "offered") ?? []
          const chosen = which % Math.max(waiting.length, 1)
          const ours = live(slot)[chosen]
          expect([what, round !== undefined]).toEqual([what, open.has(slot)])
          if (what === "wait") {
            // No number of these is the fifteen minutes of an offer, so nothing is decided by a moment.
            yield* clock.move((now += (which + 1) * 1.7 * minute))
            yield* lapseOffers
            for (const one of asked.filter(({ state, at }) => state === "offered" && now - at > 15 * minute)) {
              one.state = "lapsed"
              goOn(one.slot)
            }
          } else if (what === "offer") {
            const may = !open.has(slot) && !taken.has(slot) && next(slot) >= 0
            const done = yield* Effect.result(offer(slotIds[slot]!))
            expect([what, Result.isSuccess(done)]).toEqual([what, may])
            if (may) open.add(slot)
            if (may) ask(slot)
          } else if (round !== undefined && what === "next") {
            const may = next(slot) >= 0
            expect([what, Result.isSuccess(yield* Effect.result(offerNext(round.roundId)))]).toEqual([what, may])
            ask(slot)
          } else if (round !== undefined && what === "stop") {
            yield* stop(round.roundId)
            for (const one of live(slot)) one.state = "withdrawn"
            open.delete(slot)
          } else if (waiting[chosen] !== undefined && ours !== undefined && (what === "accept" || what === "decline")) {
            yield* answer(waiting[chosen].offerId, what)
            ours.state = what === "accept" ? "accepted" : "declined"
            if (what === "accept") {
              for (const one of live(slot)) one.state = "lost"
              people[ours.person]!.waits = false
              open.delete(slot)
              taken.add(slot)
            } else goOn(slot)
          }
          const said = (yield* log)
            .flatMap(({ slotId, offers }) => offers.map((one) => ({ ...one, slotId })))
            .toSorted((one, other) => one.offerId - other.offerId)
          expect(said.map(({ patient, slotId, state }) => [patient.hashedId, slotId, state])).toEqual(
            asked.map((one) => [patients[one.person], slotIds[one.slot], one.state]),
          )
        }
        const seats = (yield* slotsOf(place, monday)).map(({ booked, held }) => [booked, held])
        expect(seats).toEqual(starts.map((_, slot) => [taken.has(slot) ? 1 : 0, open.has(slot) ? 1 : 0]))
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )
