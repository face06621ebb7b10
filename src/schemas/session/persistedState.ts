import { Schema } from "effect"
import { UserId } from "../ids.ts"
import { sharedWords, type SharedWordId } from "../sharedWords.ts"

/** The form of the kept state; another one is another number, and nothing of it is read. */
export const persistedVersion = 1

/** The largest state that is kept or read back, in bytes. */
export const maxPersistedBytes = 64 * 1024

const plainWords = (Object.keys(sharedWords) as ReadonlyArray<SharedWordId>).filter(
  (id) => !sharedWords[id].includes("{"),
)

/**
 * A past notification as it outlives a reload: the id of words that take no
 * values, so that by its form it can name no patient, list or campaign.
 */
export const PersistedNotification = Schema.Struct({
  word: Schema.Literals(plainWords),
  intent: Schema.Literals(["success", "danger", "none"]),
  /** When it was shown, as ISO 8601 in UTC. */
  at: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/)),
})
export type PersistedNotification = typeof PersistedNotification.Type

/** What survives a reload of the page (docs/policy.md#kept-in-the-browser); `userId` says whose it is. */
export const PersistedRecord = Schema.Struct({
  version: Schema.Literal(persistedVersion),
  userId: UserId,
  notifications: Schema.Array(PersistedNotification),
})
export type PersistedRecord = typeof PersistedRecord.Type
