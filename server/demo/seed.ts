import { Clock, Effect } from "effect"
import { Database } from "#server/store/Database.ts"
import { insertRows } from "./bulk.ts"
import { demoKey } from "./Demo.ts"
import { storedTenants, type DemoTenant } from "./tenants.ts"
import { seededRandom } from "./random.ts"
import { storeAnswers } from "./storeAnswers.ts"
import { storeCards } from "./storeCards.ts"
import { companyStreams, keepFirstRevisions, storeCompanies } from "./storeCompanies.ts"
import { storeNotices } from "./storeNotices.ts"
import { storeUsers } from "./storeUsers.ts"
import { eventColumns, readModelColumns, type StreamRows } from "./streams.ts"
import { gatherStatistics } from "#server/store/statistics.ts"
import { seedTenant } from "./seedTenant.ts"

/** Called before each step: how many are done, of how many, and what comes now. */
export type Progress = (done: number, of: number, label: string) => Effect.Effect<void>

const stepsPerTenant = 5
const stepsOf = (tenants: number) => 2 + tenants * stepsPerTenant

const isSeeded = Effect.gen(function* () {
  const { sql } = yield* Database
  const rows = yield* sql`select 1 from settings where key = ${demoKey}`
  return rows.length > 0
})

/** Stores streams in the order in which things happened. */
const storeStreams = Effect.fn("demo.storeStreams")(function* (streams: ReadonlyArray<StreamRows>) {
  const events = streams.flatMap((stream) => stream.events).sort((left, right) => (left.at < right.at ? -1 : 1))
  yield* insertRows("events", eventColumns, events)
  yield* insertRows(
    "read_models",
    readModelColumns,
    streams.map(({ readModel }) => readModel),
  )
})

const seedAll = Effect.fn("demo.seedAll")(function* (progress: Progress, tenants: ReadonlyArray<DemoTenant>) {
  const { sql } = yield* Database
  const now = yield* Clock.currentTimeMillis
  let done = 0
  const step = (label: string) => Effect.suspend(() => progress(done++, stepsOf(tenants.length), label))
  yield* step("Companies and accounts")
  const companies = yield* storeCompanies(seededRandom("companies"), now)
  const users = yield* storeUsers(seededRandom("users"), companies, now)
  const { accounts, superAdmin } = users
  const streams = yield* Effect.forEach(tenants, (tenant) => seedTenant(tenant, { companies, accounts, now, step }))
  const cards = yield* storeCards(companies, superAdmin, now)
  yield* step("Events")
  yield* storeStreams([...companyStreams(companies, superAdmin, now), ...cards, ...users.streams, ...streams.flat()])
  yield* keepFirstRevisions(companies, now)
  yield* storeNotices(now)
  yield* storeAnswers(now)
  yield* sql`insert into settings (key, value) values (${demoKey}, ${sql.json({ seededAt: new Date(now).toISOString() })})`
  yield* progress(done, stepsOf(tenants.length), "Demo data is ready")
})

/**
 * Fills an empty database with the demo: companies, accounts, patients, lists,
 * templates and a year of finished campaigns up to now, in one transaction.
 * The same day gives the same data; a database that has it is left alone.
 * Gives whether it did something.
 * @param tenants the companies with patients; tests take smaller ones
 */
export const seedDemo = Effect.fn("demo.seed")(function* (
  progress: Progress = () => Effect.void,
  tenants: ReadonlyArray<DemoTenant> = storedTenants,
) {
  const database = yield* Database
  const seeded = yield* database.everyCompany(
    Effect.gen(function* () {
      if (yield* isSeeded) return false
      yield* seedAll(progress, tenants)
      return true
    }),
  )
  if (seeded) yield* gatherStatistics()
  return seeded
})
