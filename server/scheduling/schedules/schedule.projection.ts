import { Schema } from "effect"
import { scheduleTable } from "#machines/lifecycles/schedule.lifecycle.ts"
import { noneOf } from "#schemas/ids.ts"
import type { ScheduleEvent } from "#schemas/scheduling/events.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { KeptSection, ScheduleChange } from "#schemas/scheduling/schedule.ts"
import type { Projection } from "#server/decider.ts"

/** The read model of a location's schedule, under the location's number; its slots stand in `slots`. */
export const ScheduleRow = Schema.Struct({
  locationId: LocationId,
  sections: Schema.Array(KeptSection),
  state: Schema.Literals(["empty", "changed", "undone"]),
  /** What can be undone, and the version of its event. */
  lastChange: Schema.NullOr(Schema.Struct({ ...ScheduleChange.fields, version: Schema.Int })),
})
export type ScheduleRow = typeof ScheduleRow.Type

const lastChangeOf = (event: ScheduleEvent, at: string, version: number): ScheduleRow["lastChange"] => {
  switch (event._tag) {
    case "ScheduleSaved":
      return { kind: "saved", at, version, apptSection: null, days: event.days }
    case "SlotsReplicated":
      return { kind: "replicated", at, version, apptSection: event.apptSection, days: event.days }
    default:
      return null
  }
}

/** Schedules by the number of their location. */
export const scheduleProjection: Projection<ScheduleRow, ScheduleEvent> = {
  category: "schedule",
  version: 1,
  row: ScheduleRow,
  initialRow: { locationId: noneOf(LocationId), sections: [], state: "empty", lastChange: null },
  evolve: (row, event, { at, version }) => ({
    locationId: "locationId" in event ? event.locationId : row.locationId,
    sections:
      "sections" in event
        ? event.sections
        : event._tag === "ScheduleCleared"
          ? row.sections.map((section) => ({ ...section, switchValue: false }))
          : row.sections,
    state: scheduleTable.next(row.state, event._tag) ?? row.state,
    lastChange: lastChangeOf(event, at, version),
  }),
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
