import "#views/scheduling/locationMap.css"
import { useLayoutEffect, useRef, useState } from "react"
import { readAtlas, readMapPlaces } from "#effects/LocationMap.ts"
import { locationMapMachine } from "#machines/scheduling/locationMap.machine.ts"
import type { Atlas, MapPlace } from "#schemas/scheduling/locationMap.ts"
import type { Size } from "#schemas/scheduling/mapView.ts"
import { LocationMapView, viewOf } from "#views/scheduling/LocationMapView.tsx"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"
import { mapGestures, type MapHand } from "./mapGestures.ts"

const logic = ({ reading }: Tools) =>
  locationMapMachine.provide({ actors: { places: reading(readMapPlaces), atlas: reading(readAtlas) } })

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
  return (
    <LocationMapView
      page={page}
      url={page.url}
      places={places}
      atlas={useReading<Atlas>(page.actor, "atlas")}
      pointed={pointed}
      size={size}
      surface={setSurface}
    />
  )
}
