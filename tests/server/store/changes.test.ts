import { expect, layer } from "@effect/vitest"
import { Effect, PubSub } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { notifyChanges, openChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  layer(database, { excludeTestServices: true })(`changes on ${name}`, (it) => {
    it.effect("are heard by every listener, and an event is known as heard once", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { sql } = yield* Database
          const { changes, wasHeard } = yield* openChanges(sql)
          const told = yield* PubSub.subscribe(changes)
          const change = { companyId: CompanyId.make(1), stream: "s-1", type: "Counted", version: 1 }
          const [event, wakeUp] = [
            { ...change, pos: 7 },
            { ...change, type: "CountsChanged", version: 0, pos: 0 },
          ]
          yield* notifyChanges(sql, [event, wakeUp])
          expect([yield* PubSub.take(told), yield* PubSub.take(told)]).toEqual([event, wakeUp])
          expect([wasHeard(7), wasHeard(7), wasHeard(8), wasHeard(0)]).toEqual([true, false, false, false])
        }),
      ),
    )
  })
}
