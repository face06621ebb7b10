import { layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Queue, Ref } from "effect"
import { expect } from "vitest"
import { Database } from "#server/store/Database.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  layer(JobQueue.layer.pipe(Layer.provideMerge(database)), { timeout: "60 seconds", excludeTestServices: true })(
    `JobQueue on ${name}`,
    (it) => {
      it.effect("works on a job with the data it was added with", () =>
        Effect.gen(function* () {
          const jobs = yield* JobQueue
          const seen = yield* Queue.unbounded<unknown>()
          yield* jobs.define("plain", (data) => Queue.offer(seen, data))
          yield* jobs.add("plain", { importId: 7 }, { key: "7" })
          expect(yield* Queue.take(seen)).toEqual({ importId: 7 })
        }),
      )

      it.effect("takes one waiting job for each key, and runs it after the one at work", () =>
        Effect.gen(function* () {
          const jobs = yield* JobQueue
          const gate = yield* Deferred.make<void>()
          const started = yield* Queue.unbounded<string | number>()
          const overlapping = yield* Ref.make(0)
          const most = yield* Ref.make(0)
          yield* jobs.define(
            "keyed",
            ({ key }) =>
              Effect.gen(function* () {
                const now = yield* Ref.updateAndGet(overlapping, (count) => count + (key === "a" ? 1 : 0))
                yield* Ref.update(most, (count) => Math.max(count, now))
                yield* Queue.offer(started, key ?? "")
                if (key === "a") yield* Deferred.await(gate)
                yield* Ref.update(overlapping, (count) => count - (key === "a" ? 1 : 0))
              }),
            { concurrency: 3 },
          )
          yield* jobs.add("keyed", { key: "a" }, { key: "a" })
          expect(yield* Queue.take(started)).toBe("a")
          for (let time = 0; time < 5; time++) yield* jobs.add("keyed", { key: "a" }, { key: "a" })
          yield* jobs.add("keyed", { key: "b" }, { key: "b" })
          expect(yield* Queue.take(started)).toBe("b")
          yield* Deferred.succeed(gate, undefined)
          expect(yield* Queue.take(started)).toBe("a")
          yield* jobs.add("keyed", { key: "last" }, { key: "last" })
          expect(yield* Queue.take(started)).toBe("last")
          expect(yield* Ref.get(most)).toBe(1)
        }),
      )

      it.effect("tries a failed job again and keeps nothing of its words", () =>
        Effect.gen(function* () {
          const jobs = yield* JobQueue
          const attempts = yield* Ref.make(0)
          const done = yield* Deferred.make<void>()
          yield* jobs.define("failing", () =>
            Effect.gen(function* () {
              if ((yield* Ref.updateAndGet(attempts, (count) => count + 1)) === 1) {
                return yield* Effect.die(new Error("Key (phone)=(+14155550123) already exists"))
              }
              yield* Deferred.succeed(done, undefined)
            }),
          )
          yield* jobs.add("failing", { id: 1 }, { key: "1" })
          yield* Deferred.await(done)
          const database = yield* Database
          const kept = yield* Effect.promise(() =>
            database.pool.query("select output::text from pgboss.job where name = 'failing'"),
          )
          expect(JSON.stringify(kept.rows)).not.toContain("4155550123")
          expect(yield* Ref.get(attempts)).toBe(2)
        }),
      )

      it.effect("says so when a job has failed in its last try, and leaves it", () =>
        Effect.gen(function* () {
          const jobs = yield* JobQueue
          const said = yield* Queue.unbounded<string>()
          yield* jobs.define(
            "hopeless",
            ({ key }: { readonly key: string }) =>
              Effect.andThen(Queue.offer(said, `tried ${key}`), key === "a" ? Effect.die("never") : Effect.void),
            { tries: 2, givenUp: ({ key }) => Effect.asVoid(Queue.offer(said, `gave up ${key}`)) },
          )
          yield* jobs.add("hopeless", { key: "a" }, { key: "a" })
          const first = [yield* Queue.take(said), yield* Queue.take(said), yield* Queue.take(said)]
          expect(first).toEqual(["tried a", "tried a", "gave up a"])
          yield* jobs.add("hopeless", { key: "b" }, { key: "b" })
          expect(yield* Queue.take(said)).toBe("tried b")
          expect(yield* Queue.size(said)).toBe(0)
        }),
      )

      it.effect(
        "gives the jobs of a stopped process to the next one",
        () =>
          Effect.gen(function* () {
            const stopped = yield* Deferred.make<void>()
            const started = yield* Deferred.make<void>()
            yield* Effect.gen(function* () {
              const jobs = yield* JobQueue
              yield* jobs.define("long", () =>
                Deferred.succeed(started, undefined).pipe(
                  Effect.andThen(Effect.never),
                  Effect.onInterrupt(() => Deferred.succeed(stopped, undefined)),
                ),
              )
              yield* jobs.add("long", { id: 3 }, { key: "3" })
              yield* Deferred.await(started)
            }).pipe(Effect.provide(JobQueue.layer, { local: true }), Effect.scoped)
            yield* Deferred.await(stopped)

            const jobs = yield* JobQueue
            const seen = yield* Queue.unbounded<unknown>()
            yield* jobs.define("long", (data) => Queue.offer(seen, data))
            expect(yield* Queue.take(seen)).toEqual({ id: 3 })
          }),
        { timeout: 30_000 },
      )
    },
  )
}
