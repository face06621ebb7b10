import fc from "fast-check"
import { SavedViewId } from "#schemas/reporting/savedView.ts"
import type { SavedViewCommand } from "#server/reporting/saved/savedView.decider.ts"
import { viewDraft } from "./savedViewSamples.ts"

/** What may be asked of a saved view with this number, under names of the kind given. */
export const savedViewCommands = (id: number, name: fc.Arbitrary<string>): fc.Arbitrary<SavedViewCommand> => {
  const now = "2026-11-18T17:00:00.000Z"
  const shown = { startDate: null, endDate: "2026-11-22", mailedTo: [] }
  const mailed = (date: string) => ({ _tag: "MailView" as const, date, dueAt: `${date}T13:00:00.000Z`, ...shown })
  return fc.oneof(
    name.map((called) => ({
      _tag: "SaveView" as const,
      ...{ savedViewId: SavedViewId.make(id), facts: viewDraft({ name: called }), now },
    })),
    fc.constantFrom<SavedViewCommand>(mailed("2026-11-23"), mailed("2026-11-30"), { _tag: "DeleteView" }),
  )
}
