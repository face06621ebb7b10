import { Schema } from "effect"
import { savedViewTable } from "#machines/lifecycles/savedView.lifecycle.ts"
import { noneOf } from "#schemas/ids.ts"
import { SavedViewFacts, SavedViewId, SavedViewState, type SavedViewEvent } from "#schemas/reporting/savedView.ts"
import type { Projection } from "#server/decider.ts"
import { factsIn, mailsAfter } from "./savedView.decider.ts"

/** The read model of a saved view, with what decides when it is mailed; what became of its mails stands in `report_mails`. */
export const SavedViewRow = Schema.Struct({
  savedViewId: SavedViewId,
  ...SavedViewFacts.fields,
  state: Schema.Union([SavedViewState, Schema.Literal("reserved")]),
  since: Schema.String,
  lastDate: Schema.NullOr(Schema.String),
  updatedOn: Schema.String,
})
export type SavedViewRow = typeof SavedViewRow.Type

const initialRow: SavedViewRow = {
  ...{ savedViewId: noneOf(SavedViewId), name: "", search: {}, days: "last30", from: null, to: null },
  ...{ frequency: "never", weekdays: [], monthDay: 1, time: "", recipients: [] },
  ...{ state: "reserved", since: "", lastDate: null, updatedOn: "" },
}

/** Saved views by id; a name is taken once in its company until its view is deleted (docs/policy.md#saved-views). */
export const savedViewProjection: Projection<SavedViewRow, SavedViewEvent> = {
  category: "savedView",
  version: 1,
  row: SavedViewRow,
  initialRow,
  evolve: (row, event, { at }) => ({
    ...row,
    ...factsIn(event),
    ...mailsAfter(row, event),
    ...(event._tag === "SavedViewCreated" ? { savedViewId: event.savedViewId } : {}),
    state: savedViewTable.next(row.state, event._tag) ?? row.state,
    updatedOn: at,
  }),
  keys: ({ state, name }) => ({ state, uniqueKey: state === "deleted" ? null : name.toLowerCase() }),
}
