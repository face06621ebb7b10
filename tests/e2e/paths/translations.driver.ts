import { translationsWalk } from "#tests/machines/language/translations.walk.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"

/** The table of translations: narrowed, and read again when a template changes. */
export const translationsDriver: Driver = {
  walks: { open: translationsWalk },
  open: (stage) => reopen(stage, "/translate"),
  handlers: {
    "url.changed": ({ page }) => page.getByRole("searchbox").fill("flu"),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}
