import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import fc from "fast-check"
import { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { readAfter } from "#server/store/subscription.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

/** One transaction of a writer: how many events, how long it stays open before and after, whether it rolls back. */
const plan = fc.record({
  events: fc.integer({ min: 1, max: 4 }),
  before: fc.integer({ min: 0, max: 6 }),
  after: fc.integer({ min: 0, max: 25 }),
  fails: fc.boolean(),
})
const writers = fc.array(fc.array(plan, { minLength: 2, maxLength: 6 }), { minLength: 12, maxLength: 12 })

type Plan = { readonly events: number; readonly before: number; readonly after: number; readonly fails: boolean }

const write = Effect.fnUntraced(function* (stream: string, plans: ReadonlyArray<Plan>) {
  const { company } = yield* Database
  const store = yield* EventStore
  let version = 0
  for (const { events, before, after, fails } of plans) {
    const append = store.append({
      companyId: CompanyId.make(1),
      stream,
      expectedVersion: version,
      events: Array.from({ length: events }, () => ({ type: "Counted", data: {} })),
      metadata: systemMetadata(CompanyId.make(1)),
    })
    const transaction = Effect.gen(function* () {
      yield* Effect.sleep(before)
      yield* append
      yield* Effect.sleep(after)
      if (fails) return yield* Effect.fail("rolled back" as const)
    })
    const done = yield* Effect.exit(company(CompanyId.make(1))(transaction))
    if (done._tag === "Success") version += events
  }
  return version
})

/** Whether every event is below the oldest running transaction; those of other databases on the server count too. */
const allBelow = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const hidden = sql`select from events where tx >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`
  return (yield* everyCompany(hidden)).length === 0
}).pipe(Effect.orDie)

/** Reads on until the writers are done and nothing is left. */
const readAlong = Effect.fnUntraced(function* (from: StoredEvent["position"], writing: Fiber.Fiber<unknown>) {
  const database = yield* Database
  const seen: Array<StoredEvent> = []
  let position = from
  while (true) {
    const done = writing.pollUnsafe() !== undefined && (yield* allBelow)
    const { events } = yield* readAfter(database, position, 7)
    seen.push(...events)
    position = events.at(-1)?.position ?? position
    if (done && events.length === 0) return { seen, position }
    yield* Effect.yieldNow
  }
})

for (const [name, database] of testDatabases) {
  layer(EventStore.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true })(
    `the global order on ${name}`,
    (it) => {
      it.effect("misses nothing and repeats nothing under 12 writers", () =>
        Effect.gen(function* () {
          const services = yield* Effect.context<Database | EventStore>()
          let position = { tx: "0", pos: 0 }
          let run = 0
          const holds = fc.asyncProperty(writers, (plans) =>
            Effect.gen(function* () {
              run += 1
              const streamOf = (index: number) => `run-${run}-${index}`
              const writing = yield* Effect.forEach(plans, (one, index) => write(streamOf(index), one), {
                concurrency: "unbounded",
              }).pipe(Effect.forkChild)
              const read = yield* readAlong(position, writing)
              position = read.position
              const versions = yield* Fiber.join(writing)
              const expected = Object.fromEntries(
                versions.map((last, index) => [streamOf(index), Array.from({ length: last }, (_, at) => at + 1)]),
              )
              const found = Object.fromEntries(versions.map((_, index) => [streamOf(index), [] as Array<number>]))
              for (const event of read.seen) found[event.stream]?.push(event.version)
              expect(found).toEqual(expected)
            }).pipe(Effect.provideContext(services), Effect.runPromise),
          )
          yield* Effect.promise(() => fc.assert(holds, { numRuns: 8, endOnFailure: true }))
        }),
      )
    },
  )
}
