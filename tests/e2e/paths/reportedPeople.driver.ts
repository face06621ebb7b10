import { words } from "#schemas/words.ts"
import { reportedPeopleWalk } from "#tests/machines/reporting/reportedPeople.walk.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"

/** The people behind a number of the report: other days are chosen, and news comes. */
export const reportedPeopleDriver: Driver = {
  walks: { open: reportedPeopleWalk },
  open: (stage) => reopen(stage, "/report?people=sent"),
  handlers: {
    "url.changed": ({ page }) => page.getByLabel(words["report.from"], { exact: true }).fill("2026-01-01"),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}
