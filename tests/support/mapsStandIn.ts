/**
 * Stands in for the maps service's script in a page: as much of it as the product and the clusterer ask for, drawn on a
 * plane of degrees. It runs in the page, so it refers to nothing around it. Marks are put in the map's element where
 * their place is; `idle` follows each movement.
 */
export const mapsStandIn = (): void => {
  type Hear = (...args: ReadonlyArray<unknown>) => void
  type Heard = { hears?: Map<string, Set<Hear>> }
  type At = { lat: number | (() => number); lng: number | (() => number) }

  const number = (value: number | (() => number)): number => (typeof value === "function" ? value() : value)
  const addListener = (on: Heard, name: string, hear: Hear) => {
    const hears = (on.hears ??= new Map())
    const all = hears.get(name) ?? new Set<Hear>()
    hears.set(name, all.add(hear))
    return { remove: () => void all.delete(hear) }
  }
  const trigger = (on: Heard, name: string, ...args: ReadonlyArray<unknown>): void => {
    for (const hear of on.hears?.get(name) ?? []) hear(...args)
  }
  class LatLng {
    private readonly at: readonly [number, number]
    constructor(at: At | number, lng?: number) {
      this.at = typeof at === "number" ? [at, lng ?? 0] : [number(at.lat), number(at.lng)]
    }
    lat = () => this.at[0]
    lng = () => this.at[1]
  }
  class LatLngBounds {
    private north = -90
    private south = 90
    private east = -180
    private west = 180
    constructor(one?: LatLng, other?: LatLng) {
      if (one) this.extend(one)
      if (other) this.extend(other)
    }
    extend(at: At): this {
      const [lat, lng] = [number(at.lat), number(at.lng)]
      this.north = Math.max(this.north, lat)
      this.south = Math.min(this.south, lat)
      this.east = Math.max(this.east, lng)
      this.west = Math.min(this.west, lng)
      return this
    }
    getNorthEast = () => new LatLng(this.north, this.east)
    getSouthWest = () => new LatLng(this.south, this.west)
    getCenter = () => new LatLng((this.north + this.south) / 2, (this.east + this.west) / 2)
    contains = (at: LatLng) => at.lat() <= this.north && at.lat() >= this.south
  }
  class GoogleMap implements Heard {
    hears = new Map<string, Set<Hear>>()
    private zoom: number
    private center: LatLng
    private readonly marks = new Set<AdvancedMarkerElement>()
    private readonly div: HTMLElement
    constructor(div: HTMLElement, options: { zoom: number; center: At }) {
      this.div = div
      this.zoom = options.zoom
      this.center = new LatLng(options.center)
      div.dataset["stand"] = "in"
      this.moved()
      // As the service's own, it says that it is idle once the hand lets go.
      div.addEventListener("pointermove", ({ buttons, movementX, movementY }) => {
        if (buttons === 1) this.drag(movementX, movementY)
      })
      div.addEventListener("pointerup", () => this.moved())
    }
    private drag(right: number, down: number): void {
      const degree = this.div.clientWidth / this.across()
      this.center = new LatLng(this.center.lat() + down / degree, this.center.lng() - right / degree)
      for (const mark of this.marks) this.place(mark)
    }
    private readonly across = () => (this.div.clientWidth / 256 / 2 ** this.zoom) * 360
    private moved(): void {
      for (const mark of this.marks) this.place(mark)
      requestAnimationFrame(() => trigger(this, "idle"))
    }
    place(mark: AdvancedMarkerElement): void {
      const degree = this.div.clientWidth / this.across()
      const at = new LatLng(mark.position)
      mark.style.position = "absolute"
      mark.style.left = `${this.div.clientWidth / 2 + (at.lng() - this.center.lng()) * degree}px`
      mark.style.top = `${this.div.clientHeight / 2 - (at.lat() - this.center.lat()) * degree}px`
    }
    take(mark: AdvancedMarkerElement): void {
      this.marks.add(mark)
      this.div.append(mark)
      this.place(mark)
    }
    drop(mark: AdvancedMarkerElement): void {
      this.marks.delete(mark)
      mark.remove()
    }
    addListener = (name: string, hear: Hear) => addListener(this, name, hear)
    getZoom = () => this.zoom
    setZoom(zoom: number): void {
      this.zoom = zoom
      this.moved()
    }
    getCenter = () => this.center
    setCenter(center: At): void {
      this.center = new LatLng(center)
      this.moved()
    }
    getDiv = () => this.div
    getProjection = () => ({})
    getMapCapabilities = () => ({ isAdvancedMarkersAvailable: true })
    getBounds(): LatLngBounds {
      const across = this.across() / 2
      const bounds = new LatLngBounds()
      for (const way of [-1, 1])
        bounds.extend({ lat: this.center.lat() + way * across, lng: this.center.lng() + way * across })
      return bounds
    }
    fitBounds(bounds: LatLngBounds): void {
      const [north, south] = [bounds.getNorthEast(), bounds.getSouthWest()]
      const wide = Math.max(north.lng() - south.lng(), north.lat() - south.lat(), 0.0001)
      this.center = bounds.getCenter()
      this.zoom = Math.min(20, Math.floor(Math.log2((this.div.clientWidth / 256 / wide) * 360)) - 1)
      this.moved()
    }
  }
  class AdvancedMarkerElement extends HTMLElement {
    position: At
    content: Element | null
    private on: GoogleMap | null = null
    constructor(options: { position: At; content: Element; title: string }) {
      super()
      this.position = options.position
      this.content = options.content
      this.title = options.title
      this.tabIndex = 0
      this.append(options.content)
    }
    addListener = (_: string, hear: Hear) => {
      this.addEventListener("click", (event) => hear(event))
      return { remove: () => undefined }
    }
    get map(): GoogleMap | null {
      return this.on
    }
    set map(map: GoogleMap | null) {
      if (this.on !== null && this.on !== map) this.on.drop(this)
      this.on = map
      map?.take(this)
    }
  }
  // The clusterer copies its members by name, which those of a class do not show.
  const OverlayView = function OverlayView() {} as unknown as { prototype: Record<string, unknown> }
  OverlayView.prototype = {
    setMap(this: Record<string, unknown>, map: GoogleMap | null) {
      this["of"] = map
      const heard = this[map === null ? "onRemove" : "onAdd"] as () => void
      if (map === null) heard.call(this)
      else requestAnimationFrame(() => heard.call(this))
    },
    getMap(this: Record<string, unknown>) {
      return this["of"]
    },
    getProjection: () => ({}),
    draw: () => undefined,
    onAdd: () => undefined,
    onRemove: () => undefined,
  }
  class PlaceAutocompleteElement extends HTMLElement {
    constructor() {
      super()
      const field = document.createElement("input")
      this.append(field)
      field.addEventListener("change", () => {
        const part = (type: string, longText: string, shortText = longText) => ({ types: [type], longText, shortText })
        const place = {
          fetchFields: () => Promise.resolve(),
          location: new LatLng(37.8044, -122.2711),
          addressComponents: [
            part("street_number", "1"),
            part("route", field.value),
            part("locality", "Oakland"),
            part("administrative_area_level_1", "California", "CA"),
            part("postal_code", "94612"),
            part("country", "United States", "US"),
          ],
        }
        const placePrediction = { toPlace: () => place }
        this.dispatchEvent(Object.assign(new Event("gmp-select"), { placePrediction }))
      })
    }
  }
  customElements.define("gmp-advanced-marker", AdvancedMarkerElement)
  customElements.define("gmp-place-autocomplete", PlaceAutocompleteElement)
  const libraries = {
    maps: { Map: GoogleMap },
    marker: { AdvancedMarkerElement },
    places: { PlaceAutocompleteElement },
  }
  const maps = {
    Map: GoogleMap,
    LatLng,
    LatLngBounds,
    OverlayView,
    Point: class {},
    Size: class {},
    Marker: Object.assign(class {}, { MAX_ZINDEX: 1_000_000 }),
    marker: { AdvancedMarkerElement },
    places: { PlaceAutocompleteElement },
    event: { addListener, trigger, removeListener: ({ remove }: { remove: () => void }) => remove() },
    importLibrary: (name: keyof typeof libraries) => Promise.resolve(libraries[name]),
  }
  const own = (globalThis as unknown as { google?: { maps?: Record<string, unknown> } }).google?.maps ?? {}
  const ready = own["__ib__"] as (() => void) | undefined
  ;(globalThis as unknown as { google: object }).google = { maps: Object.assign(own, maps) }
  ready?.()
}
