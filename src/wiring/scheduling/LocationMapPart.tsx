import "#views/scheduling/locationMap.css"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { fromCallback, fromPromise } from "xstate"
import type { MapHandlers } from "#effects/GoogleMap.ts"
import { knowsMapsKey, readAuthConfig } from "#effects/authConfig.ts"
import { readAtlas, readMapPlaces } from "#effects/LocationMap.ts"
import { locationMapMachine } from "#machines/scheduling/locationMap.machine.ts"
import type { Atlas, MapPlace } from "#schemas/scheduling/locationMap.ts"
import { locationWords } from "#schemas/scheduling/locationWords.ts"
import type { Size } from "#schemas/scheduling/mapView.ts"
import { LocationMapView, viewOf } from "#views/scheduling/LocationMapView.tsx"
import { codeOf } from "../chunks.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"
import { googleCode } from "./googleCode.ts"
import { mapGestures, type MapHand } from "./mapGestures.ts"

type Google = typeof import("#effects/GoogleMap.ts")
addWords(locationWords)

const logic = ({ reading }: Tools) =>
  locationMapMachine.provide({
    actors: {
      places: reading(readMapPlaces),
      atlas: reading(readAtlas),
      findKey: fromPromise(() => readAuthConfig().then(knowsMapsKey, () => false)),
      loadService: fromPromise(async () => (await codeOf(googleCode)).loadMaps()),
      refusals: fromCallback(({ sendBack }) => {
        let end = (): void => undefined
        let isOver = false
        void codeOf(googleCode).then(
          ({ onMapsRefused }) => {
            if (!isOver) end = onMapsRefused(() => sendBack({ type: "service.refused" }))
          },
          () => undefined,
        )
        return () => {
          isOver = true
          end()
        }
      }),
    },
  })

type ServiceMap = ReturnType<Google["drawGoogleMap"]>
type Shown = { readonly places: ReadonlyArray<MapPlace> | null; readonly pointed: string | null }

/** The service's map in its element: shows the same places as the list, and which of them is pointed at. */
const useServiceMap = (
  { places, pointed }: Shown,
  handlers: Omit<MapHandlers, "nameOf">,
  nameOf: MapHandlers["nameOf"],
) => {
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const map = useRef<ServiceMap>(null)
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useLayoutEffect(() => {
    const code = googleCode.code()
    if (surface === null || code === undefined) return
    const made = code.drawGoogleMap(surface, {
      open: (hashedId) => latest.current.open(hashedId),
      list: (ids) => latest.current.list(ids),
      nameOf,
    })
    map.current = made
    return () => {
      map.current = null
      made.end()
    }
    // The words of a mark are those of the language in which the page was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [surface])
  useEffect(() => void map.current?.show(places ?? []), [surface, places])
  useEffect(() => map.current?.point(pointed), [surface, pointed])
  return {
    surface: setSurface,
    zoom: (by: number) => map.current?.zoom(by),
    fit: () => map.current?.fit(),
  }
}

/** A map has some size before it is known which. */
const firstSize: Size = { width: 640, height: 480 }

/** The map of the locations with its chart, as a part of `/location`. */
export const LocationMapPart = ({ pointed = null }: { readonly pointed?: string | null }) => {
  const page = usePage(logic)
  const places = useReading<ReadonlyArray<MapPlace>>(page.actor, "places")
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState(firstSize)
  const { send } = page
  const view = viewOf(page, places.snapshot.context.data ?? [], size)
  const hand = useRef<MapHand>({ view, size, move: () => undefined })
  const gestures = useRef<ReturnType<typeof mapGestures>>(null)
  useLayoutEffect(() => {
    hand.current = { view, size, move: (moved) => send({ type: "view.moved", view: moved }) }
    gestures.current?.drawn()
  })
  useLayoutEffect(() => {
    if (surface === null) return
    const made = mapGestures(surface, () => hand.current)
    const measure = new ResizeObserver(() => setSize({ width: surface.clientWidth, height: surface.clientHeight }))
    gestures.current = made
    measure.observe(surface)
    return () => {
      made.end()
      measure.disconnect()
      gestures.current = null
    }
  }, [surface])
  const intl = useIntl()
  const found = places.snapshot.context.data
  const service = useServiceMap(
    { places: found, pointed },
    {
      open: (id) => page.url.go({ id }),
      list: (ids) => send({ type: "places.listed", ids }),
    },
    (count) => intl.formatMessage({ id: "map.cluster" }, { count }),
  )
  return (
    <LocationMapView
      page={page}
      url={page.url}
      places={places}
      atlas={useReading<Atlas>(page.actor, "atlas")}
      pointed={pointed}
      size={size}
      surface={setSurface}
      service={service}
    />
  )
}
