import { Clock, Effect } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { onBoth } from "./onBoth.ts"

/*
 * How should an append set its company for row-level security? Each form
 * stores one event with its read model row; windows of the forms take turns.
 * Run: `npm run bench -- tenancy`.
 */

const windowMillis = 1_500
const rounds = 5
const concurrencies = [1, 8]

const metadata = systemMetadata(CompanyId.make(1))
const event = { type: "CampaignLaunched", schemaVersion: 1, data: { templateId: 4, recipients: 1200 } }
let last = 0
const nextId = () => ++last

const readModel = (id: number) => ({
  category: "campaign",
  version: 1,
  id,
  uniqueKey: null,
  state: "running",
  row: { id, recipients: 1200 },
})
const append = (id: number) =>
  Effect.flatMap(EventStore, (store) =>
    store.append({
      companyId: CompanyId.make(1),
      stream: `campaign-${id}`,
      expectedVersion: 0,
      events: [event],
      metadata,
      readModel: readModel(id),
    }),
  )

/** The statement without a company, for tables of the given suffix. */
const plain = (suffix: string) => (id: number) =>
  Effect.flatMap(Database, ({ sql }) => {
    const table = (name: string) => sql(`${name}${suffix}`)
    return sql`
      with appended as (
        insert into ${table("events")} (company_id, stream_id, version, type, data, meta, at)
        select 1, ${`campaign-${id}`}, number, given.event ->> 'type', given.event -> 'data', ${sql.json(metadata)},
               ${metadata.at}::timestamptz
        from jsonb_array_elements(${sql.json([event])}) with ordinality as given (event, number)
        returning company_id, version, tx, pos),
      projected as (
        insert into ${table("read_models")} (company_id, category, id, stream_version, state, row, updated_at)
        select company_id, 'campaign', ${id}::int, version, 'running', ${sql.json(readModel(id).row)},
               ${metadata.at}::timestamptz from appended
        on conflict (company_id, category, id) do update set row = excluded.row)
      select version, tx::text as tx, pos, pg_notify('events', ${`{"stream":"campaign-${id}"}`}) from appended`
  })

const inTransaction = (id: number) =>
  Effect.flatMap(Database, ({ company }) => company(CompanyId.make(1))(plain("")(id)))

const inFunction = (id: number) =>
  Effect.flatMap(
    Database,
    ({ sql }) => sql`select * from bench_append(1, ${`campaign-${id}`}, ${sql.json([event])}, ${sql.json(metadata)},
                       ${metadata.at}::timestamptz, ${id}::int, ${sql.json(readModel(id).row)})`,
  )

type Form = (id: number) => Effect.Effect<unknown, unknown, Database | EventStore>

const forms: Readonly<Record<string, Form>> = {
  "no row-level security, one statement": plain("_open"),
  "transaction with set_config": inTransaction,
  "set_config inside the statement": append,
  "plpgsql function": inFunction,
}

const prepare = asOwner((sql) =>
  Effect.gen(function* () {
    for (const table of ["events", "read_models"]) {
      yield* sql.unsafe(`create table ${table}_open (like ${table} including all)`)
      yield* sql.unsafe(`grant select, insert, update on ${table}_open to adminview_app`)
    }
    yield* sql.unsafe(`
      create function bench_append(company int, stream text, given jsonb, metadata jsonb, moment timestamptz, thing int, content jsonb)
      returns table (version int, tx text, pos bigint) language plpgsql as $$
      begin
        perform set_config('app.company_id', company::text, true);
        return query with appended as (
          insert into events as e (company_id, stream_id, version, type, data, meta, at)
          select company, stream, number, one.event ->> 'type', one.event -> 'data', metadata, moment
          from jsonb_array_elements(given) with ordinality as one (event, number)
          returning e.company_id, e.version, e.tx, e.pos),
        projected as (
          insert into read_models (company_id, category, id, stream_version, state, row, updated_at)
          select a.company_id, 'campaign', thing, a.version, 'running', content, moment from appended a
          on conflict (company_id, category, id) do update set row = excluded.row),
        notified as (select pg_notify('events', json_build_object('stream', stream)::text))
        select a.version, a.tx::text, a.pos from appended a, notified;
      end $$`)
  }),
)

/** How many appends a second `concurrency` fibers reach in one window. */
const measure = Effect.fnUntraced(function* (form: Form, concurrency: number) {
  const start = yield* Clock.currentTimeMillis
  let done = 0
  const worker = Effect.gen(function* () {
    while ((yield* Clock.currentTimeMillis) - start < windowMillis) {
      yield* Effect.orDie(form(nextId()))
      done += 1
    }
  })
  yield* Effect.all(
    Array.from({ length: concurrency }, () => worker),
    { concurrency: "unbounded" },
  )
  return (done * 1_000) / ((yield* Clock.currentTimeMillis) - start)
})

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const report = Effect.fn("bench.tenancy")(function* (database: string) {
  yield* prepare
  for (const concurrency of concurrencies) {
    const results = Object.entries(forms).map(([name, form]) => ({ name, form, rates: [] as Array<number> }))
    for (let round = 0; round < rounds; round++) {
      for (const { form, rates } of results) rates.push(yield* measure(form, concurrency))
    }
    const transaction = Math.max(...(results[1]?.rates ?? []))
    console.log(`\n${database}, ${concurrency} at once: appends/s, best and median of ${rounds} windows`)
    for (const { name, rates } of results) {
      const best = Math.max(...rates)
      const figures = [best, median(rates)].map((rate) => rate.toFixed(0).padStart(6)).join("")
      console.log(`  ${name.padEnd(40)}${figures}   × ${(best / transaction).toFixed(2)}`)
    }
  }
})

await onBoth(report)
