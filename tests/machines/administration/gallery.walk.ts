import { galleryMachine } from "#machines/administration/gallery.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that can happen to the gallery. */
export const galleryWalk: ChartWalk = {
  machine: galleryMachine,
  input: { search: { view: "gallery" } },
  events: [{ type: "url.changed", search: { view: "gallery", chart: "toasts" } }],
  key: ({ context }) => [context.search],
}
