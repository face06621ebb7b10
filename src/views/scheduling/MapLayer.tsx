import { useMemo } from "react"
import { Link } from "wouter"
import type { LocationMapEvent } from "#machines/scheduling/locationMap.machine.ts"
import type { Atlas, MapPlace } from "#schemas/scheduling/locationMap.ts"
import {
  apart,
  cellOf,
  clustering,
  marksOf,
  pixelsOf,
  type Mark,
  type MapView,
  type Point,
  type Size,
} from "#schemas/scheduling/mapView.ts"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

/** A location that stands on the map. */
type Placed = Point & { readonly place: MapPlace }

/** Where the locations stand that have a place on the map. */
export const onMap = (places: ReadonlyArray<MapPlace>): ReadonlyArray<Point> =>
  places.flatMap(({ point }) => (point === null ? [] : [point]))

type Props = {
  readonly atlas: Atlas | null
  readonly places: ReadonlyArray<MapPlace>
  readonly view: MapView
  readonly size: Size
  readonly url: PageUrl
  readonly pointed: string | null
  readonly send: (event: LocationMapEvent) => void
}

/** The country and its states; nothing of it is read out. */
const Land = ({
  atlas,
  view: { x, y, scale },
  size: { width, height },
}: Pick<Props, "view" | "size"> & { readonly atlas: Atlas }) => (
  <svg
    className="map-land"
    aria-hidden="true"
    width={width}
    height={height}
    viewBox={`${x - width / scale / 2} ${y - height / scale / 2} ${width / scale} ${height / scale}`}
  >
    <path className="map-country" d={atlas.country} />
    <path className="map-borders" d={atlas.borders} />
  </svg>
)

const isDisabled = ({ place }: Placed): boolean => place.status === "disabled"

/** Where a mark stands, from the map's own corner: the same while the map is dragged. */
const at = ({ x, y }: Point, scale: number) => ({ transform: `translate(${x * scale}px, ${y * scale}px)` })

type MarkProps = {
  readonly mark: Mark<Placed>
  readonly scale: number
  readonly isPointed: boolean
  readonly href: (hashedId: string) => string
  readonly press: (mark: Mark<Placed>) => void
}

const classes = (name: string, { mark, isPointed }: MarkProps): string =>
  [name, mark.places.every(isDisabled) ? "map-disabled" : "", isPointed ? "map-pointed" : ""].filter(Boolean).join(" ")

const Cluster = (props: MarkProps) => {
  const words = useWords()
  const numbers = useNumbers()
  const { mark, scale } = props
  const count = mark.places.length
  const width = String(count).length
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes(`map-cluster map-cluster-${Math.min(width, 4)}`, props)}
      style={at(mark, scale)}
      aria-label={words("map.cluster", { count })}
      onClick={() => props.press(mark)}
    >
      {numbers(count)}
    </button>
  )
}

const Pin = (props: MarkProps & { readonly placed: Placed }) => {
  const { hashedId, name } = props.placed.place
  return (
    <Link
      href={props.href(hashedId)}
      tabIndex={-1}
      draggable={false}
      aria-label={name}
      className={classes("map-pin", props)}
      style={at(props.placed, props.scale)}
    >
      <span className="map-name" aria-hidden="true">
        {name}
      </span>
    </Link>
  )
}

const MarkOnMap = (props: MarkProps) => {
  const { places } = props.mark
  if (places.length >= clustering.least) return <Cluster {...props} />
  return places.map((placed) => <Pin key={placed.place.hashedId} {...props} placed={placed} />)
}

/** Whether a mark is in the window, or so near that a drag shows it. */
const isNear = ({ width, height }: Size, { x, y }: Point): boolean => Math.abs(x) < width && Math.abs(y) < height

/** What moves with the map: the land, and a mark for each location or cluster that is in sight. */
export const MapLayer = ({ atlas, places, view, size, url, pointed, send }: Props) => {
  const { scale } = view
  const placed = useMemo(
    () => places.flatMap((place): ReadonlyArray<Placed> => (place.point === null ? [] : [{ ...place.point, place }])),
    [places],
  )
  const marks = useMemo(() => marksOf(placed, scale), [placed, scale])
  const pointedAt = placed.find(({ place }) => place.hashedId === pointed)
  const pointedCell = pointedAt && cellOf(pointedAt, scale)
  const press = ({ places: together }: Mark<Placed>): void => {
    const next = apart(size, view, together)
    if (next === null) send({ type: "places.listed", ids: together.map(({ place }) => place.hashedId) })
    else send({ type: "view.moved", view: next })
  }
  const origin = pixelsOf(view, { x: 0, y: 0 })
  return (
    <div className="map-layer">
      {atlas !== null && <Land atlas={atlas} view={view} size={size} />}
      <div
        className="map-marks"
        style={{ transform: `translate(${origin.x + size.width / 2}px, ${origin.y + size.height / 2}px)` }}
      >
        {marks
          .filter((mark) => isNear(size, pixelsOf(view, mark)))
          .map((mark) => (
            <MarkOnMap
              key={mark.cell}
              mark={mark}
              scale={scale}
              isPointed={mark.cell === pointedCell}
              href={(id) => url.href({ id })}
              press={press}
            />
          ))}
      </div>
    </div>
  )
}
