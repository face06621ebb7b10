import { translationsMachine } from "#machines/language/translations.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that can happen to the table of translations. */
export const translationsWalk: ChartWalk = {
  machine: translationsMachine,
  input: { search: {} },
  events: [
    { type: "url.changed", search: { search: "flu" } },
    { type: "feed.changed", thing: "template", id: "1" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
}
