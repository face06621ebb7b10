import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs"
import { promises as streams, Readable } from "node:stream"
import { createGzip } from "node:zlib"
import { Effect } from "effect"
import type { PoolClient } from "pg"
import { controlLine, schemaOfProgram } from "./backupFormat.ts"
import { CannotStart } from "./CannotStart.ts"
import { Database } from "./Database.ts"
import { isoNow } from "./isoNow.ts"

/** How many rows are read at once. */
const batch = 500

/** Ours without the ledger of steps, and each after those it refers to. */
const tablesInOrder = async (client: PoolClient): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query<{ name: string; needs: ReadonlyArray<string> }>(`
    select c.relname as name, array (
      select f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' order by c.relname`)
  const ordered = new Set<string>()
  while (ordered.size < rows.length) {
    const ready = rows.filter(({ name, needs }) => !ordered.has(name) && needs.every((need) => ordered.has(need)))
    if (ready.length === 0) throw new Error("Tables refer to each other in a circle")
    for (const { name } of ready) ordered.add(name)
  }
  return [...ordered]
}

/**
 * Transaction numbers mean nothing in another database, where larger ones would hide events from every subscriber
 * and put new ones before old ones. What they are for, after which event each subscriber stands, is kept in small
 * numbers below any server's own: an event's is twice the checkpoints before it and one, at a checkpoint one more.
 * Among equal ones the position orders, which no event has before its cause.
 */
const columnsOf: Readonly<Record<string, string>> = {
  events: `company_id, stream_id, version, type, schema_version, data, meta, at, pos,
    (1 + 2 * (select count(distinct (c.tx, c.pos)) from checkpoints c where (c.tx, c.pos) < (events.tx, events.pos))
       + (exists (select from checkpoints c where (c.tx, c.pos) = (events.tx, events.pos)))::int)::text as tx`,
  checkpoints: `name, pos,
    (2 * (select count(distinct (c.tx, c.pos)) from checkpoints c
          where (c.tx, c.pos) <= (checkpoints.tx, checkpoints.pos)))::text as tx`,
}

/** One line a row: readers of lines end them at Unicode's own separators too, so those are written escaped. */
async function* rowsOf(client: PoolClient, table: string) {
  const columns = columnsOf[table] ?? "*"
  await client.query(`declare rows no scroll cursor for
    select row_to_json(r)::text as line from (select ${columns} from "${table}") r`)
  while (true) {
    const { rows } = await client.query<{ line: string }>(`fetch ${batch} from rows`)
    for (const { line } of rows) yield line.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
    if (rows.length < batch) break
  }
  await client.query("close rows")
}

const sequencesOf = async (client: PoolClient) => {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`)
  return rows
}

type Counted = { rows: number; events: number }

/**
 * The chain holds one link for each event and knows no companies, so that it
 * counts what a wall between companies would hide from this copy.
 */
const refuseSmaller = async (client: PoolClient, { events }: Counted): Promise<void> => {
  const { rows } = await client.query<{ chained: number }>("select count(*)::int as chained from event_chain")
  const chained = rows[0]?.chained ?? 0
  if (events >= chained) return
  throw new CannotStart({
    message: `The copy would hold ${events} events where the audit log has ${chained}, so nothing was written. Find out more with: npm run audit:verify`,
  })
}

async function* linesOf(client: PoolClient, at: string, counted: Counted) {
  yield controlLine({ _tag: "Head", program: "admin-view", schema: schemaOfProgram, at })
  for (const table of await tablesInOrder(client)) {
    yield controlLine({ _tag: "Table", name: table })
    for await (const line of rowsOf(client, table)) {
      counted.rows += 1
      if (table === "events") counted.events += 1
      yield line
    }
  }
  for (const sequence of await sequencesOf(client)) yield controlLine({ _tag: "Sequence", ...sequence })
  yield controlLine({ _tag: "End", rows: counted.rows })
}

async function* broken(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

const write = async (client: PoolClient, file: string, at: string): Promise<number> => {
  const counted: Counted = { rows: 0, events: 0 }
  const draft = `${file}.part`
  // One picture of the data, while others go on writing; nothing is written, so no one waits for it.
  await client.query("begin transaction isolation level repeatable read, read only")
  try {
    await client.query("select set_config('app.company_id', '*', true)")
    const lines = Readable.from(broken(linesOf(client, at, counted)))
    await streams.pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600 }))
    await refuseSmaller(client, counted)
    renameSync(draft, file)
    return counted.rows
  } finally {
    rmSync(draft, { force: true })
    await client.query("rollback")
  }
}

/**
 * Writes everything the database holds, jobs excepted, as one file that any of the two databases can be restored
 * from; gives how many rows. The file holds personal data and the embedded provider's keys: only its owner may read
 * it. Fails with one line when the file is there already, or when the copy would hold fewer events than the audit log.
 */
export const backup = Effect.fn("store.backup")(function* (file: string) {
  if (existsSync(file)) return yield* new CannotStart({ message: `${file} is there already. Choose another name.` })
  const { pool } = yield* Database
  const at = yield* isoNow
  return yield* Effect.acquireUseRelease(
    Effect.promise(() => pool.connect()),
    (client) =>
      Effect.tryPromise({
        try: () => write(client, file, at),
        catch: (cause) =>
          cause instanceof CannotStart
            ? cause
            : new CannotStart({ message: `The backup could not be written: ${String(cause)}`, cause }),
      }),
    (client) => Effect.sync(() => client.release()),
  )
})
