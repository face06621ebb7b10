import type { MouseEvent, ReactNode } from "react"
import { Link } from "wouter"
import { cellClass, type Column } from "./Column.ts"
import type { RowSelection } from "./RowSelection.ts"
import { useWords } from "./Words.tsx"

/** What rows of a list stand under: which heading each belongs to, and what it says. */
export type RowGroups<Row> = {
  readonly id: (row: Row) => string
  readonly heading: (id: string) => ReactNode
}

type Props<Row> = {
  readonly rows: ReadonlyArray<Row>
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rowId: (row: Row) => string
  /** Where a row leads; the first column becomes the link. */
  readonly rowHref?: ((row: Row) => string) | undefined
  /** The id of the row that is open. */
  readonly chosen?: string | undefined
  readonly selection?: RowSelection<Row> | undefined
  readonly groupOf?: RowGroups<Row> | undefined
}

/** As much of a column as grey bars need. */
type Shaped = Pick<Column<never>, "id" | "align" | "hideBelow" | "showBelow" | "narrow">

/** Grey bars in the rows' place, seen after 300 ms. */
export const ComingRows = (props: { readonly columns: ReadonlyArray<Shaped>; readonly selects: boolean }) => (
  <tbody className="rows-coming">
    {Array.from({ length: 6 }, (_, row) => (
      <tr key={row} aria-hidden="true">
        {props.selects && <td className="cell-check" />}
        {props.columns.map((column) => (
          <td key={column.id} className={cellClass(column)}>
            <div className="skeleton-line" />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

const ownControls = "a, button, input, label, select, summary, [popover]"

/** A press anywhere in a row opens it, except on a control of its own and while text is being selected. */
const openRow = ({ target, currentTarget, button }: MouseEvent<HTMLElement>): void => {
  const isOwn = target instanceof Element && target.closest(ownControls) !== null
  if (isOwn || button !== 0 || getSelection()?.isCollapsed === false) return
  currentTarget.querySelector<HTMLElement>(".row-link")?.click()
}

const SelectRow = <Row,>({ row, selection }: { readonly row: Row; readonly selection: RowSelection<Row> }) => {
  const words = useWords()
  return (
    <td className="cell-check">
      <label>
        <input
          type="checkbox"
          aria-label={words("part.bulk.select", { name: selection.nameOf(row) })}
          checked={selection.isChosen(row)}
          onChange={({ nativeEvent }) => selection.toggle(row, (nativeEvent as PointerEvent).shiftKey)}
        />
      </label>
    </td>
  )
}

const OneRow = <Row,>({ row, ...props }: Omit<Props<Row>, "rows" | "groupOf"> & { readonly row: Row }) => {
  const { columns, rowId, rowHref, chosen, selection } = props
  const isSelected = selection?.isChosen(row) === true
  const isChosen = chosen !== undefined && chosen === rowId(row)
  return (
    <tr
      data-row={rowId(row)}
      className={`${rowHref === undefined ? "" : "row-opens"}${isSelected ? " row-chosen" : ""}`}
      {...(rowHref === undefined ? { tabIndex: -1 } : { onClick: openRow })}
      {...(isChosen ? { "aria-current": "true" as const } : {})}
    >
      {selection !== undefined && <SelectRow row={row} selection={selection} />}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={`${index === 0 ? "cell-name " : ""}${cellClass(column)}`}
          data-unit={column.unit}
        >
          {index === 0 && rowHref !== undefined ? (
            <Link href={rowHref(row)} className="row-link">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** Rows that follow each other under one heading. */
const inGroups = <Row,>(rows: ReadonlyArray<Row>, groupOf: NonNullable<Props<Row>["groupOf"]>) => {
  const groups: Array<{ readonly id: string; readonly rows: Array<Row> }> = []
  for (const row of rows) {
    const id = groupOf.id(row)
    const last = groups.at(-1)
    if (last?.id === id) last.rows.push(row)
    else groups.push({ id, rows: [row] })
  }
  return groups
}

/** The rows of a list, under headings where it has groups. */
export const TableRows = <Row extends object>({ rows, groupOf, ...props }: Props<Row>) => {
  const drawn = (some: ReadonlyArray<Row>) => some.map((row) => <OneRow key={props.rowId(row)} row={row} {...props} />)
  if (groupOf === undefined) return <tbody>{drawn(rows)}</tbody>
  return inGroups(rows, groupOf).map(({ id, rows: own }) => (
    <tbody key={id}>
      <tr className="row-group">
        <th scope="rowgroup" colSpan={props.columns.length + (props.selection === undefined ? 0 : 1)}>
          {groupOf.heading(id)}
        </th>
      </tr>
      {drawn(own)}
    </tbody>
  ))
}
