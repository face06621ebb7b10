import "#views/scheduling/locationMap.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import {
  locationMapMachine,
  type LocationMapEvent,
  type LocationMapSnapshot,
} from "#machines/scheduling/locationMap.machine.ts"
import type { MapPlace } from "#schemas/scheduling/locationMap.ts"
import { fitted } from "#schemas/scheduling/mapView.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { LocationMapView } from "#views/scheduling/LocationMapView.tsx"
import { locationMapWalk } from "#tests/machines/scheduling/locationMap.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleAtlas, sampleMapPlaces } from "#tests/support/locationSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const size = { width: 800, height: 500 }
const { places } = pathsOf(locationMapMachine, locationMapWalk)
const at = (...events: ReadonlyArray<AnyEventObject>) =>
  after(locationMapMachine, events, { search: {} }) as unknown as LocationMapSnapshot

const keyFound = { type: "xstate.done.actor.findKey", output: true }
const placeAt = (name: string, x: number, y: number): MapPlace => ({
  ...{ hashedId: name, name, status: "active", group: "", position: { latitude: 40, longitude: -100 } },
  point: { x, y },
})
const three = [placeAt("Ames", 500, 200), placeAt("Boone", 501, 200), placeAt("Reno", 100, 300)]

type Shown = {
  readonly snapshot?: LocationMapSnapshot
  readonly found?: ReadonlyArray<MapPlace>
  readonly pointed?: string
  readonly isAtlasMissing?: boolean
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const { sent, send } = recorder<LocationMapEvent>()
  const zooms: Array<number> = []
  const rendered = await render(
    <LocationMapView
      page={{ snapshot: shown.snapshot ?? at(), send }}
      url={pageUrl({}).url}
      places={seenReading<ReadonlyArray<MapPlace>>({ ready: shown.found ?? three })}
      atlas={seenReading(shown.isAtlasMissing === true ? { failed: unreachable() } : { ready: sampleAtlas })}
      pointed={shown.pointed ?? null}
      size={size}
      surface={() => undefined}
      service={{ surface: () => undefined, zoom: (by) => void zooms.push(by), fit: () => void zooms.push(0) }}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, sent, zooms }
}
const marks = (container: Element) =>
  [...container.querySelectorAll(".map-cluster, .map-pin")].map(
    (mark) => mark.getAttribute("aria-label") ?? textOf(mark),
  )
const key = (container: Element, name: string) =>
  act(async () =>
    container
      .querySelector(".map-surface")
      ?.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })),
  )

describe("the map of the locations", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({ snapshot: snapshot as unknown as LocationMapSnapshot, found: sampleMapPlaces })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("draws one mark for those that lie close together, and one for each of the others, in the dark too", async () => {
    const { container } = await show({ dark: true })
    expect(marks(container)).toEqual(["2 locations, zoom in", "Reno"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("opens a location by its mark, and is no stop of Tab besides its own keys and buttons", async () => {
    const { container } = await show()
    expect(container.querySelector(".map-pin")?.getAttribute("href")).toContain("id=Reno")
    const stops = [...container.querySelectorAll<HTMLElement>("a, button, [tabindex]")].filter(
      (one) => one.tabIndex >= 0,
    )
    expect(stops.map((one) => one.getAttribute("aria-label"))).toEqual([
      "Map of the locations",
      "Zoom in",
      "Zoom out",
      "Show all",
    ])
  })

  it("zooms in to the locations of a mark until they come apart", async () => {
    const { sent } = await show()
    await press("2 locations, zoom in")
    const [event] = sent
    const view = event?.type === "view.moved" ? event.view : null
    const { container } = await show({ snapshot: at({ type: "view.moved", view }) })
    expect(marks(container)).toEqual(["Ames", "Boone"])
  })

  it("lists the locations that lie at one spot, each leading to its page", async () => {
    const spot = [placeAt("Ames", 500, 200), placeAt("Annex", 500, 200)]
    const { sent } = await show({ found: spot })
    await press("2 locations, zoom in")
    expect(sent).toEqual([{ type: "places.listed", ids: ["Ames", "Annex"] }])
    const listing = await show({ found: spot, snapshot: at(sent[0] as AnyEventObject) })
    const links = [...listing.container.querySelectorAll(".map-listed a")]
    expect(links.map(textOf)).toEqual(["Ames", "Annex"])
    await press("Close the list")
    expect(listing.sent).toEqual([{ type: "list.closed" }])
  })

  it("says by its mark where the location is that is pointed at in the list, alone or among others", async () => {
    const pointedIn = async (pointed: string) => {
      const { container } = await show({ pointed })
      return [...container.querySelectorAll(".map-pointed")].map(
        (mark) => mark.getAttribute("aria-label") ?? textOf(mark),
      )
    }
    expect(await pointedIn("Reno")).toEqual(["Reno"])
    expect(await pointedIn("Boone")).toEqual(["2 locations, zoom in"])
    expect(await pointedIn("elsewhere")).toEqual([])
  })

  it("moves and zooms by keys, and shows all again", async () => {
    const { container, sent } = await show()
    const view = fitted(
      size,
      three.flatMap(({ point }) => point ?? []),
    )
    for (const name of ["ArrowRight", "ArrowUp", "+", "-", "0", "x"]) await key(container, name)
    expect(sent).toEqual([
      { type: "view.moved", view: { ...view, x: view.x + size.width / 4 / view.scale } },
      { type: "view.moved", view: { ...view, y: view.y - size.height / 4 / view.scale } },
      { type: "view.moved", view: { ...view, scale: view.scale * 2 } },
      { type: "view.moved", view: { ...view, scale: Math.max(view.scale / 2, size.height / 610) } },
      { type: "fit.pressed" },
    ])
  })

  it("leaves the drawing to the maps service where that came, under the same buttons", async () => {
    const drawn = at(keyFound, { type: "xstate.done.actor.loadService" })
    const { container, sent, zooms } = await show({ snapshot: drawn })
    expect(marks(container)).toEqual([])
    for (const button of ["Zoom in", "Zoom out", "Show all"]) await press(button)
    expect(zooms).toEqual([1, -1, 0])
    expect(sent).toEqual([{ type: "fit.pressed" }])
  })

  it("draws the states while the service is on its way, and says why there are no streets where it does not come", async () => {
    const coming = await show({ snapshot: at(keyFound) })
    expect(marks(coming.container)).toHaveLength(2)
    expect(coming.container.querySelector(".map-notice")).toBeNull()
    const failed = at(keyFound, { type: "xstate.error.actor.loadService", error: new Error("blocked") })
    const { container, sent } = await show({ snapshot: failed })
    expect(textOf(container.querySelector(".map-notice"))).toContain("there are no streets")
    expect(marks(container)).toHaveLength(2)
    await press("Ask for streets again")
    expect(sent).toEqual([{ type: "service.retried" }])
  })

  it("names the locations that have no place on it, some of many", async () => {
    const lost = ["A", "B", "C", "D", "E", "F", "G"].map((name) => ({ ...placeAt(name, 0, 0), point: null }))
    const { container } = await show({ found: [...three, ...lost] })
    expect(textOf(container.querySelector(".map-foot"))).toBe("3 on the mapNot on the map: A, B, C, D, E and 2 more")
  })

  it("says that it could not be drawn, and that it can be tried again", async () => {
    const { container } = await show({ isAtlasMissing: true })
    expect(textOf(container)).toContain("The map could not be loaded")
    expect([...container.querySelectorAll("button")].map(textOf)).toContain("Try now")
  })
})
