import { memo } from "react"
import { useIntl } from "react-intl"
import { shortZoneName } from "#schemas/repeatedTime.ts"
import type { Band, GridRow, GridSlot, WeekGrid } from "#schemas/scheduling/weekGrid.ts"
import { wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { cellKey, useGridHand, type Handled } from "./gridHand.ts"
import { useRowTime } from "./rowTime.ts"
import { useWeekdays } from "./weekdays.ts"

/** As many pips can be counted at a glance; more seats are a bar. */
const mostPips = 8

/** Seats as pips, those that are taken filled. */
export const Pips = ({ capacity, taken }: Pick<GridSlot, "capacity" | "taken">) => (
  <span
    className={capacity > mostPips ? "pips pips-many" : "pips"}
    style={{ ["--seats" as string]: capacity, ["--taken" as string]: Math.min(taken, capacity) }}
    aria-hidden="true"
  />
)

type RowProps = {
  readonly band: number
  readonly row: number
  readonly of: GridRow
  /** What cannot be painted, and why where it is closed. */
  readonly isOpen: ReadonlyArray<boolean>
  readonly closed: ReadonlyArray<string | null>
  readonly dates: ReadonlyArray<string>
  /** One bit for each day: the chosen cells of this row, and those of the rows above and below. */
  readonly chosen: number
  readonly above: number
  readonly below: number
  /** Where the reason of a closed day is written. */
  readonly isReasonRow: boolean
}

const has = (bits: number, day: number): boolean => day >= 0 && day < 7 && (bits & (1 << day)) !== 0

const edges = ({ chosen, above, below }: RowProps, day: number): string =>
  has(chosen, day)
    ? [
        " chosen",
        has(above, day) ? "" : " edge-top",
        has(below, day) ? "" : " edge-bottom",
        has(chosen, day - 1) ? "" : " edge-start",
        has(chosen, day + 1) ? "" : " edge-end",
      ].join("")
    : ""

const cellClass = (props: RowProps, day: number, slot: GridSlot | null): string =>
  [
    "week-cell",
    props.closed[day] !== null ? " closed" : props.isOpen[day] === true ? "" : " shut",
    slot !== null && slot.taken >= slot.capacity ? " full" : "",
    slot?.isChanged === true ? " changed" : "",
    edges(props, day),
  ].join("")

const useCellLabels = () => {
  const words = useWords()
  const intl = useIntl()
  const timeOf = useRowTime()
  return ({ of, dates, closed, isOpen }: RowProps, day: number): string => {
    const slot = of.slots[day]
    const at = {
      day: intl.formatDate(`${dates[day]}T00:00:00Z`, { weekday: "long", day: "numeric", timeZone: "UTC" }),
      time: timeOf(of, day),
    }
    const reason = closed[day]
    if (slot)
      return words(slot.taken >= slot.capacity ? "scheduler.cell.full" : "scheduler.cell.free", {
        ...at,
        booked: slot.taken,
        seats: slot.capacity,
      })
    if (typeof reason === "string") return words("scheduler.cell.closed", { ...at, reason })
    return words(isOpen[day] === true ? "scheduler.cell.none" : "scheduler.cell.shut", at)
  }
}

const sameSlot = (one: GridSlot | null | undefined, other: GridSlot | null | undefined): boolean =>
  one === other ||
  (one?.capacity === other?.capacity && one?.taken === other?.taken && one?.isChanged === other?.isChanged)

const sameList = (one: ReadonlyArray<unknown>, other: ReadonlyArray<unknown>): boolean =>
  one.every((value, place) => value === other[place])

/** Rows that look the same are not drawn again: a week has hundreds. */
const isSameRow = (before: RowProps, after: RowProps): boolean =>
  before.of.key === after.of.key &&
  before.of.repeated?.startsAt === after.of.repeated?.startsAt &&
  before.row === after.row &&
  before.chosen === after.chosen &&
  before.above === after.above &&
  before.below === after.below &&
  before.isReasonRow === after.isReasonRow &&
  before.of.slots.every((slot, day) => sameSlot(slot, after.of.slots[day])) &&
  sameList(before.isOpen, after.isOpen) &&
  sameList(before.closed, after.closed) &&
  sameList(before.dates, after.dates)

/** Which of two equal times a cell is, on the day that the clock goes back, by the zone’s short name. */
const ZoneMark = ({ of: { repeated }, day }: { readonly of: GridRow; readonly day: number }) => {
  const { locale } = useIntl()
  return repeated?.day !== day ? null : (
    <span className="week-zone muted small" aria-hidden="true">
      {shortZoneName(Date.parse(repeated.startsAt), repeated.zone, locale)}
    </span>
  )
}

const Row = memo((props: RowProps) => {
  const timeOf = useRowTime()
  const labelOf = useCellLabels()
  const { band, row, of, closed } = props
  return (
    <div role="row" className="week-row">
      <div role="rowheader" className="week-time">
        {timeOf(of)}
      </div>
      {of.slots.map((slot, day) => (
        <div
          key={day}
          role="gridcell"
          tabIndex={-1}
          data-cell={`${band} ${row} ${day}`}
          aria-selected={has(props.chosen, day)}
          className={cellClass(props, day, slot)}
        >
          <span className="visually-hidden">{labelOf(props, day)}</span>
          <ZoneMark of={of} day={day} />
          {slot !== null && (
            <>
              <Pips {...slot} />
              <span aria-hidden="true">
                {slot.taken}/{slot.capacity}
              </span>
            </>
          )}
          {props.isReasonRow && slot === null && closed[day] !== null && (
            <span className="week-reason" aria-hidden="true">
              {closed[day]}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}, isSameRow)

const bitsOf = (grid: WeekGrid, band: Band, row: number, selected: ReadonlySet<string>): number =>
  selected.size === 0 || band.rows[row] === undefined
    ? 0
    : grid.dates.reduce(
        (bits, _, day) => (selected.has(cellKey(grid, band, { day, row })) ? bits | (1 << day) : bits),
        0,
      )

/** What a section is filled by, in a line. */
export const usePlanText = (): ((band: Band) => string) => {
  const words = useWords()
  const intl = useIntl()
  return ({ plan }) =>
    words("scheduler.section.plan", {
      ...{ from: wallTimeIn(intl, plan.from), to: wallTimeIn(intl, plan.to) },
      ...{ minutes: plan.minutes, seats: plan.capacity },
    })
}

type BandProps = Handled & { readonly band: Band; readonly place: number }

const BandRows = ({ grid, band, place, edited, selected }: BandProps) => {
  const words = useWords()
  const planText = usePlanText()
  const isEdited = band.section.apptSection === edited
  const chosen = isEdited ? selected : new Set<string>()
  const bits = band.rows.map((_, row) => bitsOf(grid, band, row, chosen))
  return (
    <div role="rowgroup" className={isEdited ? "week-band edited" : "week-band"} aria-label={band.section.name}>
      <div role="row" className="week-band-head">
        <div role="rowheader" aria-colspan={8}>
          <span className="section-number" aria-hidden="true">
            {band.section.apptSection}
          </span>
          <strong>{band.section.name}</strong> <span className="muted">{planText(band)}</span>
          {!band.section.switchValue && <span className="muted"> {words("scheduler.section.off")}</span>}
        </div>
      </div>
      {band.rows.map((of, row) => (
        <Row
          key={of.key}
          band={place}
          row={row}
          of={of}
          isOpen={band.isOpen}
          closed={grid.closed}
          dates={grid.dates}
          chosen={bits[row] ?? 0}
          above={bits[row - 1] ?? 0}
          below={bits[row + 1] ?? 0}
          isReasonRow={row === Math.floor((band.rows.length - 1) / 2)}
        />
      ))}
      <div className="paint-box" aria-hidden="true" hidden />
    </div>
  )
}

const Heads = ({ dates }: Pick<WeekGrid, "dates">) => {
  const words = useWords()
  const intl = useIntl()
  const weekdays = useWeekdays()
  return (
    <div role="row" className="week-heads">
      <div role="columnheader">
        <span className="visually-hidden">{words("scheduler.week.time")}</span>
      </div>
      {dates.map((date, day) => (
        <div key={day} role="columnheader" aria-label={`${weekdays[day]} ${Number(date.slice(8))}`}>
          {intl.formatDate(`${date}T00:00:00Z`, { weekday: "short", timeZone: "UTC" })}{" "}
          <strong>{Number(date.slice(8))}</strong>
        </div>
      ))}
    </div>
  )
}

type Props = Handled & { readonly label: string }

/** A week of slots: sections are bands of one grid, which is one tab stop. */
export const WeekGridView = ({ label, ...handled }: Props) => {
  const words = useWords()
  const { ref, ...hand } = useGridHand(handled)
  return (
    <>
      <p id="week-keys" className="visually-hidden">
        {words("scheduler.week.keys")}
      </p>
      <div
        role="grid"
        className="week-grid"
        aria-label={label}
        aria-describedby="week-keys"
        aria-multiselectable="true"
        tabIndex={0}
        ref={ref}
        {...hand}
      >
        <div role="rowgroup">
          <Heads dates={handled.grid.dates} />
        </div>
        {handled.grid.bands.map((band, place) => (
          <BandRows key={band.section.apptSection} {...handled} band={band} place={place} />
        ))}
      </div>
    </>
  )
}
