import { Effect } from "effect"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import type { SavedViewFacts } from "#schemas/reporting/savedView.ts"
import { savedViewStream } from "#server/reporting/saved/savedView.commands.ts"
import { idAt, takeIds } from "./bulk.ts"
import type { Random } from "./random.ts"
import { storeHashedIds } from "./storeTemplates.ts"
import { playCommands } from "./streams.ts"

/** Last month, which no one is mailed: what a mailbox of the demo shows comes of what people do. */
const lastMonth: SavedViewFacts = {
  ...{ name: "Last month", search: {}, days: "lastMonth", from: null, to: null },
  ...{ frequency: "never", weekdays: [1], monthDay: 1, time: "08:00", recipients: [] },
}

/**
 * Stores a saved view of a company. Gives its stream to be stored.
 * @param now milliseconds since 1970; it was saved the day before
 */
export const storeSavedViews = Effect.fn("demo.storeSavedViews")(function* (
  random: Random,
  { companyId, actorId }: { readonly companyId: CompanyId; readonly actorId: UserId },
  now: number,
) {
  const ids = yield* takeIds("saved_view_ids", 1)
  yield* storeHashedIds(random, companyId, "savedView", ids)
  const at = now - 24 * 3_600_000
  const savedViewId = idAt(ids, 0)
  const command = { _tag: "SaveView", savedViewId, facts: lastMonth, now: new Date(at).toISOString() } as const
  return [playCommands(savedViewStream, companyId, savedViewId, [{ at, actorId, command }])]
})
