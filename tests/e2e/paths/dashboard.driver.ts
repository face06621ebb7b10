import { dashboardWalk } from "#tests/machines/reporting/dashboard.walk.ts"
import { reopen, announceChange } from "./actions.ts"
import type { Driver } from "./driver.ts"

/** The home page: it reads again when anything changes. */
export const dashboardDriver: Driver = {
  walks: { open: dashboardWalk },
  open: (stage) => reopen(stage, "/dashboard"),
  handlers: { "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }) },
}
