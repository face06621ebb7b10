import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { problem } from "#schemas/problem.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { toldTogether } from "#server/scheduling/appointments/sameSlot.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

const taken = problem("SlotTaken", "Someone else took the last seat of this time.")
const slotId = SlotId.make(7)

layer(embeddedDatabase, { timeout: 60_000 })("those who want a seat of one slot at once", (it) => {
  it.effect("are told what one of them was told who tried after they had come, and later ones try themselves", () =>
    Effect.gen(function* () {
      const tried: Array<string> = []
      const find = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const want = (name: string, before: Effect.Effect<void>, after: Effect.Effect<void>) =>
        toldTogether(slotId, (unlessFull) =>
          Effect.andThen(
            before,
            unlessFull(
              Effect.gen(function* () {
                tried.push(name)
                yield* after
                return yield* Effect.fail(taken)
              }),
            ),
          ),
        )
      const waits = yield* Effect.forkChild(Effect.flip(want("waits", Deferred.await(goOn), Effect.void)), {
        startImmediately: true,
      })
      const tries = yield* Effect.forkChild(Effect.flip(want("tries", Effect.void, Deferred.await(find))), {
        startImmediately: true,
      })
      // Whoever comes once an attempt has begun may find a seat that it did not.
      const comes = yield* Effect.forkChild(Effect.flip(want("comes", Deferred.await(goOn), Effect.void)), {
        startImmediately: true,
      })
      yield* Deferred.succeed(find, undefined)
      expect(yield* Fiber.join(tries)).toBe(taken)
      yield* Deferred.succeed(goOn, undefined)
      expect([yield* Fiber.join(waits), yield* Fiber.join(comes)]).toEqual([taken, taken])
      expect(tried).toEqual(["tries", "comes"])
    }),
  )

  it.effect("are not told of a slot that others found full before they came", () =>
    Effect.gen(function* () {
      const full = toldTogether(slotId, (unlessFull) => unlessFull(Effect.fail(taken)))
      expect(yield* Effect.flip(full)).toBe(taken)
      expect(yield* toldTogether(slotId, (unlessFull) => unlessFull(Effect.succeed("a seat")))).toBe("a seat")
    }),
  )
})
