import { isDrawnByService, locationMapMachine } from "#machines/scheduling/locationMap.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleLocations } from "#tests/support/locationSamples.ts"

const view = { x: 300, y: 200, scale: 8 }

/** Everything that can happen to the map of the locations. */
export const locationMapWalk: ChartWalk = {
  machine: locationMapMachine,
  input: { search: { search: "clinic" } },
  events: [
    { type: "view.moved", view },
    { type: "fit.pressed" },
    { type: "places.listed", ids: sampleLocations.map(({ hashedId }) => hashedId) },
    { type: "list.closed" },
    { type: "url.changed", search: { search: "clinic", sort: "-city" } },
    { type: "url.changed", search: { search: "clinic", state: "active" } },
    { type: "service.refused" },
    { type: "service.retried" },
    { type: "feed.changed", thing: "location", id: "4" },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    findKey: [{ output: true }, { output: false }],
    loadService: [{ output: undefined }, { error: new Error("The maps service could not be loaded.") }],
  },
  // The service's own map is moved by its own hand.
  allows: (snapshot, event) => event.type !== "view.moved" || !isDrawnByService(snapshot as never),
  key: ({ context }) => [context.search, context.view === null],
}
