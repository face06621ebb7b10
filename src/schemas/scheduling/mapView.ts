/** The flat picture of the states that the map draws on: Albers' projection as `us-atlas` has it, with Alaska and Hawaii moved in. */
export const plane = { width: 975, height: 610 } as const

/** When places are drawn as one mark (docs/specification.md#constants). */
export const clustering = {
  /** Pixels of a cell's side; what lies in one cell is one mark. */
  grid: 60,
  /** So many are needed for a cluster; fewer are drawn each. */
  least: 2,
  /** So many are taken in one go; the browser draws a frame between. */
  batch: 2_000,
} as const

/** The same in pieces, each as much as is taken in one go. */
export const inBatches = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / clustering.batch) }, (_, at) =>
    all.slice(at * clustering.batch, (at + 1) * clustering.batch),
  )

export type Point = { readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }

/** What a map shows: the point of the plane in its middle, and how many pixels a unit of the plane takes. */
export type MapView = Point & { readonly scale: number }

/** Pixels for a unit of the plane (five kilometres): as far as one can zoom in, and as far as a few places are by themselves. */
const most = { scale: 64, fitted: 6 } as const
/** Pixels kept free around what is fitted. */
const margin = 48

const between = (least: number, value: number, greatest: number): number => Math.min(Math.max(value, least), greatest)

const scaleOf = ({ width, height }: Size, across: number, down: number): number =>
  Math.min(Math.max(width - 2 * margin, 1) / across, Math.max(height - 2 * margin, 1) / down)

/** As far as one can zoom out: the whole country. */
const leastScale = (size: Size): number => Math.min(size.width / plane.width, size.height / plane.height)

/** The view nearest to one that was asked for, within the country and the scales. */
const within = (size: Size, { x, y, scale }: MapView): MapView => ({
  x: between(0, x, plane.width),
  y: between(0, y, plane.height),
  scale: between(leastScale(size), scale, most.scale),
})

/** The view that shows all of some points; the whole country where there are none. */
export const fitted = (size: Size, points: ReadonlyArray<Point>, greatest: number = most.fitted): MapView => {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (left > right) return within(size, { x: plane.width / 2, y: plane.height / 2, scale: 0 })
  const scale = scaleOf(size, Math.max(right - left, 1e-9), Math.max(bottom - top, 1e-9))
  return within(size, { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(scale, greatest) })
}

/** The view after a drag of so many pixels. */
export const dragged = (size: Size, view: MapView, { x, y }: Point): MapView =>
  within(size, { ...view, x: view.x - x / view.scale, y: view.y - y / view.scale })

/**
 * The view at another scale.
 * @param around pixels from the middle to the point that stays where it is
 */
export const zoomed = (size: Size, view: MapView, factor: number, around: Point = { x: 0, y: 0 }): MapView => {
  const { scale } = within(size, { ...view, scale: view.scale * factor })
  return within(size, {
    x: view.x + around.x * (1 / view.scale - 1 / scale),
    y: view.y + around.y * (1 / view.scale - 1 / scale),
    scale,
  })
}

/** Whether a view can be zoomed further that way. */
export const canZoom = (size: Size, { scale }: MapView, way: "in" | "out"): boolean =>
  way === "in" ? scale < most.scale : scale > leastScale(size)

/** Where a point stands, in pixels from the middle. */
export const pixelsOf = (view: MapView, { x, y }: Point): Point => ({
  x: (x - view.x) * view.scale,
  y: (y - view.y) * view.scale,
})

/** More columns of cells than a map of any scale has; a cell is known by one number. */
const columns = 65_536

/** The cell in which a point lies at a scale; tied to the map and not to the window, so that marks stay while it moves. */
export const cellOf = ({ x, y }: Point, scale: number): number =>
  Math.floor((y * scale) / clustering.grid) * columns + Math.floor((x * scale) / clustering.grid)

/** One mark of the map: a place, or several that lie close at this scale. */
export type Mark<Place> = Point & { readonly cell: number; readonly places: ReadonlyArray<Place> }

/** The marks of some places at a scale, each in the middle of its places. */
export const marksOf = <Place extends Point>(
  places: ReadonlyArray<Place>,
  scale: number,
): ReadonlyArray<Mark<Place>> => {
  const cells = new Map<number, { x: number; y: number; readonly places: Array<Place> }>()
  for (const place of places) {
    const cell = cellOf(place, scale)
    const sum = cells.get(cell)
    if (sum === undefined) cells.set(cell, { x: place.x, y: place.y, places: [place] })
    else {
      sum.x += place.x
      sum.y += place.y
      sum.places.push(place)
    }
  }
  return [...cells].map(([cell, { x, y, places: together }]) => {
    const count = together.length
    return { cell, x: x / count, y: y / count, places: together }
  })
}

/** The view in which a mark's places come apart; null where they lie so close that no scale does it. */
export const apart = (size: Size, view: MapView, places: ReadonlyArray<Point>): MapView | null => {
  const [first] = places
  if (first === undefined || places.every((one) => cellOf(one, most.scale) === cellOf(first, most.scale))) return null
  const fit = fitted(size, places, most.scale)
  // Two places can fill a window and still share a cell of the grid's edge: it is zoomed in at least twice.
  return within(size, { ...fit, scale: Math.max(fit.scale, view.scale * 2) })
}
