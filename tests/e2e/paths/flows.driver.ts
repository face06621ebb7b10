import { words } from "#schemas/words.ts"
import { flowsWalk } from "#tests/machines/administration/flows.walk.ts"
import { galleryWalk } from "#tests/machines/administration/gallery.walk.ts"
import { reopen, announceChange } from "./actions.ts"
import type { Handler, Driver } from "./driver.ts"

const chooseChart: Handler = ({ page }, { event }) =>
  page
    .getByRole("navigation", { name: words["flows.chart"], exact: true })
    .locator(`a[href*="chart=${(event["search"] as { readonly chart: string }).chart}"]`)
    .first()
    .click()

/** The charts of the product, as they run next to this page. */
export const flowsDriver: Driver = {
  walks: { open: flowsWalk },
  open: (stage) => reopen(stage, "/dev/flows"),
  handlers: {
    // Any other chart that hears something will do.
    "charts.moved": (stage) => announceChange(stage, { thing: "clock", id: "1" }),
    "url.changed": chooseChart,
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}

/** The gallery next to them. */
export const galleryDriver: Driver = {
  walks: { open: galleryWalk },
  open: (stage) => reopen(stage, "/dev/flows?view=gallery"),
  handlers: { "url.changed": chooseChart },
}
