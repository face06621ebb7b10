import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"
import type { StoredEvent } from "#server/store/EventStore.ts"
import { directoryName } from "#schemas/administration/directory.ts"
import type { UserId } from "#schemas/ids.ts"
import { productName } from "#schemas/session/words.ts"

/** Who caused events, by name: the display name of a person, or the product's own for the system. */
export const actorsOf = Effect.fn("actorsOf")(function* (events: ReadonlyArray<StoredEvent>) {
  const { sql, everyCompany } = yield* Database
  const ids = [...new Set(events.flatMap(({ metadata }) => metadata.actorId ?? []))]
  // A Super Admin who acted belongs to another company.
  const people = yield* everyCompany(
    sql<{ user_id: UserId; display_name: string }>`
      select user_id, display_name from accounts
      where user_id in (select value::int from jsonb_array_elements_text(${sql.json(ids)}))`,
  )
  const names = new Map(people.map(({ user_id, display_name }) => [user_id, display_name]))
  return ({ metadata: { actorId, directoryTokenId } }: StoredEvent): string => {
    if (actorId !== null) return names.get(actorId) ?? `User ${actorId}`
    return directoryTokenId === undefined ? productName : directoryName
  }
})
