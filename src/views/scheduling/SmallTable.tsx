import type { Column } from "#views/parts/Column.ts"
import { TableHead } from "#views/parts/TableHead.tsx"
import { TableRows } from "#views/parts/TableRows.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"

/** A table of rows that came with something else, all at once: nothing of it is ordered, narrowed or read further. */
export const SmallTable = <Row extends object>(props: {
  /** Names the table for screen readers. */
  readonly label: string
  readonly rows: ReadonlyArray<Row>
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rowId: (row: Row) => string
  readonly rowHref?: (row: Row) => string
}) => (
  <div className="data-table">
    <TableScroll label={props.label}>
      <table>
        <caption className="visually-hidden">{props.label}</caption>
        <TableHead columns={props.columns} order={undefined} />
        <TableRows {...props} />
      </table>
    </TableScroll>
  </div>
)
