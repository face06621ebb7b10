import { importLibrary, setOptions } from "@googlemaps/js-api-loader"
import {
  AbstractAlgorithm,
  Cluster,
  MarkerClusterer,
  type AlgorithmInput,
  type Marker,
} from "@googlemaps/markerclusterer"
import type { LocationPosition, Position } from "#schemas/scheduling/location.ts"
import { foundAddress, type FoundAddress } from "#schemas/scheduling/foundAddress.ts"
import { clustering, inBatches, marksOf, type Point } from "#schemas/scheduling/mapView.ts"
import { readAuthConfig } from "./authConfig.ts"

declare global {
  /** Called by the service when it does not take the key. */
  var gm_authFailure: (() => void) | undefined
}

/** From this zoom on, each location has a mark of its own. */
const maxZoom = 16
/** A style that every key may use; marks with content of ours need one. */
const mapId = "DEMO_MAP_ID"
/** At this zoom a window shows a city. */
const cityZoom = 11
/** The side of the whole world at zoom 0, in pixels. */
const world = 256

let isKeySaid = false

/** Tells the loader the key, which it takes once. */
const sayKey = async (): Promise<void> => {
  const { mapsKey } = await readAuthConfig()
  if (mapsKey === undefined) throw new Error("There is no key for the maps service.")
  if (!isKeySaid) setOptions({ key: mapsKey, v: "weekly" })
  isKeySaid = true
}

/** Loads the code that draws maps; a second try asks for it again. */
export const loadMaps = async (): Promise<void> => {
  await sayKey()
  await Promise.all([importLibrary("maps"), importLibrary("marker")])
}

/** Makes a field that finds addresses; says what is chosen in it. */
export const makePlaceField = async (found: (address: FoundAddress) => void): Promise<HTMLElement> => {
  await sayKey()
  const { PlaceAutocompleteElement } = await importLibrary("places")
  const field = new PlaceAutocompleteElement({})
  field.addEventListener("gmp-select", ({ placePrediction }) => {
    const place = placePrediction.toPlace()
    void place.fetchFields({ fields: ["addressComponents", "location"] }).then(() => {
      const at = place.location
      const position = at ? { latitude: at.lat(), longitude: at.lng() } : null
      found(foundAddress(place.addressComponents ?? [], position))
    })
  })
  return field
}

/** Hears that the service does not take the key, until the returned function is called. */
export const onMapsRefused = (hear: () => void): (() => void) => {
  globalThis.gm_authFailure = hear
  return () => {
    if (globalThis.gm_authFailure === hear) globalThis.gm_authFailure = undefined
  }
}

type Located = LocationPosition & { readonly position: Position }
const isLocated = (location: LocationPosition): location is Located => location.position !== null

const literalOf = ({ latitude, longitude }: Position): google.maps.LatLngLiteral => ({ lat: latitude, lng: longitude })

/** Where a position stands on the service's map of the world at zoom 0. */
const mercator = ({ latitude, longitude }: Position): Point => {
  const sine = Math.min(Math.max(Math.sin((latitude * Math.PI) / 180), -0.9999), 0.9999)
  return {
    x: world * (longitude / 360 + 0.5),
    y: world * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  }
}

const pinOf = ({ name, status }: Located): HTMLElement => {
  const pin = document.createElement("span")
  const label = document.createElement("span")
  pin.className = `map-pin${status === "disabled" ? " map-disabled" : ""}`
  label.className = "map-name"
  label.textContent = name
  pin.append(label)
  return pin
}

/** A location as the clusterer takes it: an element of the service's is made only when it is in sight. */
class Place implements Point {
  readonly x: number
  readonly y: number
  readonly location: Located
  readonly #open: (hashedId: string) => void
  #element: google.maps.marker.AdvancedMarkerElement | undefined
  constructor(location: Located, open: (hashedId: string) => void) {
    const { x, y } = mercator(location.position)
    this.x = x
    this.y = y
    this.location = location
    this.#open = open
  }
  get content(): Element | null {
    return (this.#element?.content as Element | null | undefined) ?? null
  }
  getPosition(): google.maps.LatLng {
    return new google.maps.LatLng(literalOf(this.location.position))
  }
  getVisible(): boolean {
    return true
  }
  setMap(map: google.maps.Map | null): void {
    if (map !== null && this.#element === undefined) {
      const { name, position, hashedId } = this.location
      const options = { position: literalOf(position), content: pinOf(this.location), title: name, gmpClickable: true }
      this.#element = new google.maps.marker.AdvancedMarkerElement(options)
      this.#element.addListener("gmp-click", () => this.#open(hashedId))
    }
    if (this.#element !== undefined) this.#element.map = map
  }
}

/** How far around the window marks are made, as a part of it. */
const margin = 0.25

const near = (bounds: google.maps.LatLngBounds | undefined): ((place: Place) => boolean) => {
  if (bounds === undefined) return () => true
  const [north, south] = [bounds.getNorthEast(), bounds.getSouthWest()]
  const up = (north.lat() - south.lat()) * margin
  const across = (north.lng() - south.lng()) * margin
  return ({ location: { position } }) =>
    position.latitude < north.lat() + up &&
    position.latitude > south.lat() - up &&
    position.longitude < north.lng() + across &&
    position.longitude > south.lng() - across
}

/** The rule of our own map (`mapView.ts`): the library's own takes seconds for thousands, since each asks every cluster. */
class OurGrid extends AbstractAlgorithm {
  clusters: Array<Cluster> = []
  override calculate(input: AlgorithmInput) {
    return { clusters: this.cluster(input), changed: true }
  }
  override cluster({ markers, map }: AlgorithmInput) {
    const zoom = map.getZoom() ?? 0
    const places = (markers as unknown as ReadonlyArray<Place>).filter(near(map.getBounds()))
    const each =
      zoom > this.maxZoom ? places.map((place) => [place]) : marksOf(places, 2 ** zoom).map((mark) => mark.places)
    this.clusters = each.map((together) => {
      const position = together[0]?.getPosition()
      return new Cluster({
        markers: [...together] as unknown as Array<Marker>,
        ...(position === undefined ? {} : { position }),
      })
    })
    return this.clusters
  }
}

const placesIn = ({ markers }: { readonly markers?: ReadonlyArray<Marker> }) =>
  (markers ?? []) as unknown as ReadonlyArray<Place>

/** The library's own marks are drawn from text, which our security policy forbids. */
const renderer = (nameOf: (count: number) => string) => ({
  render: ({ count, position }: Cluster): Marker => {
    const mark = document.createElement("span")
    mark.className = `map-cluster map-cluster-${Math.min(String(count).length, 4)}`
    mark.textContent = String(count)
    return new google.maps.marker.AdvancedMarkerElement({
      position,
      content: mark,
      title: nameOf(count),
      gmpClickable: true,
    })
  },
})

/** What a map tells, and the words it needs. */
export type MapHandlers = {
  readonly open: (hashedId: string) => void
  readonly list: (hashedIds: ReadonlyArray<string>) => void
  readonly nameOf: (count: number) => string
}

const atOneSpot = ([first, ...others]: ReadonlyArray<Place>): boolean =>
  others.every(({ x, y }) => x === first?.x && y === first.y)

/** Draws the service's map into an element; what it shows and which location is pointed at can be said again and again. */
export const drawGoogleMap = (element: HTMLElement, { open, list, nameOf }: MapHandlers) => {
  const dark = document.documentElement.classList.contains("bp6-dark")
  const map = new google.maps.Map(element, {
    mapId,
    center: { lat: 39.5, lng: -98.35 },
    zoom: 4,
    disableDefaultUI: true,
    clickableIcons: false,
    colorScheme: dark ? "DARK" : "LIGHT",
  })
  const algorithm = new OurGrid({ maxZoom })
  const clusterer = new MarkerClusterer({
    map,
    algorithm,
    renderer: renderer(nameOf),
    onClusterClick: (_, cluster) => {
      const together = placesIn(cluster)
      if (atOneSpot(together)) list(together.map(({ location }) => location.hashedId))
      else if (cluster.bounds !== undefined) map.fitBounds(cluster.bounds)
    },
  })
  let located: ReadonlyArray<Located> = []
  let pointed: string | null = null
  let run = 0

  const mark = (): void => {
    for (const cluster of algorithm.clusters) {
      const places = placesIn(cluster)
      const isPointed = places.some(({ location }) => location.hashedId === pointed)
      const content =
        places.length === 1
          ? places[0]?.content
          : (cluster.marker as google.maps.marker.AdvancedMarkerElement | undefined)?.content
      if (content instanceof Element) content.classList.toggle("map-pointed", isPointed)
    }
  }
  const fit = (): void => {
    const [first, ...others] = located.map(({ position }) => literalOf(position))
    if (first === undefined) return
    if (others.every(({ lat, lng }) => lat === first.lat && lng === first.lng)) {
      // What lies at one spot is shown with the city around it, not with its door.
      map.setCenter(first)
      map.setZoom(cityZoom)
      return
    }
    const bounds = new google.maps.LatLngBounds()
    for (const place of [first, ...others]) bounds.extend(place)
    map.fitBounds(bounds, clustering.grid)
  }
  const idle = map.addListener("idle", mark)
  return {
    /** Shows these locations, taken in batches with a frame between. */
    show: async (locations: ReadonlyArray<LocationPosition>): Promise<void> => {
      const mine = (run += 1)
      located = locations.filter(isLocated)
      for (const cluster of algorithm.clusters) cluster.delete()
      clusterer.clearMarkers(true)
      fit()
      for (const batch of inBatches(located)) {
        clusterer.addMarkers(batch.map((location) => new Place(location, open)) as unknown as Array<Marker>, true)
        await new Promise(requestAnimationFrame)
        if (mine !== run) return
      }
      clusterer.render()
      mark()
    },
    point: (hashedId: string | null): void => {
      pointed = hashedId
      mark()
    },
    zoom: (by: number): void => map.setZoom((map.getZoom() ?? 4) + by),
    fit,
    end: (): void => {
      run += 1
      idle.remove()
      clusterer.setMap(null)
      element.replaceChildren()
    },
  }
}
