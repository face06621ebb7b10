import { words } from "#schemas/words.ts"
import { noticesWalk } from "#tests/machines/administration/notices.walk.ts"
import { sampleNotices } from "#tests/support/noticeSamples.ts"
import { announceChange } from "./actions.ts"
import type { Driver } from "./driver.ts"

/** One's own notices under the bell, over a page that shows nothing of its own. */
export const noticesDriver: Driver = {
  walks: { open: noticesWalk },
  holds: {
    mark: "**/api/User/ReadNotices",
    // Of changes the notices hear from the path alone.
    feed: "**/api/Feed/GetChanges*",
  },
  open: async ({ page, origin }) => {
    // What was marked would be read in the next path: those that are shown are in the answers alone.
    await page.route("**/api/User/GetNotices", (route) =>
      route.fulfill({ json: { statusCode: "200", status: "ok", data: sampleNotices } }),
    )
    await page.goto(`${origin}/accessDenied`)
    await page.getByRole("banner").getByRole("button", { name: words["shell.notifications"] }).click()
    await page.getByRole("button", { name: words["notices.readAll"] }).waitFor()
  },
  handlers: {
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "read.pressed": ({ press }) => press(words["notices.readAll"]),
  },
}
