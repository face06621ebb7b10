import { createContext } from "react"
import { usualLook, type ListLook } from "#schemas/session/listLook.ts"
import type { Column } from "./Column.ts"

/** How lists look on this device, and what changes it; wiring keeps it. */
export const ListLooks = createContext<{ readonly look: ListLook; readonly change: (look: ListLook) => void }>({
  look: usualLook,
  change: () => undefined,
})

/** A list's columns in the chosen order with those that are hidden; the first, its name, is always the first. */
export const orderedColumns = <Row>(
  { columns: chosen }: ListLook,
  list: string,
  [name, ...rest]: ReadonlyArray<Column<Row>>,
): ReadonlyArray<Column<Row>> => {
  const order = chosen[list]?.order ?? []
  // A column that came since the choice stands at the end.
  const place = ({ id }: Column<Row>): number => (order.includes(id) ? order.indexOf(id) : order.length)
  return name === undefined ? [] : [name, ...rest.toSorted((one, other) => place(one) - place(other))]
}

/** The columns that a list shows. */
export const shownColumns = <Row>(
  look: ListLook,
  list: string,
  columns: ReadonlyArray<Column<Row>>,
): ReadonlyArray<Column<Row>> =>
  orderedColumns(look, list, columns).filter(({ id }) => look.columns[list]?.hidden.includes(id) !== true)
