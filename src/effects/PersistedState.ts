import { Context, Effect, Layer, Option, Schema } from "effect"
import { persistMillis } from "#schemas/constants.ts"
import { persistedKey } from "./storageKeys.ts"
import type { UserId } from "#schemas/ids.ts"
import {
  maxPersistedBytes,
  PersistedRecord,
  persistedVersion,
  type PersistedNotification,
} from "#schemas/session/persistedState.ts"

/** A place for one text; each of its ways may fail, hang or be off. */
export type StoragePlace = {
  readonly read: Effect.Effect<string | null, unknown>
  readonly write: (text: string) => Effect.Effect<void, unknown>
  readonly remove: Effect.Effect<void, unknown>
}

/** This tab's session storage: it outlives a reload and nothing else, so no other person finds it. */
const thisTab: StoragePlace = {
  read: Effect.try({ try: () => sessionStorage.getItem(persistedKey), catch: String }),
  write: (text) => Effect.try({ try: () => sessionStorage.setItem(persistedKey, text), catch: String }),
  remove: Effect.try({ try: () => sessionStorage.removeItem(persistedKey), catch: String }),
}

const Text = Schema.fromJsonString(PersistedRecord)
const decode = Schema.decodeUnknownEffect(Text)
const encode = Schema.encodeSync(Text)

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** The text of as many notifications, newest first, as fit. */
const fitting = (userId: UserId, notifications: ReadonlyArray<PersistedNotification>): string => {
  const text = encode({ version: persistedVersion, userId, notifications })
  return bytesOf(text) <= maxPersistedBytes || notifications.length === 0
    ? text
    : fitting(userId, notifications.slice(0, notifications.length >> 1))
}

/**
 * What survives a reload (docs/policy.md#kept-in-the-browser): past notifications without personal data.
 * Outreach, booked appointments and the scheduler are never in it, by its schema.
 * Never fails and never waits longer than 5,000 ms: state that cannot be read, is
 * of another form or person, too large or too late is a start without it.
 */
export class PersistedState extends Context.Service<
  PersistedState,
  {
    /** What this person left behind, newest first. */
    readonly restore: (userId: UserId) => Effect.Effect<ReadonlyArray<PersistedNotification>>
    readonly keep: (userId: UserId, notifications: ReadonlyArray<PersistedNotification>) => Effect.Effect<void>
    readonly clear: Effect.Effect<void>
  }
>()("admin-view/effects/PersistedState") {
  static readonly layerAt = (place: StoragePlace) =>
    Layer.sync(PersistedState, () => {
      const clear = Effect.ignore(place.remove)
      const read = place.read.pipe(
        Effect.timeoutOption(persistMillis),
        Effect.map((text) => Option.getOrElse(text, () => null)),
        Effect.filterOrFail(
          (text): text is string => text !== null && bytesOf(text) <= maxPersistedBytes,
          () => "nothing that can be read",
        ),
        Effect.flatMap(decode),
      )
      return PersistedState.of({
        restore: (userId) =>
          read.pipe(
            Effect.filterOrFail(
              (record) => record.userId === userId,
              () => "someone else's",
            ),
            Effect.map(({ notifications }) => notifications),
            Effect.catch(() => Effect.as(clear, [])),
          ),
        keep: (userId, notifications) => place.write(fitting(userId, notifications)).pipe(Effect.catch(() => clear)),
        clear,
      })
    })

  static readonly layer = PersistedState.layerAt(thisTab)
}
