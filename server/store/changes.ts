import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, PubSub, Schema } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { openBatches } from "./batches.ts"
import { listenOn } from "./listenOn.ts"
import { noCompany } from "./noCompany.ts"

/** An event was committed, or something that is no event. Read the rest from the store: this is a wake-up, not the record. */
export const Change = Schema.Struct({
  companyId: Schema.Union([CompanyId, Schema.Literal(noCompany)]),
  stream: Schema.String,
  type: Schema.String,
  version: Schema.Int,
  pos: Schema.Int,
})
export type Change = typeof Change.Type

/** Gives changes to all processes when the open transaction is committed, or at once without one. */
export const notifyChanges = (sql: PgClient, changes: ReadonlyArray<Change>) =>
  changes.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql`select pg_notify('events', change::text) from jsonb_array_elements(${sql.json(changes)}) as change`,
      )

/**
 * Gives what was committed to all processes right after it, whatever many transactions have to say in one statement: a
 * commit that notifies waits for every other one that does. Who dies before it has told is found out by the look at
 * the log's end (`followEnd`). Ends with the scope.
 */
export const openNews = Effect.fnUntraced(function* (sql: PgClient) {
  // A notification is not worth a wait for the disk.
  const tell = (news: ReadonlyArray<ReadonlyArray<Change>>) =>
    sql`
      with soon as materialized (select set_config('synchronous_commit', 'off', true) as set)
      select pg_notify('events', change::text)
      from soon, jsonb_array_elements(${sql.json(news.flat())}) as change where soon.set is not null`.pipe(
      Effect.catch((cause) => Effect.logWarning("Changes could not be announced", cause)),
      Effect.asVoid,
    )
  const handIn = yield* openBatches(tell, { waits: false })
  return (changes: ReadonlyArray<Change>) =>
    changes.length === 0 ? Effect.void : sql.afterCommit(Effect.sync(() => void handIn(changes)))
})

/** What listeners get when the connection is back: something may have been missed. */
export const listeningAgain: Change = { companyId: noCompany, stream: "", type: "ListeningAgain", version: 0, pos: 0 }

/** What listeners get when the log has grown, heard of or not. */
export const logGrown: Change = { ...listeningAgain, type: "LogGrown" }

const readChange = Schema.decodeUnknownOption(Schema.fromJsonString(Change))

/** How many changes a slow listener may lie behind before it misses the oldest. */
const patience = 4096
/** Positions of events that are remembered until the log is compared with them. */
const maxHeard = 100_000

/**
 * One LISTEN for the whole server, whose notifications every listener gets. What is notified while its connection is
 * broken is missed, so a listener that must miss nothing reads the store (`subscribe` does), and is woken for it.
 * `wasHeard` says whether the event at a position was notified here, and forgets it.
 */
export const openChanges = Effect.fnUntraced(function* (sql: PgClient) {
  const changes = yield* PubSub.sliding<Change>(patience)
  const heardOf = new Set<number>()
  const note = ({ pos }: Change) => {
    if (pos === 0) return
    heardOf.add(pos)
    const [oldest] = heardOf
    if (heardOf.size > maxHeard && oldest !== undefined) heardOf.delete(oldest)
  }
  yield* listenOn(sql, "events", {
    began: PubSub.publish(changes, listeningAgain),
    heard: (payload) => {
      const change = readChange(payload)
      if (change._tag === "None") return Effect.void
      note(change.value)
      return PubSub.publish(changes, change.value)
    },
  })
  return { changes, wasHeard: (pos: number) => heardOf.delete(pos) }
})
