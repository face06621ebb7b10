import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { MapView } from "#schemas/scheduling/mapView.ts"
import { narrowedBy } from "./locationsParams.ts"

export type LocationMapEvent =
  | PageEvent
  /** It was dragged or zoomed, by whatever hand. */
  | { readonly type: "view.moved"; readonly view: MapView }
  | { readonly type: "fit.pressed" }
  /** A mark was pressed whose places no scale takes apart. */
  | { readonly type: "places.listed"; readonly ids: ReadonlyArray<string> }
  | { readonly type: "list.closed" }

type Context = {
  readonly search: Search
  /** What it shows; null for all of its locations. */
  readonly view: MapView | null
  /** The locations at one spot that are listed, by public id. */
  readonly listed: ReadonlyArray<string>
}

const narrowsAnew = (before: Search, after: Search): boolean =>
  JSON.stringify(narrowedBy(before)) !== JSON.stringify(narrowedBy(after))

/** The map beside the list of locations: it shows those of the list, all at once, and opens one. */
export const locationMapMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as LocationMapEvent },
  actors: { places: readingMachine, atlas: readingMachine },
  guards: {
    isLocation: ({ event }) => event.type === "feed.changed" && event.thing === "location",
    narrowsAnew: ({ context, event }) => event.type === "url.changed" && narrowsAnew(context.search, event.search),
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendPlaces: sendTo("places", ({ context }) => ({ type: "params.changed", params: narrowedBy(context.search) })),
    refreshPlaces: sendTo("places", { type: "feed.changed" }),
    setView: assign(({ event }) => (event.type === "view.moved" ? { view: event.view } : {})),
    fit: assign({ view: null }),
    setListed: assign(({ event }) => (event.type === "places.listed" ? { listed: event.ids } : {})),
    clearListed: assign({ listed: [] }),
  },
}).createMachine({
  id: "locationMap",
  context: ({ input }) => ({ search: input.search, view: null, listed: [] }),
  invoke: [
    { id: "places", src: "places", input: ({ context }) => ({ params: narrowedBy(context.search) }) },
    { id: "atlas", src: "atlas", input: { params: {} } },
  ],
  on: {
    // Other locations are looked at as a whole first.
    "url.changed": [
      { guard: "narrowsAnew", target: ".looking", actions: ["setUrl", "fit", "sendPlaces"] },
      { actions: "setUrl" },
    ],
    "feed.changed": { guard: "isLocation", actions: "refreshPlaces" },
    "view.moved": { target: ".looking", actions: "setView" },
    "fit.pressed": { target: ".looking", actions: "fit" },
  },
  initial: "looking",
  states: {
    looking: {
      description: "Looks at the map, drags it and zooms.",
      meta: { actions: ["map.fit"] },
      on: { "places.listed": { target: "listing", actions: "setListed" } },
    },
    listing: {
      description: "Several locations lie at one spot: they are listed by name.",
      meta: { actions: ["map.fit", "map.list.close"] },
      exit: "clearListed",
      on: {
        "list.closed": "looking",
        "places.listed": { actions: "setListed" },
      },
    },
  },
})

export type LocationMapSnapshot = SnapshotFrom<typeof locationMapMachine>
