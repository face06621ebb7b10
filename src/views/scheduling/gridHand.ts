import { useRef, type FocusEvent, type KeyboardEvent, type PointerEvent } from "react"
import type { SchedulerEvent } from "#machines/scheduling/scheduler.machine.ts"
import {
  cellsBetween,
  change,
  clear,
  copyDay,
  paint,
  slotIn,
  type Cell,
  type SeatChange,
} from "#schemas/scheduling/slotStrokes.ts"
import type { ApptSection } from "#schemas/scheduling/slot.ts"
import type { Band, WeekGrid } from "#schemas/scheduling/weekGrid.ts"

/** What the hand works on. */
export type Handled = {
  readonly grid: WeekGrid
  readonly edited: ApptSection
  readonly selected: ReadonlySet<string>
  readonly send: (event: SchedulerEvent) => void
  readonly week: (weeks: 1 | -1) => void
}

type Place = Cell & { readonly band: number }
type Drag = {
  readonly from: Place
  readonly way: "paint" | "clear" | "select"
  readonly size: { readonly width: number; readonly height: number }
  readonly corner: { readonly x: number; readonly y: number }
  readonly origin: { readonly left: number; readonly top: number }
  readonly box: HTMLElement | null
  to: Cell
  moved: boolean
}

/** By what a cell is known among those that are chosen. */
export const cellKey = (grid: WeekGrid, band: Band, { day, row }: Cell): string =>
  `${grid.dates[day]} ${band.rows[row]?.key ?? ""}`

/** The chosen cells of a band. */
export const chosenCells = (grid: WeekGrid, band: Band, selected: ReadonlySet<string>): ReadonlyArray<Cell> =>
  selected.size === 0
    ? []
    : grid.dates.flatMap((_, day) =>
        band.rows.flatMap((_row, row) => (selected.has(cellKey(grid, band, { day, row })) ? [{ day, row }] : [])),
      )

const placeOf = (target: EventTarget | null): Place | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null
  const [band, row, day] = (cell?.dataset["cell"] ?? "").split(" ").map(Number)
  return band === undefined || row === undefined || day === undefined ? null : { band, row, day }
}
const elementAt = (root: HTMLElement, { band, row, day }: Place): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-cell="${band} ${row} ${day}"]`)

const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value))

const moveBox = (drag: Drag): void => {
  const { box, size, origin, from, to } = drag
  if (box === null) return
  const [day, row] = [Math.min(from.day, to.day), Math.min(from.row, to.row)]
  box.style.transform = `translate(${origin.left + day * size.width}px, ${origin.top + row * size.height}px)`
  box.style.inlineSize = `${(Math.abs(from.day - to.day) + 1) * size.width}px`
  box.style.blockSize = `${(Math.abs(from.row - to.row) + 1) * size.height}px`
  box.hidden = false
}

/** What the keys and the pointer do to cells of one band. */
export const deedsOf = ({ grid, send }: Pick<Handled, "grid" | "send">, band: Band) => {
  const keysOf = (cells: ReadonlyArray<Cell>) => cells.map((cell) => cellKey(grid, band, cell))
  const tell = (stroke: ReturnType<typeof paint>, cells: ReadonlyArray<Cell>): void =>
    send(
      stroke.length === 0
        ? { type: "slots.selected", selected: keysOf(cells) }
        : { type: "slots.edited", stroke, selected: keysOf(cells) },
    )
  return {
    select: (cells: ReadonlyArray<Cell>) => send({ type: "slots.selected", selected: keysOf(cells) }),
    paint: (cells: ReadonlyArray<Cell>) => tell(paint(grid, band, cells), cells),
    clear: (cells: ReadonlyArray<Cell>) => tell(clear(grid, band, cells), []),
    change: (cells: ReadonlyArray<Cell>, asked: SeatChange) => tell(change(grid, band, cells, asked), cells),
    copyDay: (day: number) => tell(copyDay(grid, band, day), []),
  }
}

const arrows: Readonly<Record<string, Cell>> = {
  ArrowUp: { day: 0, row: -1 },
  ArrowDown: { day: 0, row: 1 },
  ArrowLeft: { day: -1, row: 0 },
  ArrowRight: { day: 1, row: 0 },
}

/** The place next to another: up and down lead on into the section before and after. */
const nextTo = ({ bands }: WeekGrid, { band, row, day }: Place, by: Cell): Place => {
  const rows = bands[band]?.rows.length ?? 0
  const to = { band, row: row + by.row, day: within(day + by.day, 7) }
  if (to.row >= 0 && to.row < rows) return to
  const other = to.band + by.row
  const there = bands[other]?.rows.length ?? 0
  return there === 0 ? { ...to, row: row } : { ...to, band: other, row: by.row > 0 ? 0 : there - 1 }
}

/**
 * The hand on the week: one tab stop, keys, and painting by pointer. While it paints only one box is moved; the chart
 * hears when a stroke begins and what it changed, so no frame waits for it.
 */
export const useGridHand = (handled: Handled) => {
  const drag = useRef<Drag | null>(null)
  const current = useRef<Place>({ band: 0, row: 0, day: 0 })
  const anchor = useRef<Place | null>(null)
  const { grid, edited, selected, send } = handled

  const release = (root: HTMLElement): Drag | null => {
    const ended = drag.current
    drag.current = null
    if (ended === null) return null
    if (ended.box !== null) ended.box.hidden = true
    delete root.dataset["painting"]
    return ended
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const place = placeOf(event.target)
    const band = place && grid.bands[place.band]
    if (event.button !== 0 || place === null || band === null || band === undefined) return
    const cell = elementAt(event.currentTarget, place)
    if (cell === null) return
    if (band.section.apptSection !== edited) send({ type: "section.chosen", apptSection: band.section.apptSection })
    const from = event.shiftKey && anchor.current?.band === place.band ? anchor.current : place
    if (!event.shiftKey) anchor.current = place
    if (band.section.apptSection !== edited || band.isOpen[place.day] !== true) return
    const { left, top, width, height } = cell.getBoundingClientRect()
    drag.current = {
      ...{ from, to: place, moved: false },
      way: event.shiftKey ? "select" : slotIn(band, place) === null ? "paint" : "clear",
      size: { width, height },
      corner: { x: left - place.day * width, y: top + scrollY - place.row * height },
      origin: { left: cell.offsetLeft - place.day * width, top: cell.offsetTop - place.row * height },
      box: cell.closest(".week-band")?.querySelector<HTMLElement>(".paint-box") ?? null,
    }
    event.currentTarget.dataset["painting"] = drag.current.way
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const now = drag.current
    if (now === null) return
    const rows = grid.bands[now.from.band]?.rows.length ?? 1
    const day = within(Math.floor((event.clientX - now.corner.x) / now.size.width), 7)
    const row = within(Math.floor((event.clientY + scrollY - now.corner.y) / now.size.height), rows)
    if (day === now.to.day && row === now.to.row) return
    now.to = { day, row }
    if (!now.moved) send({ type: "paint.began" })
    now.moved = true
    // A browser tells of a pointer once a frame, so there is nothing to gather.
    moveBox(now)
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const ended = release(event.currentTarget)
    const band = ended && grid.bands[ended.from.band]
    if (ended === null || band === null || band === undefined) return
    const deeds = deedsOf(handled, band)
    const cells = cellsBetween(band, ended.from, ended.to)
    // A press on a slot chooses it; only a stroke over slots takes them away.
    if (ended.way === "select" || (ended.way === "clear" && !ended.moved)) deeds.select(cells)
    else deeds[ended.way](cells)
  }

  const onPointerCancel = (event: PointerEvent<HTMLElement>): void => {
    if (release(event.currentTarget)?.moved === true) send({ type: "paint.dropped" })
  }

  const go = (root: HTMLElement, to: Place, extends_: boolean): void => {
    const from = anchor.current ?? current.current
    const band = grid.bands[to.band]
    elementAt(root, to)?.focus()
    if (!extends_ || band === undefined || from.band !== to.band) return void (anchor.current = to)
    anchor.current = from
    deedsOf(handled, band).select(cellsBetween(band, from, to))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const place = placeOf(event.target)
    const band = place && grid.bands[place.band]
    if (place === null || band === null || band === undefined) return
    const { key, currentTarget: root } = event
    const isEdited = band.section.apptSection === edited
    const chosen = isEdited ? chosenCells(grid, band, selected) : []
    const isWithin = selected.has(cellKey(grid, band, place)) && isEdited
    const cells = isWithin ? chosen : cellsBetween(band, place, place)
    const last = band.rows.length - 1
    const deeds = deedsOf(handled, band)
    const act = (deed: () => void): void => {
      if (!isEdited) send({ type: "section.chosen", apptSection: band.section.apptSection })
      deed()
    }
    const turn = (turned: ReadonlyArray<Cell>): void =>
      act(() => (slotIn(band, place) === null ? deeds.paint(turned) : deeds.clear(turned)))
    const handlers: Readonly<Record<string, () => void>> = {
      Home: () => go(root, { ...place, row: 0 }, event.shiftKey),
      End: () => go(root, { ...place, row: last }, event.shiftKey),
      PageUp: () => handled.week(-1),
      PageDown: () => handled.week(1),
      " ": () =>
        turn(event.ctrlKey ? cellsBetween(band, { day: place.day, row: 0 }, { day: place.day, row: last }) : cells),
      "+": () => act(() => deeds.change(cells, { more: 1 })),
      "=": () => act(() => deeds.change(cells, { more: 1 })),
      "-": () => act(() => deeds.change(cells, { more: -1 })),
      Delete: () => act(() => deeds.clear(cells)),
      Backspace: () => act(() => deeds.clear(cells)),
      Escape: () => {
        if (release(root)?.moved === true) send({ type: "paint.dropped" })
        deeds.select([])
      },
    }
    const withCtrl: Readonly<Record<string, () => void>> = {
      z: () => send({ type: "stroke.undone" }),
      // The cursor goes with the copy, so that pressing on fills the days that follow.
      d: () => {
        act(() => deeds.copyDay(place.day))
        go(root, { ...place, day: within(place.day + 1, 7) }, false)
      },
    }
    const arrow = arrows[key]
    const controlled = event.ctrlKey || event.metaKey ? withCtrl[key] : undefined
    const plain = arrow === undefined ? handlers[key] : () => go(root, nextTo(grid, place, arrow), event.shiftKey)
    const handle = controlled ?? plain
    if (handle === undefined) return
    if (controlled === undefined && key !== " " && (event.ctrlKey || event.altKey || event.metaKey)) return
    event.preventDefault()
    handle()
  }

  /** The grid is one tab stop: it hands the focus to the cell that had it last, and takes it back when it is left. */
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const root = event.currentTarget
    const place = placeOf(event.target)
    if (place !== null) current.current = place
    root.tabIndex = -1
    if (event.target === root)
      (elementAt(root, current.current) ?? root.querySelector<HTMLElement>("[data-cell]"))?.focus()
  }
  const onBlur = ({ currentTarget }: FocusEvent<HTMLElement>): void => void (currentTarget.tabIndex = 0)
  /** A cell that went with the focus leaves the grid without a tab stop. */
  const ref = (root: HTMLElement | null): void => {
    if (root !== null && !root.contains(document.activeElement)) root.tabIndex = 0
  }
  return { ref, onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown, onFocus, onBlur }
}
