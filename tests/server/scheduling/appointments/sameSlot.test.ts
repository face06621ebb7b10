import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { toldTogether } from "#server/scheduling/appointments/sameSlot.ts"
import { Database } from "#server/store/Database.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

const taken = problem("SlotTaken", "Someone else took the last seat of this time.")
const slot = { companyId: CompanyId.make(1), slotId: SlotId.make(7) }

layer(embeddedDatabase, { timeout: 60_000 })("those who want a seat of one slot at once", (it) => {
  it.effect("are told what one of them was told who tried after they had come, and later ones try themselves", () =>
    Effect.gen(function* () {
      const tried: Array<string> = []
      const find = yield* Deferred.make<void>()
      const come = (name: string, look: Effect.Effect<void> = Effect.void) =>
        Effect.forkChild(
          Effect.flip(
            toldTogether(
              slot,
              Effect.gen(function* () {
                tried.push(name)
                yield* look
                return yield* Effect.fail(taken)
              }),
            ),
          ),
          { startImmediately: true },
        )
      // As many as try at once, all of whom look for long; the fifth has to wait.
      const first = yield* Effect.forEach(["one", "two", "three", "four"], (name) => come(name, Deferred.await(find)))
      const waits = yield* come("waits")
      expect(tried).toEqual(["one", "two", "three", "four"])
      yield* Deferred.succeed(find, undefined)
      expect(yield* Fiber.joinAll(first)).toEqual([taken, taken, taken, taken])
      // Their looks had begun before this one came, and say nothing of what it would find.
      expect(yield* Fiber.join(waits)).toBe(taken)
      expect(tried).toEqual(["one", "two", "three", "four", "waits"])
    }),
  )

  it.effect("are told together what the next of them finds", () =>
    Effect.gen(function* () {
      const goOn = yield* Deferred.make<void>()
      const tried: Array<number> = []
      const all = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, number) => number),
        (number) =>
          Effect.forkChild(
            Effect.flip(
              toldTogether(
                slot,
                Effect.andThen(
                  Effect.sync(() => void tried.push(number)),
                  Effect.andThen(Deferred.await(goOn), Effect.fail(taken)),
                ),
              ),
            ),
            { startImmediately: true },
          ),
      )
      yield* Deferred.succeed(goOn, undefined)
      expect(new Set(yield* Fiber.joinAll(all))).toEqual(new Set([taken]))
      // Four who came first, and those who tried once all were there.
      expect(tried.length).toBeLessThanOrEqual(8)
    }),
  )

  it.effect("do not wait within a transaction, whose connection others may wait for", () =>
    Effect.gen(function* () {
      const { company } = yield* Database
      const goOn = yield* Deferred.make<void>()
      const busy = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.forkChild(toldTogether(slot, Deferred.await(goOn)), { startImmediately: true }),
      )
      expect(yield* company(CompanyId.make(1))(toldTogether(slot, Effect.succeed("a seat")))).toBe("a seat")
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.joinAll(busy)
    }),
  )

  it.effect("are not told of a slot that others found full before they came", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(toldTogether(slot, Effect.fail(taken)))).toBe(taken)
      expect(yield* toldTogether(slot, Effect.succeed("a seat"))).toBe("a seat")
    }),
  )

  it.effect("learn nothing of those of another company, whose slot it may be", () =>
    Effect.gen(function* () {
      const goOn = yield* Deferred.make<void>()
      const ours = yield* Effect.forEach(Array.from({ length: 6 }), () =>
        Effect.forkChild(Effect.flip(toldTogether(slot, Effect.andThen(Deferred.await(goOn), Effect.fail(taken)))), {
          startImmediately: true,
        }),
      )
      const theirs = { ...slot, companyId: CompanyId.make(2) }
      expect(yield* toldTogether(theirs, Effect.succeed("not found"))).toBe("not found")
      yield* Deferred.succeed(goOn, undefined)
      expect(yield* Fiber.joinAll(ours)).toEqual(ours.map(() => taken))
    }),
  )
})
