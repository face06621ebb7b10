import { dashboardWalk } from "#tests/machines/reporting/dashboard.walk.ts"
import { openAnew, tellChange } from "./deeds.ts"
import type { Driver } from "./driver.ts"

/** The home page: it reads again when anything changes. */
export const dashboardDriver: Driver = {
  walks: { open: dashboardWalk },
  open: (stage) => openAnew(stage, "/dashboard"),
  deeds: { "feed.changed": (stage, { event }) => tellChange(stage, { thing: event["thing"], id: event["id"] }) },
}
