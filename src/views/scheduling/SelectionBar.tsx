import { Cross } from "@blueprintjs/icons"
import { useIntl } from "react-intl"
import { scheduleLimits } from "#schemas/scheduling/slot.ts"
import { slotIn } from "#schemas/scheduling/slotStrokes.ts"
import type { Band, GridSlot } from "#schemas/scheduling/weekGrid.ts"
import { wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { chosenCells, deedsOf, type Handled } from "./gridHand.ts"
import { Stepper } from "./Stepper.tsx"

const oneOf = (slots: ReadonlyArray<GridSlot>, read: (slot: GridSlot) => number): number | null => {
  const values = new Set(slots.map(read))
  return values.size === 1 ? ([...values][0] ?? null) : null
}

/** What is chosen, in words: how many slots, on which days, from when to when. */
const useChosenText = () => {
  const intl = useIntl()
  return (
    dates: ReadonlyArray<string>,
    days: ReadonlyArray<number>,
    slots: ReadonlyArray<{ start: string; end: string }>,
  ) => {
    const names = days.map((day) => intl.formatDate(`${dates[day]}T00:00:00Z`, { weekday: "short", timeZone: "UTC" }))
    const from = slots.map(({ start }) => start).toSorted()[0] ?? ""
    const to =
      slots
        .map(({ end }) => end)
        .toSorted()
        .at(-1) ?? ""
    return `${names.join(", ")}, ${wallTimeIn(intl, from)} – ${wallTimeIn(intl, to)}`
  }
}

/** What may be changed of all chosen slots at once. */
export const SelectionBar = (props: Handled & { readonly band: Band }) => {
  const words = useWords()
  const chosenText = useChosenText()
  const { grid, band, selected } = props
  const cells = chosenCells(grid, band, selected)
  if (cells.length === 0) return null
  const slots = cells.flatMap((cell) => slotIn(band, cell) ?? [])
  const deeds = deedsOf(props, band)
  const days = [...new Set(cells.map(({ day }) => day))].toSorted((one, other) => one - other)
  const rows = cells.flatMap(({ row }) => band.rows[row] ?? [])
  return (
    <div className="bulk-bar selection-bar" role="group" aria-label={words("scheduler.bar.label")}>
      <span role="status">
        <span className="bulk-count">{words("scheduler.bar.slots", { count: slots.length })}</span>{" "}
        {chosenText(grid.dates, days, rows)}
      </span>
      {slots.length > 0 && (
        <>
          <Stepper
            isNamed
            label={words("scheduler.bar.seats")}
            value={oneOf(slots, ({ capacity }) => capacity)}
            least={1}
            most={scheduleLimits.seats}
            onChange={(more) => deeds.change(cells, { more })}
          />
          <Stepper
            isNamed
            label={words("scheduler.bar.overbook")}
            value={oneOf(slots, ({ overbook }) => overbook)}
            least={0}
            most={scheduleLimits.seats}
            onChange={(_, overbook) => deeds.change(cells, { overbook })}
          />
          <Stepper
            isNamed
            label={words("scheduler.bar.buffer")}
            value={oneOf(slots, ({ bufferBefore, bufferAfter }) => bufferBefore + bufferAfter)}
            least={0}
            most={scheduleLimits.bufferMinutes}
            step={5}
            onChange={(_, buffer) => deeds.change(cells, { buffer })}
          />
        </>
      )}
      {slots.length < cells.length && (
        <button type="button" onClick={() => deeds.paint(cells)}>
          {words("scheduler.bar.paint")}
        </button>
      )}
      {slots.some(({ taken }) => taken === 0) && (
        <button type="button" onClick={() => deeds.clear(cells)}>
          {words("scheduler.bar.close")}
        </button>
      )}
      <button type="button" aria-label={words("scheduler.bar.letGo")} onClick={() => deeds.select([])}>
        <Cross size={16} aria-hidden="true" />
      </button>
    </div>
  )
}
