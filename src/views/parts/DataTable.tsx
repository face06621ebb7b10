import { useContext, useDeferredValue, type ReactNode } from "react"
import { listKeys } from "#schemas/session/listKeys.ts"
import type { Column } from "./Column.ts"
import { HeldButton } from "./HeldButton.tsx"
import { ListLooks, shownColumns } from "./ListLook.ts"
import { FailedReading, hasFailed, StaleNotice, type SeenReading } from "./Reading.tsx"
import type { RowSelection } from "./RowSelection.ts"
import { TableHead, type Order } from "./TableHead.tsx"
import { ComingRows, TableRows, type RowGroups } from "./TableRows.tsx"
import { usePageZone } from "./Time.tsx"
import { useWords, Word } from "./Words.tsx"
import { TableScroll } from "./TableScroll.tsx"

type Props<Row> = {
  /** Names the table for screen readers. */
  readonly label: string
  readonly reading: SeenReading<ReadonlyArray<Row>>
  readonly columns: ReadonlyArray<Column<Row>>
  /** Names the list where this device keeps which columns it shows. */
  readonly list?: string
  /** How many rows there are in all, where the server says so. */
  readonly total?: number | undefined
  readonly rowId: (row: Row) => string
  /** Where a row leads; the first column becomes the link. Usually `url.href({ id })`. */
  readonly rowHref?: (row: Row) => string
  /** The id of the row that is open. */
  readonly chosen?: string | undefined
  readonly order?: Order
  /** Which rows are chosen, where several can be done something to at once. */
  readonly selection?: RowSelection<Row> | undefined
  /** Headings between the rows: rows of one group follow each other. */
  readonly groupOf?: RowGroups<Row>
  /** Whether rows show times: then the foot names their zone, once. */
  readonly timed?: boolean
  /** Whether the list hears the keys of lists, which its foot names; not over a page. */
  readonly hasKeys?: boolean
  /** What stands here when there are no rows: why, and the first thing to do. */
  readonly empty: ReactNode
}

const Keys = ({ opens, selects }: { readonly opens: boolean; readonly selects: boolean }) => (
  <span className="list-keys" aria-hidden="true">
    {listKeys
      .filter(({ does }) => does === "move" || (does === "open" && opens) || (does === "select" && selects))
      .map(({ does, keys, word }) => (
        <span key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{" "}
          <Word id={word} />
        </span>
      ))}
  </span>
)

const ZoneNote = () => <Word id="part.zone" values={{ zone: usePageZone() }} />

const Shown = ({
  count,
  more,
  total,
}: {
  readonly count: number
  readonly more: boolean
  readonly total?: number | undefined
}) =>
  total !== undefined && total >= count ? (
    <Word id="part.rowsOf" values={{ count, total }} />
  ) : (
    <Word id={more ? "part.rowsOfMore" : "part.rowsShown"} values={{ count }} />
  )

const Foot = <Row,>({ reading, rowHref, timed, total, selection, hasKeys = true }: Props<Row>) => {
  const { snapshot, send } = reading
  const count = snapshot.context.data?.length ?? 0
  const more = snapshot.context.next !== null
  const extending = snapshot.matches({ ready: "extending" })
  return (
    <div className="table-foot">
      <span>
        <Shown count={count} more={more} total={total} />
      </span>
      {timed === true && (
        <span>
          <ZoneNote />
        </span>
      )}
      {hasKeys && <Keys opens={rowHref !== undefined} selects={selection !== undefined} />}
      {more && (
        <HeldButton loading={extending} onClick={() => send({ type: "more.pressed" })}>
          <Word id="part.showMore" />
        </HeldButton>
      )}
    </div>
  )
}

const Table = <Row extends object>(props: Props<Row>) => {
  const words = useWords()
  const { look } = useContext(ListLooks)
  const columns = props.list === undefined ? props.columns : shownColumns(look, props.list, props.columns)
  const rows = props.reading.snapshot.context.data
  // Rows are drawn in pieces after all else: in one piece a phone would neither show a letter that is typed nor a press.
  const latest = rows === null || rows.length === 0 ? null : <TableRows {...props} columns={columns} rows={rows} />
  const drawn = useDeferredValue(latest)
  const isComing = latest === null || drawn === null
  return (
    <div
      className={`data-table rows-${look.density}`}
      aria-busy={props.reading.snapshot.hasTag("busy") || drawn !== latest}
    >
      <StaleNotice reading={props.reading} />
      <TableScroll label={props.label}>
        <table>
          <caption className="visually-hidden">
            {props.label}
            {isComing ? `, ${words("part.loading")}` : ""}
          </caption>
          <TableHead columns={columns} order={props.order} selection={props.selection} />
          {isComing ? <ComingRows columns={columns} selects={props.selection !== undefined} /> : drawn}
        </table>
      </TableScroll>
      {!isComing && <Foot {...props} />}
    </div>
  )
}

/**
 * The one list of the product: a reading's rows with real table roles, opened by a press anywhere in a row and by
 * keys, with its skeleton, its empty state, "Could not load", and "Show more" by cursor. Order and
 * filters, which the server keeps, come from the URL.
 */
export const DataTable = <Row extends object>(props: Props<Row>) => {
  const { snapshot } = props.reading
  if (hasFailed(props.reading)) return <FailedReading of={props.reading} />
  // An empty list that is being read again may be another list by now: the address is ahead of its rows.
  if (snapshot.context.data?.length === 0 && !snapshot.hasTag("busy"))
    return snapshot.context.problem === null ? <>{props.empty}</> : <StaleNotice reading={props.reading} />
  return <Table {...props} />
}
