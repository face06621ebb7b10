import { assign, fromCallback, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { mapsPatienceMillis } from "#schemas/constants.ts"
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
  /** The maps service does not take the key: wrong, of another site, or not paid for. */
  | { readonly type: "service.refused" }
  | { readonly type: "service.retried" }

type Context = {
  readonly search: Search
  /** What it shows; null for all of its locations. The maps service keeps its own. */
  readonly view: MapView | null
  /** The locations at one spot that are listed, by public id. */
  readonly listed: ReadonlyArray<string>
}

const narrowsAnew = (before: Search, after: Search): boolean =>
  JSON.stringify(narrowedBy(before)) !== JSON.stringify(narrowedBy(after))

/**
 * The map next to the list of locations: it shows those of the list, all at once, and opens one. It is drawn by the maps
 * service where there is a key for it and it comes, else by us (decision 055).
 */
export const locationMapMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as LocationMapEvent },
  actors: {
    places: readingMachine,
    atlas: readingMachine,
    findKey: fromPromise<boolean>(unprovided),
    loadService: fromPromise<void>(unprovided),
    /** Sends `service.refused`, as long as it runs. */
    refusals: fromCallback(() => undefined),
  },
  guards: {
    isLocation: ({ event }) => event.type === "feed.changed" && event.thing === "location",
    narrowsAnew: ({ context, event }) => event.type === "url.changed" && narrowsAnew(context.search, event.search),
    hasKey: ({ event }) => (event as unknown as { readonly output: boolean }).output,
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
  delays: { mapsPatience: mapsPatienceMillis },
}).createMachine({
  id: "locationMap",
  context: ({ input }) => ({ search: input.search, view: null, listed: [] }),
  invoke: [
    { id: "places", src: "places", input: ({ context }) => ({ params: narrowedBy(context.search) }) },
    { id: "atlas", src: "atlas", input: { params: {} } },
  ],
  on: { "feed.changed": { guard: "isLocation", actions: "refreshPlaces" } },
  type: "parallel",
  states: {
    hand: {
      description: "What a person does with the map.",
      on: {
        // Other locations are looked at as a whole first.
        "url.changed": [
          { guard: "narrowsAnew", target: ".looking", actions: ["setUrl", "fit", "sendPlaces"] },
          { actions: "setUrl" },
        ],
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
    },
    drawer: {
      description: "Who draws the map.",
      initial: "deciding",
      states: {
        deciding: {
          description: "Looks whether there is a key for the maps service.",
          invoke: {
            id: "findKey",
            src: "findKey",
            onDone: [{ guard: "hasKey", target: "service" }, { target: "ours" }],
          },
        },
        ours: { description: "There is no key: the states are drawn by us, without streets." },
        service: {
          description: "The maps service draws, once its code is there.",
          invoke: { id: "refusals", src: "refusals" },
          on: { "service.refused": "failed" },
          initial: "loading",
          states: {
            loading: {
              description: "Its code is on the way; the states are shown meanwhile.",
              invoke: {
                id: "loadService",
                src: "loadService",
                onDone: "drawing",
                onError: "#locationMap.drawer.failed",
              },
              after: { mapsPatience: "#locationMap.drawer.failed" },
            },
            drawing: { description: "It draws the map with its streets." },
          },
        },
        failed: {
          description: "It did not come or refused: says so over the map of the states.",
          meta: { actions: ["map.service.retry"] },
          on: { "service.retried": "service" },
        },
      },
    },
  },
})

export type LocationMapSnapshot = SnapshotFrom<typeof locationMapMachine>

/** Whether the maps service draws. */
export const isDrawnByService = (snapshot: LocationMapSnapshot): boolean =>
  snapshot.matches({ drawer: { service: "drawing" } })
