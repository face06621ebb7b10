import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { inSeatLine } from "#server/scheduling/appointments/seatLine.ts"
import { Database } from "#server/store/Database.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

const taken = Effect.fail(problem("SlotTaken", "Someone else was faster."))
const come = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

layer(embeddedDatabase)("those who want one seat", (it) => {
  it.effect("are told by an attempt that began after they came, and by no older one", () =>
    Effect.gen(function* () {
      const tries: Array<Deferred.Deferred<void>> = []
      const attempt = Effect.gen(function* () {
        const ends = yield* Deferred.make<void>()
        tries.push(ends)
        yield* Deferred.await(ends)
        return yield* taken
      })
      /** Ends the attempt of this place, once it has begun. */
      const end = (place: number) =>
        Effect.andThen(
          Effect.repeat(Effect.yieldNow, { until: () => tries.length > place }),
          Effect.suspend(() => Deferred.succeed(tries[place]!, undefined)),
        )
      const first = yield* come(inSeatLine("one seat", attempt))
      const early = yield* Effect.forEach([1, 2, 3, 4], () => come(inSeatLine("one seat", attempt)))
      expect(tries).toHaveLength(1)
      yield* end(0)
      yield* Fiber.await(first)
      // Who waited had come after it began: one of them looks again, for all of them.
      yield* Effect.repeat(Effect.yieldNow, { until: () => tries.length === 2 })
      const late = yield* come(inSeatLine("one seat", attempt))
      yield* end(1)
      for (const fiber of early) expect(yield* Effect.flip(Fiber.join(fiber))).toMatchObject({ problem: "SlotTaken" })
      yield* end(2)
      expect(yield* Effect.flip(Fiber.join(late))).toMatchObject({ problem: "SlotTaken" })
      expect(tries).toHaveLength(3)
    }),
  )

  it.effect("do not wait for each other in an open transaction, which the one who tries may be waiting for", () =>
    Effect.gen(function* () {
      const { sql, company } = yield* Database
      const inCompany = company(CompanyId.make(1))
      const opened = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const moving = yield* come(
        inCompany(
          Effect.gen(function* () {
            yield* sql`select 1`
            yield* Deferred.succeed(opened, undefined)
            yield* Deferred.await(begun)
            return yield* inSeatLine("another seat", Effect.succeed("moved"))
          }),
        ),
      )
      yield* Deferred.await(opened)
      // The embedded engine runs one transaction at a time: this attempt waits for the one that is open.
      const waiting = yield* come(
        inSeatLine(
          "another seat",
          Effect.andThen(Deferred.succeed(begun, undefined), Effect.as(inCompany(sql`select 1`), "held")),
        ),
      )
      expect(yield* Fiber.join(moving)).toBe("moved")
      expect(yield* Fiber.join(waiting)).toBe("held")
    }),
  )

  it.effect("get what is there, one after the other, and a failure of their own is no one else’s", () =>
    Effect.gen(function* () {
      let seats = 2
      let asked = 0
      const attempt = (who: number) =>
        Effect.gen(function* () {
          asked += 1
          if (who === 0) return yield* Effect.fail(problem("AlreadyExists", "Has a visit."))
          yield* Effect.yieldNow
          if (seats === 0) return yield* taken
          seats -= 1
          return who
        })
      const all = yield* Effect.forEach(
        [0, 1, 2, 3, 4, 5],
        (who) => Effect.result(inSeatLine("two seats", attempt(who))),
        {
          concurrency: "unbounded",
        },
      )
      expect(all.map((end) => (end._tag === "Success" ? end.success : end.failure.problem))).toEqual([
        ...["AlreadyExists", 1, 2],
        ...["SlotTaken", "SlotTaken", "SlotTaken"],
      ])
      expect(asked).toBe(4)
      const other = yield* Effect.result(inSeatLine("two seats", attempt(0)))
      expect(other).toMatchObject({ failure: { problem: "AlreadyExists" } })
    }),
  )
})
