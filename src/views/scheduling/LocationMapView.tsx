import { Button } from "@blueprintjs/core"
import { Cross, ZoomIn, ZoomOut, ZoomToFit } from "@blueprintjs/icons"
import type { KeyboardEvent } from "react"
import { Link } from "wouter"
import {
  isDrawnByService,
  type LocationMapEvent,
  type LocationMapSnapshot,
} from "#machines/scheduling/locationMap.machine.ts"
import { mostPositions } from "#schemas/scheduling/location.ts"
import type { Atlas, MapPlace } from "#schemas/scheduling/locationMap.ts"
import { dragged, fitted, zoomed, type MapView, type Size } from "#schemas/scheduling/mapView.ts"
import { FailedReading, hasFailed, StaleNotice, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { MapLayer, onMap } from "./MapLayer.tsx"

type Props = {
  readonly page: Seen<LocationMapSnapshot, LocationMapEvent>
  readonly url: PageUrl
  readonly places: SeenReading<ReadonlyArray<MapPlace>>
  readonly atlas: SeenReading<Atlas>
  /** The location that is pointed at in the list, by public id. */
  readonly pointed: string | null
  /** How large the map is on the screen, in pixels. */
  readonly size: Size
  /** Takes the element that is dragged and zoomed by hand. */
  readonly surface: (element: HTMLElement | null) => void
  /** The map of the service, where it draws. */
  readonly service: {
    readonly surface: (element: HTMLElement | null) => void
    readonly zoom: (by: number) => void
    readonly fit: () => void
  }
}

/** What the map shows now. */
export const viewOf = ({ snapshot }: Props["page"], places: ReadonlyArray<MapPlace>, size: Size): MapView =>
  snapshot.context.view ?? fitted(size, onMap(places))

const step = 2

const useKeys =
  ({ page: { send }, size }: Props, view: MapView) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const across = size.width / 4
    const down = size.height / 4
    const moves: Readonly<Record<string, () => MapView>> = {
      ArrowLeft: () => dragged(size, view, { x: across, y: 0 }),
      ArrowRight: () => dragged(size, view, { x: -across, y: 0 }),
      ArrowUp: () => dragged(size, view, { x: 0, y: down }),
      ArrowDown: () => dragged(size, view, { x: 0, y: -down }),
      "+": () => zoomed(size, view, step),
      "=": () => zoomed(size, view, step),
      "-": () => zoomed(size, view, 1 / step),
    }
    const move = moves[event.key]
    if (event.key === "0") send({ type: "fit.pressed" })
    else if (event.key === "Escape") send({ type: "list.closed" })
    else if (move === undefined) return
    else send({ type: "view.moved", view: move() })
    event.preventDefault()
  }

const Controls = ({ page: { snapshot, send }, size, view, service }: Props & { readonly view: MapView }) => {
  const words = useWords()
  const isTheirs = isDrawnByService(snapshot)
  const zoom = (factor: number) => () =>
    isTheirs ? service.zoom(Math.log2(factor)) : send({ type: "view.moved", view: zoomed(size, view, factor) })
  const fit = () => {
    if (isTheirs) service.fit()
    send({ type: "fit.pressed" })
  }
  return (
    <div className="map-controls">
      <Button icon={<ZoomIn />} aria-label={words("map.zoomIn")} onClick={zoom(step)} />
      <Button icon={<ZoomOut />} aria-label={words("map.zoomOut")} onClick={zoom(1 / step)} />
      <Button icon={<ZoomToFit />} aria-label={words("map.fit")} onClick={fit} />
    </div>
  )
}

const Legend = () => (
  <p className="map-legend" aria-hidden="true">
    <span className="map-key map-key-several" />
    <Word id="map.several" />
    <span className="map-key map-key-one" />
    <Word id="map.one" />
    <span className="map-key map-key-disabled" />
    <Word id="location.state.disabled" />
  </p>
)

/** The locations at one spot, which no zoom takes apart. */
const Listed = ({ page: { snapshot, send }, url, places }: Props) => {
  const words = useWords()
  const { listed } = snapshot.context
  const found = (places.snapshot.context.data ?? []).filter(({ hashedId }) => listed.includes(hashedId))
  return (
    <section className="map-listed" aria-label={words("map.list", { count: found.length })}>
      <header>
        <h2>{words("map.list", { count: found.length })}</h2>
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label={words("map.list.close")}
          onClick={() => send({ type: "list.closed" })}
        />
      </header>
      <ul>
        {found.map(({ hashedId, name }) => (
          <li key={hashedId}>
            <Link href={url.href({ id: hashedId })}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ServiceSurface = ({ surface }: Props["service"]) => <div ref={surface} className="map-surface" />

/** Why there are no streets, and the way to them. */
const ServiceFailed = ({ send }: Pick<Props["page"], "send">) => (
  <div className="map-notice notice notice-warning" role="status">
    <p>
      <Word id="map.service.failed" />
    </p>
    <div className="notice-actions">
      <Button onClick={() => send({ type: "service.retried" })}>
        <Word id="map.service.retry" />
      </Button>
    </div>
  </div>
)

const named = 5

/** How many are drawn, and which have no place on this map. */
const Foot = ({ places, url }: { readonly places: ReadonlyArray<MapPlace>; readonly url: PageUrl }) => {
  const words = useWords()
  const missing = places.filter(({ point }) => point === null)
  const count = places.length - missing.length
  return (
    <div className="map-foot">
      <span>
        {places.length >= mostPositions ? words("map.most", { count: mostPositions }) : words("map.shown", { count })}
      </span>
      {missing.length > 0 && (
        <span>
          <Word id="map.notShown" />{" "}
          {missing.slice(0, named).map(({ hashedId, name }, at) => (
            <span key={hashedId}>
              {at > 0 && ", "}
              <Link href={url.href({ id: hashedId })}>{name}</Link>
            </span>
          ))}{" "}
          {missing.length > named && <Word id="map.notShown.more" values={{ count: missing.length - named }} />}
        </span>
      )}
    </div>
  )
}

const Surface = (props: Props & { readonly view: MapView; readonly shown: ReadonlyArray<MapPlace> }) => {
  const words = useWords()
  const { page, atlas, shown, view, size, surface, url, pointed } = props
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a group that takes the focus for its keys; a pointer has the buttons.
    <div
      ref={surface}
      className="map-surface"
      role="group"
      tabIndex={0}
      aria-label={words("map.label")}
      aria-describedby="map-keys"
      onKeyDown={useKeys(props, view)}
    >
      <MapLayer atlas={atlas.snapshot.context.data} places={shown} {...{ view, size, url, pointed, send: page.send }} />
      <p id="map-keys" className="visually-hidden">
        <Word id="map.keys" />
      </p>
    </div>
  )
}

/** The map next to the list: the same locations, each leading to its page (docs/policy.md#locations). */
export const LocationMapView = (props: Props) => {
  const words = useWords()
  const { page, places, atlas, size } = props
  const shown = places.snapshot.context.data ?? []
  const view = viewOf(page, shown, size)
  const failed = [places, atlas].find(hasFailed)
  return (
    <aside className="location-map" aria-label={words("map.label")}>
      {failed === undefined ? (
        <div className="map-window" aria-busy={places.snapshot.hasTag("busy")}>
          <StaleNotice reading={places} />
          {page.snapshot.matches({ drawer: "failed" }) && <ServiceFailed {...page} />}
          {isDrawnByService(page.snapshot) ? (
            <ServiceSurface {...props.service} />
          ) : (
            <Surface {...props} view={view} shown={shown} />
          )}
          <Legend />
          <Controls {...props} view={view} />
          {page.snapshot.matches({ hand: "listing" }) && <Listed {...props} />}
        </div>
      ) : (
        <FailedReading of={failed} title={<Word id="map.failed" />} />
      )}
      {places.snapshot.context.data !== null && <Foot places={shown} url={props.url} />}
    </aside>
  )
}
