import { locationMapMachine } from "#machines/scheduling/locationMap.machine.ts"
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
    { type: "feed.changed", thing: "location", id: "4" },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  key: ({ context }) => [context.search, context.view === null],
}
