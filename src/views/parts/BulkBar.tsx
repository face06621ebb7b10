import { Cross } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { isBulkRunning, type BulkEvent, type BulkRefusal, type BulkSnapshot } from "#machines/session/bulk.machine.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"
import { LeaveDialog } from "./LeaveDialog.tsx"
import { Said } from "./Said.tsx"
import type { Seen } from "./Seen.ts"
import { Skeleton } from "./Skeleton.tsx"
import { useNumbers, useWords } from "./Words.tsx"

/** What is done to several rows, as a view is given it. */
export type SeenBulk = Seen<BulkSnapshot, BulkEvent>

/** Something that can be done to several rows of a list at once, in the words of the list. */
export type BulkDeed<Row> = {
  readonly verb: string
  readonly icon: ReactNode
  /** Whether it is possible for a row now. */
  readonly can: (row: Row) => boolean
  /** "Pause 3"; 0 where the number is not known yet. */
  readonly label: (count: number) => string
  readonly title: (count: number) => string
  /** What the question says besides. */
  readonly text?: (rows: ReadonlyArray<Row>) => string
  readonly done: (count: number) => string
  readonly isDestructive?: boolean
}

type Props<Row> = {
  readonly bulk: SeenBulk
  readonly deeds: ReadonlyArray<BulkDeed<Row>>
  readonly rowId: (row: Row) => string
  readonly nameOf: (row: Row) => string
  /** Why something is not possible for a row: the state it is in. */
  readonly stateOf: (row: Row) => string
  /** The rows on the screen, as they are by now. */
  readonly rows: ReadonlyArray<Row>
  /** How many rows match in all, where the server says so. */
  readonly total?: number | undefined
}

const deedOf = <Row,>({ bulk, deeds }: Props<Row>): BulkDeed<Row> | undefined =>
  deeds.find(({ verb }) => verb === bulk.snapshot.context.verb)

/** The chosen rows as they are by now; those that are not on the screen as they were when they were chosen. */
const chosenOf = <Row,>({ bulk, rows, rowId }: Props<Row>): ReadonlyArray<Row> => {
  const known = new Map(rows.map((row) => [rowId(row), row]))
  return bulk.snapshot.context.chosen.map(({ id, row }) => known.get(id) ?? (row as Row))
}

const Deeds = <Row,>(props: Props<Row>) => {
  const { bulk, deeds } = props
  const { isAll } = bulk.snapshot.context
  const chosen = chosenOf(props)
  return deeds
    .map((deed) => ({ deed, count: chosen.filter(deed.can).length }))
    .filter(({ count }) => isAll || count > 0)
    .map(({ deed, count }) => (
      <button
        key={deed.verb}
        type="button"
        onClick={() => bulk.send({ type: "deed.pressed", verb: deed.verb, rows: chosen })}
      >
        {deed.icon} {deed.label(isAll ? 0 : count)}
      </button>
    ))
}

const ClearButton = ({ bulk, label }: { readonly bulk: SeenBulk; readonly label: string }) => (
  <button type="button" data-let-go aria-label={label} onClick={() => bulk.send({ type: "cleared" })}>
    <Cross size={16} aria-hidden="true" />
  </button>
)

const Choosing = <Row,>(props: Props<Row>) => {
  const words = useWords()
  const { bulk, total = 0 } = props
  const { chosen, isAll } = bulk.snapshot.context
  return (
    <>
      <span className="bulk-count" role="status">
        {words("part.bulk.count", { count: isAll ? total : chosen.length })}
      </span>
      {!isAll && total > chosen.length && (
        <button type="button" className="bulk-all" onClick={() => bulk.send({ type: "all.pressed" })}>
          {words("part.bulk.all", { total })}
        </button>
      )}
      <span className="bulk-deeds">
        <Deeds {...props} />
      </span>
      <ClearButton bulk={bulk} label={words("part.bulk.clear")} />
    </>
  )
}

const Running = ({ bulk: { snapshot, send } }: { readonly bulk: SeenBulk }) => {
  const words = useWords()
  const { done, refused, left, isStopping } = snapshot.context
  const ended = done + refused.length
  const total = ended + left.length
  return (
    <>
      <progress max={total} value={ended} aria-label={words("part.bulk.running")} />
      <span role="status">{words("part.bulk.progress", { done: ended, total })}</span>
      {snapshot.matches("waiting") && <span>{words("part.bulk.waiting")}</span>}
      <span className="bulk-deeds">
        <button type="button" disabled={isStopping} onClick={() => send({ type: "stop.pressed" })}>
          {words(isStopping ? "part.bulk.stopping" : "part.bulk.stop")}
        </button>
      </span>
    </>
  )
}

/** The most names that a reason lists. */
const named = 8

const Refused = ({
  refused,
  nameOf,
}: {
  readonly refused: ReadonlyArray<BulkRefusal>
  readonly nameOf: (row: unknown) => string
}) => {
  const words = useWords()
  const byReason = Map.groupBy(refused, ({ problem }) => problem.message)
  return (
    <details className="bulk-refused">
      <summary>{words("part.bulk.refused", { count: refused.length })}</summary>
      <ul>
        {[...byReason].map(([reason, all]) => (
          <li key={reason}>
            <strong>
              <Said>{reason}</Said>
            </strong>{" "}
            {words("part.bulk.refusedNames", {
              names: all
                .slice(0, named)
                .map(({ row }) => nameOf(row))
                .join(", "),
              more: Math.max(0, all.length - named),
            })}
          </li>
        ))}
      </ul>
    </details>
  )
}

const Done = <Row,>(props: Props<Row>) => {
  const words = useWords()
  const { done, refused, left } = props.bulk.snapshot.context
  return (
    <>
      <span role="status">
        {deedOf(props)?.done(done)}
        {left.length > 0 && ` ${words("part.bulk.untried", { count: left.length })}`}
      </span>
      {refused.length > 0 && <Refused refused={refused} nameOf={props.nameOf as (row: unknown) => string} />}
      <ClearButton bulk={props.bulk} label={words("part.close")} />
    </>
  )
}

/** How many of the asked rows it concerns, and in which states the others are. */
const Message = <Row,>({ deed, ...props }: Props<Row> & { readonly deed: BulkDeed<Row> }) => {
  const words = useWords()
  const numbers = useNumbers()
  const rows = props.bulk.snapshot.context.rows as ReadonlyArray<Row>
  const concerned = rows.filter(deed.can)
  const others = rows.filter((row) => !deed.can(row))
  const states = [...Map.groupBy(others, props.stateOf)].map(([state, all]) => `${numbers(all.length)} ${state}`)
  return (
    <>
      {concerned.length > 0 && deed.text !== undefined && <p>{deed.text(concerned)}</p>}
      {others.length > 0 && (
        <p>{words("part.bulk.others", { count: others.length, all: rows.length, states: states.join(", ") })}</p>
      )}
    </>
  )
}

const Question = <Row,>(props: Props<Row>) => {
  const words = useWords()
  const { snapshot, send } = props.bulk
  const deed = deedOf(props)
  const isCounting = snapshot.matches("counting")
  const rows = (snapshot.context.rows as ReadonlyArray<Row>).filter((row) => deed?.can(row) === true)
  const count = isCounting ? 0 : rows.length
  return (
    <ConfirmDialog
      open={isCounting || snapshot.matches("asking")}
      unready={count === 0}
      destructive={deed?.isDestructive ?? false}
      title={isCounting ? words("part.bulk.counting") : (deed?.title(count) ?? "")}
      message={isCounting ? <Skeleton lines={2} /> : deed !== undefined && <Message {...props} deed={deed} />}
      cancelLabel={words("part.bulk.back")}
      confirmLabel={deed?.label(count) ?? ""}
      onCancel={() => send({ type: "cancel.pressed" })}
      onConfirm={() => send({ type: "confirm.pressed", rows })}
    />
  )
}

const Leaving = ({ bulk: { snapshot, send } }: { readonly bulk: SeenBulk }) => {
  const words = useWords()
  const { leavingTo, done, refused, left } = snapshot.context
  const ended = done + refused.length
  const said = {
    title: words("part.bulk.leave.title"),
    text: words("part.bulk.leave.text", { done: ended, total: ended + left.length }),
    go: words("part.bulk.leave.go"),
  }
  return <LeaveDialog open={leavingTo !== null} said={said} isHarmless send={send} />
}

/**
 * What is done to several rows of a list: a dark bar at the bottom with how many are chosen and what is possible for
 * them, one question, the progress and its result (docs/look.md#rules).
 */
export const BulkBar = <Row,>(props: Props<Row>) => {
  const words = useWords()
  const { bulk } = props
  const { chosen, isAll, isCleared } = bulk.snapshot.context
  const isRunning = isBulkRunning(bulk.snapshot)
  const isDone = bulk.snapshot.matches("done")
  return (
    <>
      {isCleared && (
        <p className="bulk-gone" role="status">
          {words("part.bulk.gone")}
        </p>
      )}
      {(isRunning || isDone || isAll || chosen.length > 0) && (
        <section className="bulk-bar" aria-label={words("part.bulk.label")}>
          {isRunning ? <Running bulk={bulk} /> : isDone ? <Done {...props} /> : <Choosing {...props} />}
        </section>
      )}
      <Question {...props} />
      <Leaving bulk={bulk} />
    </>
  )
}
