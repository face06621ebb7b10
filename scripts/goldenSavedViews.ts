import type { CompanyId, UserId } from "#schemas/ids.ts"
import { SavedViewId, type SavedViewFacts } from "#schemas/reporting/savedView.ts"
import { playCommands, type StreamRows } from "#server/demo/streams.ts"
import { savedViewStream } from "#server/reporting/saved/savedView.commands.ts"
import type { SavedViewCommand } from "#server/reporting/saved/savedView.decider.ts"
import type { By } from "./goldenSetUp.ts"

/** Saved views with each of their events, for the corpus of a release. */
export const playSavedViews = (companyId: CompanyId, userId: UserId, by: By): ReadonlyArray<StreamRows> => {
  const now = "2026-10-01T14:00:00.000Z"
  const facts: SavedViewFacts = {
    ...{ name: "Weekly figures", search: { campaign: "c".repeat(20) }, days: "last7", from: null, to: null },
    ...{ frequency: "weekly", weekdays: [1], monthDay: 1, time: "08:00", recipients: [userId] },
  }
  const view = (id: number, ...commands: ReadonlyArray<SavedViewCommand>): StreamRows =>
    playCommands(
      savedViewStream,
      companyId,
      id,
      commands.map((command, step) => by(95 + step, command)),
    )
  const save = (id: number, more: Partial<SavedViewFacts> = {}): SavedViewCommand => ({
    _tag: "SaveView",
    ...{ savedViewId: SavedViewId.make(id), facts: { ...facts, ...more }, now },
  })
  return [
    view(1, save(1), save(1, { days: "chosen", from: "2026-09-01", to: "2026-09-30" }), {
      _tag: "MailView",
      ...{ date: "2026-10-05", dueAt: "2026-10-05T12:00:00.000Z", mailedTo: [userId] },
      ...{ startDate: "2026-09-01", endDate: "2026-09-30" },
    }),
    view(2, save(2, { name: "Monthly figures", frequency: "monthly", monthDay: -1 }), { _tag: "DeleteView" }),
  ]
}
