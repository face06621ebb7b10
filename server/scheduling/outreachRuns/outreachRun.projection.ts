import { Schema } from "effect"
import { outreachRunTable } from "#machines/lifecycles/outreachRun.lifecycle.ts"
import { ListId, noneOf, SenderId, TemplateId } from "#schemas/ids.ts"
import {
  OutreachRunFacts,
  OutreachRunId,
  OutreachRunState,
  type OutreachRunEvent,
} from "#schemas/scheduling/outreachRun.ts"
import type { Projection } from "#server/decider.ts"
import { factsIn, passedBy } from "./outreachRun.decider.ts"

/** The read model of an outreach run, with what decides when it is due; what became of its dates stands in `outreach_occurrences`. */
export const OutreachRunRow = Schema.Struct({
  runId: OutreachRunId,
  ...OutreachRunFacts.fields,
  state: Schema.Union([OutreachRunState, Schema.Literal("reserved")]),
  setUpBy: Schema.Int,
  since: Schema.String,
  lastDate: Schema.NullOr(Schema.String),
  skipped: Schema.Array(Schema.String),
  updatedOn: Schema.String,
})
export type OutreachRunRow = typeof OutreachRunRow.Type

const initialRow: OutreachRunRow = {
  runId: noneOf(OutreachRunId),
  ...{
    name: "",
    purpose: "Survey",
    templateId: noneOf(TemplateId),
    listId: noneOf(ListId),
    senderId: noneOf(SenderId),
  },
  ...{ firstDate: "", frequency: "once", interval: 1, weekdays: [], monthlyBy: "day", monthDay: 1 },
  ...{ monthWeek: 1, monthWeekday: 1, ends: "never", untilDate: null, count: null, time: "", timezone: "" },
  ...{ state: "reserved", setUpBy: 0, since: "", lastDate: null, skipped: [], updatedOn: "" },
}

/** Outreach runs by id; a name is taken once in its company until its run is deleted (docs/policy.md#outreach-runs). */
export const outreachRunProjection: Projection<OutreachRunRow, OutreachRunEvent> = {
  category: "outreachRun",
  version: 1,
  row: OutreachRunRow,
  initialRow,
  evolve: (row, event, { at }) => ({
    ...row,
    ...factsIn(event),
    ...passedBy(row, event),
    ...(event._tag === "OutreachRunCreated" ? { runId: event.runId } : {}),
    ...("setUpBy" in event ? { setUpBy: event.setUpBy } : {}),
    state: outreachRunTable.next(row.state, event._tag) ?? row.state,
    updatedOn: at,
  }),
  keys: ({ state, name }) => ({ state, uniqueKey: state === "deleted" ? null : name.toLowerCase() }),
}
