import { UserId } from "#schemas/ids.ts"
import type { SavedView, SavedViewDraft } from "#schemas/reporting/savedView.ts"
import { savedViewValues, type SavedViewValues } from "#schemas/reporting/savedViewForm.ts"

/** People who may see reports. */
export const sampleReaders = [
  { userId: UserId.make(2), name: "Nora Admin" },
  { userId: UserId.make(3), name: "Elaine Porter" },
]

/** A view of the last 7 days of all campaigns, mailed to no one. */
export const viewDraft = (more: Partial<SavedViewDraft> = {}): SavedViewDraft => ({
  ...{ name: "Weekly figures", search: {}, days: "last7", from: null, to: null },
  ...{ frequency: "never", weekdays: [1], monthDay: 1, time: "08:00", recipients: [] },
  ...more,
})

/** A view that is mailed on Mondays; one of its mails could not be sent. */
export const sampleSavedView: SavedView = {
  ...{ hashedId: "s".repeat(20), version: 2, updatedOn: "2026-11-20T15:00:00Z" },
  view: viewDraft({ frequency: "weekly", weekdays: [1, 5], recipients: sampleReaders.map(({ userId }) => userId) }),
  ...{ campaignName: null, shown: { startDate: "2026-11-14", endDate: "2026-11-20" }, readers: sampleReaders },
  next: { date: "2026-11-23", at: "2026-11-23T13:00:00Z", note: null },
  notMailed: { date: "2026-11-20", names: ["Elaine Porter"] },
}

/** Saved views by name: of a campaign as a whole, without anyone left to receive it, and of chosen days. */
export const sampleSavedViews: ReadonlyArray<SavedView> = [
  {
    ...{ ...sampleSavedView, hashedId: "f".repeat(20), notMailed: null, readers: [], campaignName: "Flu shots" },
    shown: { startDate: null, endDate: "2026-11-21" },
    view: viewDraft({
      ...{ name: "Flu shots so far", search: { campaign: "c".repeat(20), language: "es" }, days: "whole" },
      ...{ frequency: "monthly", monthDay: -1, recipients: [UserId.make(9)] },
    }),
  },
  {
    ...{ ...sampleSavedView, hashedId: "o".repeat(20), notMailed: null, next: null, readers: [] },
    shown: { startDate: "2026-10-01", endDate: "2026-10-31" },
    view: viewDraft({ name: "October", days: "chosen", from: "2026-10-01", to: "2026-10-31" }),
  },
  sampleSavedView,
]

/** The Monday view as its form opens it. */
export const sampleViewValues: SavedViewValues = savedViewValues(sampleSavedView, sampleReaders)
