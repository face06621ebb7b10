import { ArrowDown, ArrowUp, SwapVertical } from "@blueprintjs/icons"
import type { ListOptions } from "#schemas/reply.ts"
import { cellClass, type Column } from "./Column.ts"
import type { RowSelection } from "./RowSelection.ts"
import type { PageUrl } from "./Seen.ts"
import { useWords } from "./Words.tsx"

/** How a table is sorted; lives in the URL as `sort=column` or `sort=-column`. */
type Sort = { readonly column: string; readonly descending: boolean }

const parseSort = (text: string | undefined): Sort | null =>
  text === undefined || text === "" ? null : { column: text.replace(/^-/, ""), descending: text.startsWith("-") }
const formatSort = ({ column, descending }: Sort): string => `${descending ? "-" : ""}${column}`

/** The order of a list that lives in the URL under `name`. */
export const orderIn = (url: PageUrl, { columns }: ListOptions, name = "sort") => ({
  by: columns,
  sort: parseSort(url.search[name]),
  onSort: (sort: Sort) => url.change({ [name]: formatSort(sort) }),
})

/** By which columns the server orders a list, how it is ordered now, and what asks for another order. */
export type Order = ReturnType<typeof orderIn>

const sortIcons = { ascending: ArrowUp, descending: ArrowDown }

const SortMark = ({ sorted }: { readonly sorted: keyof typeof sortIcons | undefined }) => {
  const Icon = sorted === undefined ? SwapVertical : sortIcons[sorted]
  return <Icon className="sort-mark" size={14} aria-hidden="true" />
}

const HeadCell = <Row,>({ column, order }: { readonly column: Column<Row>; readonly order: Order | undefined }) => {
  const words = useWords()
  const sortable = order?.by.includes(column.id) === true
  const sort = sortable && order.sort?.column === column.id ? order.sort : null
  const sorted = sort === null ? undefined : sort.descending ? "descending" : "ascending"
  return (
    <th scope="col" className={cellClass(column)} {...(sorted === undefined ? {} : { "aria-sort": sorted })}>
      {sortable ? (
        <button
          type="button"
          className="sort-button"
          title={words("part.sort", { column: column.header })}
          onClick={() => order.onSort({ column: column.id, descending: sorted === "ascending" })}
        >
          {column.header}
          <SortMark sorted={sorted} />
        </button>
      ) : column.isMark === true ? (
        <span>{column.header}</span>
      ) : (
        column.header
      )}
    </th>
  )
}

/** Chooses all rows that are shown, or none. */
const SelectShown = <Row,>({ selection }: { readonly selection: RowSelection<Row> }) => {
  const words = useWords()
  const { shown, toggleShown } = selection
  return (
    <th scope="col" className="cell-check">
      <label>
        <input
          type="checkbox"
          aria-label={words("part.bulk.selectShown")}
          checked={shown === "all"}
          ref={(box) => void (box !== null && (box.indeterminate = shown === "some"))}
          onChange={toggleShown}
        />
      </label>
    </th>
  )
}

/** The head of a list, which stays in view; a column that the server orders by is a button. */
export const TableHead = <Row,>(props: {
  readonly columns: ReadonlyArray<Column<Row>>
  readonly order: Order | undefined
  readonly selection?: RowSelection<Row> | undefined
}) => (
  <thead>
    <tr>
      {props.selection !== undefined && <SelectShown selection={props.selection} />}
      {props.columns.map((column) => (
        <HeadCell key={column.id} column={column} order={props.order} />
      ))}
    </tr>
  </thead>
)
