import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { Database } from "#server/store/Database.ts"
import { openOwnership } from "#server/store/ownership.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  layer(database, { excludeTestServices: true })(`ownership on ${name}`, (it) => {
    it.effect("is one process's until that ends", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const firstProcess = yield* Scope.make()
        const first = yield* Scope.provide(openOwnership(database), firstProcess)
        const second = yield* openOwnership(database)
        expect(yield* first("reports")).toBe(true)
        expect(yield* first("reports")).toBe(true)
        // The embedded engine never has a second process.
        expect(yield* second("reports")).toBe(database.kind === "embedded")
        expect(yield* second("chain")).toBe(true)
        yield* Scope.close(firstProcess, Exit.void)
        yield* Effect.repeat(second("reports"), { until: (mine) => mine })
      }),
    )
  })
}
