import type { ActivityEntry } from "#schemas/administration/activity.ts"
import { activityWords } from "#schemas/administration/activityWords.ts"
import { wallTime, type Cells } from "#server/reporting/exports/exportTable.rule.ts"

/** The column headers of a file of the log; the times are in the zone that the second one names. */
export const activityHeader = (zone: string): ReadonlyArray<string> => [
  "Entry",
  `When (${zone})`,
  "Company",
  "Person",
  "What happened",
  "Outcome",
  "About",
  "Name",
  "Account",
  "From",
  "Details",
  "Changes",
]

/** The cells of an entry under `activityHeader`; what happened is the stored event’s type. */
export const activityCells = (entry: ActivityEntry, zone: string): Cells => [
  entry.pos,
  wallTime(Date.parse(entry.at), zone),
  entry.company ?? "",
  entry.actor,
  entry.type,
  entry.refused ? "refused" : "allowed",
  activityWords[`activity.kind.${entry.kind}`],
  entry.thing?.name ?? "",
  entry.person ?? "",
  entry.address ?? "",
  entry.facts.map(({ name, value }) => `${name}: ${value}`).join("; "),
  entry.changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join("; "),
]
