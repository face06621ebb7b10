import { words } from "#schemas/words.ts"
import { locationMapWalk } from "#tests/machines/scheduling/locationMap.walk.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver, Stage } from "./driver.ts"
import { newLocation } from "./things.ts"

const cluster = ({ page }: Stage) => page.locator(".map-cluster").first()

/** The map of the locations: two at one spot, which no zoom takes apart. */
export const locationMapDriver: Driver = {
  walks: { open: locationMapWalk },
  within: ".location-map",
  actions: [words["map.list.close"]],
  open: async (stage) => {
    await newLocation(stage)
    await newLocation(stage)
    await reopen(stage, "/location?search=clinic")
    await cluster(stage).waitFor()
  },
  handlers: {
    "view.moved": ({ press }) => press(words["map.zoomIn"]),
    "fit.pressed": ({ press }) => press(words["map.fit"]),
    "places.listed": (stage) => cluster(stage).click(),
    "list.closed": ({ press }) => press(words["map.list.close"]),
    "url.changed": ({ page }, { event }) =>
      page.evaluate(
        (search) => history.pushState(null, "", `?${new URLSearchParams(search)}`),
        event["search"] as Record<string, string>,
      ),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}
