import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Layer, Schedule, Schema } from "effect"
import { Database } from "./Database.ts"
import { EventStore } from "./EventStore.ts"
import { noCompany } from "./noCompany.ts"
import { isoNow } from "./isoNow.ts"

/** The tables whose rows are facts next to the log: by their number, drawn from a sequence, and what a row says. */
const sealed = {
  deliveries: {
    number: "pos",
    sequence: "delivery_ids",
    says: "company_id, campaign_id, recipient_id, pos, type, data",
  },
  opt_outs: {
    number: "opt_out_id",
    sequence: "opt_out_ids",
    says: "company_id, opt_out_id, phone, channel, consent, source, evidence",
  },
} as const
type Sealed = keyof typeof sealed
const tables = Object.keys(sealed) as ReadonlyArray<Sealed>

/** The stored fact: the rows with a number over `after` up to `to`, how many there are, and their digest. */
const FactsSealed = Schema.Struct({
  after: Schema.Int,
  to: Schema.Int,
  facts: Schema.Int,
  digest: Schema.String,
})
type FactsSealed = typeof FactsSealed.Type
const decodeSeal = Schema.decodeUnknownSync(FactsSealed)

const streamOf = (table: Sealed): string => `seals-${table}`

/** Most numbers under one seal. */
const widest = 5_000
const sealEvery = "10 seconds"
/** How often it is looked whether the transactions of that moment have ended. */
const lookEvery = "200 millis"

type Contents = { readonly facts: number; readonly digest: string }

/** How many rows have these numbers, and one digest of all they say; made by the database, because they are many. */
const contents = (sql: PgClient, table: Sealed, after: number, to: number) => {
  const { number, says } = sealed[table]
  const column = sql.literal(number)
  return sql<Contents>`
    select count(*)::int as facts,
      encode(sha256(convert_to(coalesce(string_agg(line, chr(10) order by number), ''), 'UTF8')), 'hex') as digest
    from (select ${column} as number,
            jsonb_build_array(${sql.literal(says)}, (extract(epoch from at) * 1000000)::bigint)::text as line
          from ${sql(table)} where ${column} > ${after}::bigint and ${column} <= ${to}::bigint) facts`
}

type Drawn = Readonly<Record<Sealed, number>>

/** The last numbers drawn. In a statement of its own: the next one's picture is taken later. */
const lastDrawn = Effect.gen(function* () {
  const { sql } = yield* Database
  const last = (table: Sealed) =>
    sql`coalesce(pg_sequence_last_value(${sealed[table].sequence}::regclass), 0)::float8 as ${sql(table)}`
  const [drawn] = yield* Effect.orDie(sql<Drawn>`select ${sql.csv(tables.map(last))}`)
  return drawn ?? { deliveries: 0, opt_outs: 0 }
})

/**
 * Waits until every transaction that runs now has ended. A number is drawn only by a transaction that is known to
 * run, so none up to a number drawn before can appear any more.
 */
const settled = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const [now] = yield* everyCompany(sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  const over = everyCompany(sql<{ over: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next ?? "0"}::text::xid8 as over`)
  yield* Effect.repeat(over, { until: ([row]) => row?.over === true, schedule: Schedule.spaced(lookEvery) })
})

const sealsOf = Effect.fnUntraced(function* (table: Sealed) {
  const store = yield* EventStore
  const seals = yield* store.readStream(noCompany, streamOf(table))
  return seals.map(({ version, data }) => ({ version, ...decodeSeal(data) }))
})

const lastSeal = Effect.fnUntraced(function* (table: Sealed) {
  const { sql, company } = yield* Database
  const [row] = yield* company(noCompany)(sql<{ version: number; data: unknown }>`
    select version, data from events where company_id = ${noCompany} and stream_id = ${streamOf(table)}
    order by version desc limit 1`)
  return row === undefined ? { version: 0, to: 0 } : { version: row.version, to: decodeSeal(row.data).to }
})

const sealUpTo = Effect.fnUntraced(function* (table: Sealed, last: number) {
  const { sql, everyCompany } = yield* Database
  const store = yield* EventStore
  let { version, to: after } = yield* lastSeal(table)
  while (after < last) {
    const to = Math.min(last, after + widest)
    const [found] = yield* everyCompany(contents(sql, table, after, to))
    const data: FactsSealed = { after, to, facts: found?.facts ?? 0, digest: found?.digest ?? "" }
    const at = yield* isoNow
    const own = { commandId: streamOf(table), correlationId: streamOf(table), causationId: null, at }
    const noActor = { actorId: null, companyId: null, actingCompanyId: noCompany, sessionId: null, address: null }
    const append = {
      companyId: noCompany,
      stream: streamOf(table),
      expectedVersion: version,
      metadata: { ...own, ...noActor },
    }
    yield* store.append({ ...append, events: [{ type: "FactsSealed", data }] })
    version += 1
    after = to
  }
})

/**
 * Puts digests of what became of texts, and of what people said about being texted, into the log, which is chained:
 * afterwards, so that no one who writes them waits. Of two processes one is first, and the other looks again later.
 * @returns whether all that was drawn is sealed
 */
const sealDrawn = Effect.fn("sealFacts")(function* (drawn: Drawn) {
  yield* settled
  let isSealed = true
  for (const table of tables) {
    yield* Effect.catchIf(
      sealUpTo(table, drawn[table]),
      ({ problem }) => problem === "StaleVersion",
      () => Effect.sync(() => void (isSealed = false)),
    )
  }
  return isSealed
})

/** Seals all facts there are. */
export const sealFacts = Effect.flatMap(lastDrawn, sealDrawn)

/** Seals facts as long as the program runs, after any were drawn; for processes with the worker role. */
export const sealLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    let before: Drawn | undefined
    const look = Effect.gen(function* () {
      const drawn = yield* lastDrawn
      if (tables.every((table) => drawn[table] === before?.[table])) return
      if (yield* sealDrawn(drawn)) before = drawn
    })
    yield* look.pipe(
      Effect.catchCause((cause) => Effect.logError("Facts could not be sealed and are tried again", cause)),
      Effect.repeat(Schedule.spaced(sealEvery)),
      Effect.forkScoped,
    )
  }),
)

/** Where facts and their seal part. */
export type BrokenSeal = {
  readonly table: Sealed
  readonly after: number
  readonly to: number
  readonly reason: "changed" | "removed" | "slipped in"
}

const reasonOf = (seal: FactsSealed, found: Contents): BrokenSeal["reason"] | undefined => {
  if (found.facts !== seal.facts) return found.facts < seal.facts ? "removed" : "slipped in"
  return found.digest === seal.digest ? undefined : "changed"
}

/** How many rows stand behind the last seal. */
const countUnsealed = Effect.fnUntraced(function* (table: Sealed) {
  const { sql, everyCompany } = yield* Database
  const { to } = yield* lastSeal(table)
  const number = sql.literal(sealed[table].number)
  const [row] = yield* everyCompany(
    sql<{ rows: number }>`select count(*)::int as rows from ${sql(table)} where ${number} > ${to}::bigint`,
  )
  return row?.rows ?? 0
})

/**
 * Compares all sealed facts with their seals and gives how many there are, or the first place where they part. What
 * is not sealed yet is counted and not judged. The seals themselves are covered by the chain.
 */
export const verifySeals = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  let facts = 0
  let unsealed = 0
  for (const table of tables) {
    for (const seal of yield* sealsOf(table)) {
      const { after, to } = seal
      const [found] = yield* everyCompany(contents(sql, table, after, to))
      const reason = found === undefined ? undefined : reasonOf(seal, found)
      if (reason !== undefined) return { facts, unsealed, broken: { table, after, to, reason } satisfies BrokenSeal }
      facts += seal.facts
    }
    unsealed += yield* countUnsealed(table)
  }
  return { facts, unsealed, broken: undefined }
}).pipe(Effect.withSpan("verifySeals"))
