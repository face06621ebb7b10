import type { SeenBulk } from "./BulkBar.tsx"

/** Which rows of a list are chosen, and how more are. */
export type RowSelection<Row> = {
  readonly isChosen: (row: Row) => boolean
  /** Whether none, some or all of the rows on the screen are chosen. */
  readonly shown: "none" | "some" | "all"
  readonly nameOf: (row: Row) => string
  readonly toggle: (row: Row, isRange: boolean) => void
  readonly toggleShown: () => void
}

type Made<Row> = {
  readonly bulk: SeenBulk
  readonly rows: ReadonlyArray<Row>
  readonly rowId: (row: Row) => string
  readonly nameOf: (row: Row) => string
}

/** The rows from the one that was chosen last to this one. */
const rangeTo = <Row>({ bulk, rows, rowId }: Made<Row>, row: Row): ReadonlyArray<Row> => {
  const last = bulk.snapshot.context.chosen.at(-1)?.id
  const [from, to] = [rows.findIndex((one) => rowId(one) === last), rows.indexOf(row)]
  return from === -1 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** The selection of a list by its chart; where all that match are chosen, one that is taken out leaves the others on the screen. */
export const selectionOf = <Row>(made: Made<Row>): RowSelection<Row> => {
  const { bulk, rows, rowId, nameOf } = made
  const { chosen, isAll } = bulk.snapshot.context
  const ids = new Set(chosen.map(({ id }) => id))
  const isChosen = (row: Row): boolean => isAll || ids.has(rowId(row))
  const count = rows.filter(isChosen).length
  const choose = (some: ReadonlyArray<Row>, isNow: boolean): void =>
    bulk.send({ type: "rows.chosen", rows: some.map((row) => ({ id: rowId(row), row })), isChosen: isNow })
  return {
    isChosen,
    shown: count === 0 ? "none" : count === rows.length ? "all" : "some",
    nameOf,
    toggle: (row, isRange) => {
      if (isRange) choose(rangeTo(made, row), true)
      else if (isAll)
        choose(
          rows.filter((one) => one !== row),
          true,
        )
      else choose([row], !isChosen(row))
    },
    toggleShown: () => {
      // Before rows stand there is nothing to choose, and nothing to let go of.
      if (rows.length === 0) return
      if (count === rows.length) bulk.send({ type: "cleared" })
      else choose(rows, true)
    },
  }
}
