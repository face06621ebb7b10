import { Effect, Layer } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { seedDemo } from "#server/demo/seed.ts"
import { storedTenants } from "#server/demo/tenants.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { embeddedDatabase } from "./embeddedDatabase.ts"
import type { testDatabases } from "./testDatabases.ts"

/** When tests seed the demo: a Saturday morning in every zone of the demo, milliseconds since 1970. */
export const seedingDay = Date.UTC(2026, 10, 21, 15)

/** Patients of the demo's larger company in tests. */
export const smallPeople = 600

/** The ids the demo's companies get in a fresh database. */
export const demoIds = {
  adminView: CompanyId.make(1),
  northwind: CompanyId.make(2),
  harbor: CompanyId.make(3),
  lapsed: CompanyId.make(4),
  future: CompanyId.make(5),
}

/** A fresh database, embedded or not. */
type FreshDatabase = (typeof testDatabases)[number][1]

/** What the demo is stored with, on an empty database. */
export const emptyOn = (database: FreshDatabase) =>
  Layer.mergeAll(EventStore.layer, Accounts.layer, SignInUsers.layer).pipe(
    Layer.provideMerge(MovableClock.layer),
    Layer.provideMerge(database),
  )
export const emptyServices = emptyOn(embeddedDatabase)

/** The demo's companies with fewer people, so that a test file waits two seconds instead of eight. */
const smallTenants = storedTenants.map((tenant) => ({
  ...tenant,
  people: () => ({ ...tenant.people(), count: Math.min(tenant.people().count, smallPeople) }),
}))

/** A fresh database with a small demo in it, seeded at some time; on its seeding day unless said otherwise. */
export const seededOn = (database: FreshDatabase, at = seedingDay) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* (yield* MovableClock).move(at)
      yield* seedDemo(undefined, smallTenants)
    }),
  ).pipe(Layer.provideMerge(emptyOn(database)))
export const seededDemo = seededOn(embeddedDatabase)
