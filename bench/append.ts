/**
 * How many commands a second the log takes: an event with its row and its notice, next to plain inserts of
 * the same event into a table of the same shape, each in a transaction of its own; windows take turns.
 * Run: `npm run bench -- append`.
 */
import { Clock, Effect } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { onBoth } from "./onBoth.ts"

const windowMillis = 1_500
const rounds = 5
const writers = [1, 16]
const companyId = CompanyId.make(1)
const metadata = systemMetadata(companyId)
const event = { type: "CampaignLaunched", data: { templateId: 4, recipients: 1200 } }
const row = { id: 1, name: "Autumn survey", recipients: 1200 }
let last = 0

const append = Effect.gen(function* () {
  const id = ++last
  const readModel = { category: "campaign", version: 1, id, uniqueKey: null, state: "running", row }
  const stream = `campaign-${id}`
  yield* (yield* EventStore).append({ companyId, stream, expectedVersion: 0, events: [event], metadata, readModel })
})

const plain = Effect.gen(function* () {
  const { sql } = yield* Database
  yield* sql`
    insert into plain_events (company_id, stream_id, version, type, data, meta, at)
    values (1, ${`campaign-${++last}`}, 1, ${event.type}, ${sql.json(event.data)}, ${sql.json(metadata)},
      ${metadata.at}::timestamptz)`
})

const rateOf = Effect.fnUntraced(function* <E, R>(write: Effect.Effect<void, E, R>, concurrency: number) {
  const start = yield* Clock.currentTimeMillis
  let done = 0
  const writer = Effect.gen(function* () {
    while ((yield* Clock.currentTimeMillis) - start < windowMillis) {
      yield* write
      done += 1
    }
  })
  yield* Effect.all(
    Array.from({ length: concurrency }, () => writer),
    { concurrency: "unbounded" },
  )
  return (done * 1_000) / ((yield* Clock.currentTimeMillis) - start)
})

const measure = Effect.fn("bench.append")(function* (database: string) {
  yield* asOwner((owner) =>
    Effect.andThen(
      owner.unsafe("create table plain_events (like events including all)"),
      owner.unsafe("grant insert on plain_events to adminview_app"),
    ),
  )
  for (const concurrency of writers) {
    const best = { append: 0, plain: 0 }
    for (let round = 0; round < rounds; round++) {
      best.append = Math.max(best.append, yield* rateOf(append, concurrency))
      best.plain = Math.max(best.plain, yield* rateOf(plain, concurrency))
    }
    console.log(
      `\n${database}, ${concurrency === 1 ? "one writer" : `${concurrency} writers`}: a second, best of ${rounds}`,
    )
    console.log(
      `  append (event, row, notice) ${best.append.toFixed(0).padStart(6)}   × ${(best.append / best.plain).toFixed(2)}`,
    )
    console.log(`  plain insert of the event   ${best.plain.toFixed(0).padStart(6)}`)
  }
})

await onBoth(measure)
