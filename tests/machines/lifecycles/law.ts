/** One access id of each group is needed to make a call, and one of the user types where some are named. */
export type Callers = {
  readonly types?: ReadonlyArray<1 | 2 | 3>
  readonly groups: ReadonlyArray<ReadonlyArray<number>>
}

/**
 * Who may do what when to one kind of stored thing, as the policy says it and not as a chart does.
 * `<noun>.law.ts` holds that of the chart with this id. A row of the table is an event with what brings
 * it about: a call, the server itself, the calendar, the carrier, or the person who is texted or invited. A cell is
 * the state that follows from the state above it; a dot says that it is refused there.
 */
export type NounLaw = { readonly table: string; readonly callers: Readonly<Record<string, Callers>> }

/** A row of a table: the event, what brings it about, and by each state the state that follows; null where it is refused. */
export type LawRow = {
  readonly event: string
  readonly by: string
  readonly leadsTo: ReadonlyMap<string, string | null>
}

/** The rows of a table of the law. */
export const rowsOf = (table: string): ReadonlyArray<LawRow> => {
  const [[, , ...states] = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
  return rows.map(([event = "", by = "", ...cells]) => ({
    event,
    by,
    leadsTo: new Map(states.map((state, index) => [state, cells[index] === "." ? null : (cells[index] ?? "")])),
  }))
}
