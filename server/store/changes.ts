import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, PubSub, Schema } from "effect"
import { CompanyId } from "#schemas/ids.ts"
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

/** What listeners get when the connection is back: something may have been missed. */
export const listeningAgain: Change = { companyId: noCompany, stream: "", type: "ListeningAgain", version: 0, pos: 0 }

/** What listeners get when the log has grown, heard of or not. */
export const logGrown: Change = { ...listeningAgain, type: "LogGrown" }

const readChange = Schema.decodeUnknownOption(Schema.fromJsonString(Change))

/** How many changes a slow listener may lie behind before it misses the oldest. */
const patience = 4096

/**
 * One LISTEN for the whole server, whose notifications every listener gets. What is notified while its connection is
 * broken is missed, so a listener that must miss nothing reads the store (`subscribe` does), and is woken for it.
 */
export const openChanges = Effect.fnUntraced(function* (sql: PgClient) {
  const changes = yield* PubSub.sliding<Change>(patience)
  yield* listenOn(sql, "events", {
    began: PubSub.publish(changes, listeningAgain),
    heard: (payload) => {
      const change = readChange(payload)
      return change._tag === "Some" ? PubSub.publish(changes, change.value) : Effect.void
    },
  })
  return changes
})
