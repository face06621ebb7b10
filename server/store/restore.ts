import { createReadStream, statSync } from "node:fs"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"
import { Effect } from "effect"
import type { PoolClient } from "pg"
import { type Control, readControl, schemaOfProgram } from "./backupFormat.ts"
import { CannotStart } from "./CannotStart.ts"
import { Database } from "./Database.ts"

/** Rows go in together up to so many, and so many characters. */
const maxRows = 1_000
const maxCharacters = 4_000_000

const refuse = (message: string): never => {
  throw new CannotStart({ message })
}

const judgeHead = (head: Control | undefined): void => {
  if (head?._tag !== "Head" || head.program !== "admin-view") return refuse("This is not a backup of Admin View.")
  if (head.schema > schemaOfProgram)
    return refuse(
      `The backup was written by a newer Admin View (its schema is at ${head.schema}, this program knows ${schemaOfProgram}). Restore it with the newer program.`,
    )
  if (head.schema < schemaOfProgram)
    return refuse(
      `The backup was written by an older Admin View (its schema is at ${head.schema}, this program's at ${schemaOfProgram}). Restore it with that version, then start this one on it.`,
    )
}

/** The columns of a table that are stored as they are given; others the database makes of them. */
const givenColumns = async (client: PoolClient, table: string): Promise<string> => {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`"${table}"`],
  )
  return rows[0]?.names ?? ""
}

const insert = async (client: PoolClient, table: string, lines: ReadonlyArray<string>): Promise<void> => {
  const columns = await givenColumns(client, table)
  await client.query(
    `insert into "${table}" (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
    [`[${lines.join(",")}]`],
  )
}

/** Sequences that number rows of their own table go on behind the last one; no one but their table reads them. */
const advanceIdentities = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not c.relispartition`)
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max("${column}")) from "${table}" having max("${column}") is not null`,
      [table, column],
    )
  }
}

const isIdentifier = (name: string): boolean => /^[a-z_]+$/.test(name)

/** Puts the lines of a backup into empty tables; gives how many rows. */
const fill = async (client: PoolClient, lines: AsyncIterable<string>): Promise<number> => {
  let table = ""
  let waiting: Array<string> = []
  let characters = 0
  let rows = 0
  let end: number | undefined
  const flush = async () => {
    if (waiting.length > 0) await insert(client, table, waiting)
    rows += waiting.length
    waiting = []
    characters = 0
  }
  let head = false
  for await (const line of lines) {
    const control = readControl(line)
    if (!head) {
      judgeHead(control)
      head = true
    } else if (control === undefined) {
      waiting.push(line)
      characters += line.length
      if (waiting.length >= maxRows || characters >= maxCharacters) await flush()
    } else {
      await flush()
      if ("name" in control && !isIdentifier(control.name)) refuse("This is not a backup of Admin View.")
      if (control._tag === "Table") table = control.name
      if (control._tag === "Sequence") await client.query("select setval($1, $2)", [control.name, control.last])
      if (control._tag === "End") end = control.rows
    }
  }
  if (end !== rows) refuse("The backup is cut off or damaged. Nothing was restored.")
  await advanceIdentities(client)
  return rows
}

const read = async (client: PoolClient, file: string): Promise<number> => {
  await client.query("begin")
  try {
    // As the owner: the program itself may not set its sequences.
    await client.query("set local role none")
    await client.query("select set_config('app.company_id', '*', true)")
    const { rows } = await client.query("select from companies union all select from events limit 1")
    if (rows.length > 0) refuse("There is data in this database already. Restore into an empty one.")
    const unzipped = createGunzip()
    // A pipe hands on what is read, not that reading failed.
    const input = createReadStream(file).on("error", (cause) => unzipped.destroy(cause))
    const lines = createInterface({ input: input.pipe(unzipped), crlfDelay: Infinity })
    const restored = await fill(client, lines)
    await client.query("commit")
    return restored
  } catch (cause) {
    await client.query("rollback")
    throw cause
  }
}

const asLine = (cause: unknown) =>
  cause instanceof CannotStart
    ? cause
    : new CannotStart({ message: `The backup could not be restored: ${String(cause)}. Nothing was restored.`, cause })

/**
 * Fills an empty database of either kind from a backup of either kind, all or nothing; gives how many rows. Jobs are
 * not part of it: workers find what is left to do at their start. Fails with one line when the database holds data,
 * or the backup is of another schema, cut off, or none.
 */
export const restore = Effect.fn("store.restore")(function* (file: string) {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return yield* new CannotStart({ message: `There is no file ${file}.` })
  if (found.isDirectory())
    return yield* new CannotStart({ message: `${file} is a folder. Name the file of a backup. Nothing was restored.` })
  const { pool } = yield* Database
  return yield* Effect.acquireUseRelease(
    Effect.promise(() => pool.connect()),
    (client) => Effect.tryPromise({ try: () => read(client, file), catch: asLine }),
    (client) => Effect.sync(() => client.release()),
  )
})
