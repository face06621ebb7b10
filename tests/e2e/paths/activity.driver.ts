import { words } from "#schemas/words.ts"
import { activityWalk } from "#tests/machines/administration/activity.walk.ts"
import { reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"

/** The log of activity: other days are chosen. */
export const activityDriver: Driver = {
  walks: { open: activityWalk },
  open: (stage) => reopen(stage, "/global?section=activity"),
  holds: { download: "**/api/Report/DownloadActivity*" },
  handlers: {
    "export.pressed": ({ press }) => press(words["activity.export"]),
    "xstate.done.actor.export": async ({ held }) => (await held("download")).continue(),
    "url.changed": ({ page }) => page.getByLabel(words["activity.from"], { exact: true }).fill("2026-01-01"),
    "check.pressed": ({ page }) => page.getByRole("button", { name: words["activity.proof.check"] }).click(),
  },
}
