import { Button } from "@blueprintjs/core"
import { ArrowDown, ArrowUp, SwapVertical } from "@blueprintjs/icons"
import { useDeferredValue, type ReactNode } from "react"
import { Link } from "wouter"
import type { ListOptions } from "#schemas/reply.ts"
import { ProblemNotice } from "./ProblemNotice.tsx"
import { StaleNotice, type SeenReading } from "./Reading.tsx"
import type { PageUrl } from "./Seen.ts"
import { useWords, Word } from "./Words.tsx"

/** A column of a table of `Row`s. */
export type Column<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end (right-aligned), with their unit in the header. */
  readonly align?: "end"
  /** Hidden on screens narrower than this breakpoint. */
  readonly hideBelow?: 600 | 900
}

/** How a table is sorted; lives in the URL as `sort=column` or `sort=-column`. */
export type Sort = { readonly column: string; readonly descending: boolean }

const parseSort = (text: string | undefined): Sort | null =>
  text === undefined || text === "" ? null : { column: text.replace(/^-/, ""), descending: text.startsWith("-") }
const formatSort = ({ column, descending }: Sort): string => `${descending ? "-" : ""}${column}`

/** The order of a list that lives in the URL. */
export const orderIn = (url: PageUrl, { columns }: ListOptions) => ({
  by: columns,
  sort: parseSort(url.search["sort"]),
  onSort: (sort: Sort) => url.change({ sort: formatSort(sort) }),
})

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
  /** By which columns the server orders the list, how it is ordered now, and what asks for another order. */
  readonly order?: {
    readonly by: ReadonlyArray<string>
    readonly sort: Sort | null
    readonly onSort: (sort: Sort) => void
  }
  /** What stands here when there are no rows: why, and the first thing to do. */
  readonly empty: ReactNode
}

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

const sortIcons = { ascending: ArrowUp, descending: ArrowDown }

const SortMark = ({ sorted }: { readonly sorted: keyof typeof sortIcons | undefined }) => {
  const Icon = sorted === undefined ? SwapVertical : sortIcons[sorted]
  return <Icon className="sort-mark" size={14} aria-hidden="true" />
}

const Head = <Row,>({ columns, order }: Pick<Props<Row>, "columns" | "order">) => {
  const words = useWords()
  return (
    <tr>
      {columns.map((column) => {
        const sortable = order?.by.includes(column.id) === true
        const isSorted = sortable && order.sort?.column === column.id
        const sorted = isSorted ? (order.sort.descending ? "descending" : "ascending") : undefined
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
                onClick={() => order.onSort({ column: column.id, descending: sorted === "ascending" })}
              >
                {column.header}
                <SortMark sorted={sorted} />
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
 * The one table of the product: a reading's rows with real
 * table roles, skeleton, empty state, "Could not load" with Retry, and "Show
 * more" by cursor. The order, which the server keeps, and the chosen row come from the URL.
 */
export const DataTable = <Row extends object>(props: Props<Row>) => {
  const words = useWords()
  const { snapshot, send } = props.reading
  const rows = snapshot.context.data
  const isEmpty = rows?.length === 0
  // Rows that arrive are drawn in pieces: all at once they would stop a phone.
  const isDrawn = useDeferredValue(rows !== null && !isEmpty)
  if (snapshot.matches("failed") && snapshot.context.problem !== null) {
    return (
      <ProblemNotice
        title={words("part.couldNotLoad")}
        problem={snapshot.context.problem}
        onRetry={() => send({ type: "retry.pressed" })}
      />
    )
  }
  // An empty list that is being read again may be another list by now: the address is ahead of its rows.
  if (isEmpty && !snapshot.hasTag("busy"))
    return snapshot.matches({ ready: "stale" }) ? <StaleNotice reading={props.reading} /> : <>{props.empty}</>
  const isComing = rows === null || isEmpty || !isDrawn
  return (
    <div className="data-table" aria-busy={snapshot.hasTag("busy")}>
      <StaleNotice reading={props.reading} />
      <div className="table-scroll" role="region" aria-label={props.label} tabIndex={0}>
        <table>
          <caption className="visually-hidden">
            {props.label}
            {isComing ? `, ${words("part.loading")}` : ""}
          </caption>
          <thead>
            <Head columns={props.columns} {...(props.order === undefined ? {} : { order: props.order })} />
          </thead>
          <tbody>
            {isComing ? (
              <SkeletonRows columns={props.columns.length} />
            ) : (
              rows.map((row) => (
                <tr
                  key={props.rowId(row)}
                  {...(props.chosen === props.rowId(row) ? { "aria-current": "true" as const } : {})}
                >
                  {props.columns.map((column, index) => (
                    <td key={column.id} className={cellClass(column)}>
                      {index === 0 && props.rowHref !== undefined ? (
                        <Link href={props.rowHref(row)} className="row-link">
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
      {!isComing && <Foot reading={props.reading} />}
    </div>
  )
}
