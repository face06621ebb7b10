import type { Change } from "#schemas/reporting/feed.ts"
import { screens } from "#schemas/session/words.ts"
import type { Stage } from "./driver.ts"

/**
 * Leads to a page whose chart has just begun: within the running application where
 * that is open, past a page that shows nothing of its own.
 */
export const openAnew = async ({ page, origin }: Pick<Stage, "page" | "origin">, path: string): Promise<void> => {
  const isRunning = await page.evaluate(
    () => document.querySelector("nav a") !== null && localStorage.getItem("token") !== null,
  )
  if (!isRunning || !page.url().startsWith(origin)) {
    await page.goto(origin + path)
    return
  }
  await page.evaluate(() => history.pushState(null, "", "/accessDenied"))
  await page.getByRole("heading", { level: 1, name: screens.accessDenied.title }).waitFor()
  await page.evaluate((to) => history.pushState(null, "", to), path)
}

/** A change on the server as the browser's other tab tells it that holds the feed's connection. */
export const tellChange = ({ page }: Pick<Stage, "page">, change: Pick<Change, "thing" | "id">): Promise<void> =>
  page.evaluate((told) => {
    const channel = new BroadcastChannel("admin-view-feed")
    channel.postMessage({ pos: "0", at: "2026-01-01T00:00:00.000Z", ...told })
    channel.close()
  }, change)
