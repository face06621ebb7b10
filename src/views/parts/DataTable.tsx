import { Button } from "@blueprintjs/core"
import { rowSortingFeature, tableFeatures, useTable, type ColumnDef } from "@tanstack/react-table"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { ProblemNotice } from "./ProblemNotice.tsx"
import { StaleNotice, type SeenReading } from "./Reading.tsx"
import { useWords, Word } from "./Words.tsx"

/** A column of a table of `Row`s. */
export type Column<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end (right-aligned), with their unit in the header. */
  readonly align?: "end"
  /** The list can be ordered by this column; the server does it, over all rows. */
  readonly sortable?: boolean
  /** Hidden on screens narrower than this breakpoint. */
  readonly hideBelow?: 600 | 900
}

/** How a table is sorted; lives in the URL as `sort=column` or `sort=-column`. */
export type Sort = { readonly column: string; readonly descending: boolean }

/** Reads the `sort` parameter of the URL. */
export const parseSort = (text: string | undefined): Sort | null =>
  text === undefined || text === "" ? null : { column: text.replace(/^-/, ""), descending: text.startsWith("-") }
/** Writes the `sort` parameter of the URL. */
export const formatSort = ({ column, descending }: Sort): string => `${descending ? "-" : ""}${column}`

const features = tableFeatures({ rowSortingFeature })

type Props<Row> = {
  /** Names the table for screen readers. */
  readonly label: string
  readonly reading: SeenReading<ReadonlyArray<Row>>
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rowId: (row: Row) => string
  /** Where a row leads; the first column becomes the link. Usually `url.href({ id })`, which opens the side panel. */
  readonly rowHref?: (row: Row) => string
  /** The id of the row whose side panel is open. */
  readonly chosen?: string | undefined
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort) => void
  /** What stands here when there are no rows: why, and the first thing to do. */
  readonly empty: ReactNode
}

const toColumns = <Row,>(columns: ReadonlyArray<Column<Row>>): Array<ColumnDef<typeof features, Row & object>> =>
  columns.map((column) => ({
    id: column.id,
    header: column.header,
    enableSorting: column.sortable === true,
  }))

const cellClass = (column: { readonly align?: "end"; readonly hideBelow?: number } | undefined): string =>
  [column?.align === "end" ? "cell-end" : "", column?.hideBelow === undefined ? "" : `hide-below-${column.hideBelow}`]
    .filter(Boolean)
    .join(" ")

const SkeletonRows = ({ columns }: { readonly columns: number }) => (
  <>
    {Array.from({ length: 6 }, (_, row) => (
      <tr key={row} aria-hidden="true">
        {Array.from({ length: columns }, (_unused, cell) => (
          <td key={cell}>
            <div className="skeleton-line" />
          </td>
        ))}
      </tr>
    ))}
  </>
)

const noRows: ReadonlyArray<never> = []

const Head = <Row,>({ columns, sort, onSort }: Pick<Props<Row>, "columns" | "sort" | "onSort">) => {
  const words = useWords()
  return (
    <tr>
      {columns.map((column) => {
        const sorted = sort?.column === column.id ? (sort.descending ? "descending" : "ascending") : undefined
        const sortable = column.sortable === true && onSort !== undefined
        return (
          <th
            key={column.id}
            scope="col"
            className={cellClass(column)}
            {...(sorted === undefined ? {} : { "aria-sort": sorted })}
          >
            {sortable ? (
              <button
                type="button"
                className="sort-button"
                title={words("part.sort", { column: column.header })}
                onClick={() => onSort({ column: column.id, descending: sorted === "ascending" })}
              >
                {column.header}
                <span aria-hidden="true">{sorted === undefined ? "↕" : sorted === "ascending" ? "↑" : "↓"}</span>
              </button>
            ) : (
              column.header
            )}
          </th>
        )
      })}
    </tr>
  )
}

const Foot = ({ reading }: { readonly reading: SeenReading<ReadonlyArray<unknown>> }) => {
  const { snapshot, send } = reading
  const count = snapshot.context.data?.length ?? 0
  const more = snapshot.context.next !== null
  const extending = snapshot.matches({ ready: "extending" })
  return (
    <div className="table-foot">
      <span>
        <Word id={more ? "part.rowsOfMore" : "part.rowsShown"} values={{ count }} />
      </span>
      {more && (
        <Button loading={extending} onClick={() => send({ type: "more.pressed" })}>
          <Word id="part.showMore" />
        </Button>
      )}
    </div>
  )
}

/**
 * The one table of the product (architecture §7): a reading's rows with real
 * table roles, skeleton, empty state, "Could not load" with Retry, and "Show
 * more" by cursor. Sorting and the chosen row come from the URL.
 */
export const DataTable = <Row extends object>(props: Props<Row>) => {
  const words = useWords()
  const { snapshot, send } = props.reading
  const rows = snapshot.context.data
  const table = useTable({
    features,
    columns: toColumns(props.columns),
    data: (rows ?? noRows) as ReadonlyArray<Row>,
    getRowId: (row: Row) => props.rowId(row),
    manualSorting: true,
    state: { sorting: props.sort ? [{ id: props.sort.column, desc: props.sort.descending }] : [] },
  })
  if (snapshot.matches("failed") && snapshot.context.problem !== null) {
    return (
      <ProblemNotice
        title={words("part.couldNotLoad")}
        problem={snapshot.context.problem}
        onRetry={() => send({ type: "retry.pressed" })}
      />
    )
  }
  if (rows !== null && rows.length === 0 && snapshot.matches("ready")) return <>{props.empty}</>
  return (
    <div className="data-table" aria-busy={snapshot.hasTag("busy")}>
      <StaleNotice reading={props.reading} />
      <div className="table-scroll" role="region" aria-label={props.label} tabIndex={0}>
        <table>
          <caption className="visually-hidden">
            {props.label}
            {rows === null ? `, ${words("part.loading")}` : ""}
          </caption>
          <thead>
            <Head
              columns={props.columns}
              sort={props.sort ?? null}
              {...(props.onSort === undefined ? {} : { onSort: props.onSort })}
            />
          </thead>
          <tbody>
            {rows === null ? (
              <SkeletonRows columns={props.columns.length} />
            ) : (
              table.getRowModel().rows.map(({ id, original }) => (
                <tr key={id} {...(props.chosen === id ? { "aria-current": "true" as const } : {})}>
                  {props.columns.map((column, index) => (
                    <td key={column.id} className={cellClass(column)}>
                      {index === 0 && props.rowHref !== undefined ? (
                        <Link href={props.rowHref(original)} className="row-link">
                          {column.cell(original)}
                        </Link>
                      ) : (
                        column.cell(original)
                      )}
                    </td>
                  ))}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
      {rows !== null && <Foot reading={props.reading} />}
    </div>
  )
}
