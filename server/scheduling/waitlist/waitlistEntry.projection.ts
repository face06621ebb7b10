import { Schema } from "effect"
import { waitlistEntryTable } from "#machines/lifecycles/waitlistEntry.lifecycle.ts"
import { noneOf, PatientId } from "#schemas/ids.ts"
import type { WaitlistEntryEvent } from "#schemas/scheduling/events.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { WaitlistEntryId, WaitlistState, WishTimes } from "#schemas/scheduling/waitlist.ts"
import type { Projection } from "#server/decider.ts"

/** The read model of an entry; who waits and the note stand in tables. */
export const WaitlistEntryRow = Schema.Struct({
  entryId: WaitlistEntryId,
  patientId: PatientId,
  locationId: Schema.NullOr(LocationId),
  group: Schema.NullOr(Schema.String),
  ...WishTimes.fields,
  status: Schema.Union([WaitlistState, Schema.Literal("reserved")]),
  since: Schema.String,
})
export type WaitlistEntryRow = typeof WaitlistEntryRow.Type

/** Entries by id; a person waits once for the same places. */
export const waitlistEntryProjection: Projection<WaitlistEntryRow, WaitlistEntryEvent> = {
  category: "waitlistEntry",
  version: 1,
  row: WaitlistEntryRow,
  initialRow: {
    entryId: noneOf(WaitlistEntryId),
    patientId: noneOf(PatientId),
    ...{ locationId: null, group: null, weekdays: [], part: "any", from: null, until: null },
    status: "reserved",
    since: "",
  },
  evolve: (row, event, { at }) => {
    const next = { ...row, status: waitlistEntryTable.next(row.status, event._tag) ?? row.status }
    switch (event._tag) {
      case "WaitlistEntryAdded": {
        const { _tag, ...facts } = event
        return { ...next, ...facts, since: at }
      }
      case "WaitlistEntryRevised": {
        const { _tag, ...facts } = event
        return { ...next, ...facts }
      }
      default:
        return next
    }
  },
  keys: ({ status, patientId, locationId, group }) => ({
    state: status,
    uniqueKey: status === "waiting" ? `${patientId} ${locationId ?? ""} ${group ?? ""}` : null,
  }),
}
