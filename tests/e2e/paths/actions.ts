import type { Change } from "#schemas/reporting/feed.ts"
import { screens } from "#schemas/session/words.ts"
import type { Route } from "playwright"
import type { Stage } from "./driver.ts"

/**
 * Leads to a page whose chart has just begun: within the running application where
 * that is open, past a page that shows nothing of its own.
 */
export const reopen = async ({ page, origin }: Pick<Stage, "page" | "origin">, path: string): Promise<void> => {
  // A dialog that a path before left open stands over the next page too.
  const isRunning = await page.evaluate(
    () =>
      document.querySelector("nav a") !== null &&
      document.querySelector("[role=dialog]") === null &&
      localStorage.getItem("token") !== null,
  )
  if (!isRunning || !page.url().startsWith(origin)) {
    await page.goto(origin + path)
    return
  }
  await page.evaluate(() => history.pushState(null, "", "/accessDenied"))
  await page.getByRole("heading", { level: 1, name: screens.accessDenied.title }).waitFor()
  await page.evaluate((to) => history.pushState(null, "", to), path)
}

/** A change on the server as the browser's other tab announces it that holds the feed's connection. */
export const announceChange = ({ page }: Pick<Stage, "page">, change: Pick<Change, "thing" | "id">): Promise<void> =>
  page.evaluate((announced) => {
    const channel = new BroadcastChannel("admin-view-feed")
    channel.postMessage({ pos: "0", at: "2026-01-01T00:00:00.000Z", ...announced })
    channel.close()
  }, change)

/** Waits for a page by its heading. */
export const arrived = ({ page }: Pick<Stage, "page">, heading: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor()

/** Takes the token away as another tab does in which the person signed out. */
export const signOutElsewhere = async ({ context, origin }: Pick<Stage, "context" | "origin">): Promise<void> => {
  const other = await context.newPage()
  await other.goto(`${origin}/auth-config.json`)
  await other.evaluate(() => localStorage.removeItem("token"))
  await other.close()
}

/** Where tokens are renewed without a window. */
export const tokenAddress = /\/idp\/token(\?|$)/

/** The provider gives no token without seeing the person: neither for the refresh token nor, in a hidden frame, for its session. */
export const askForPerson = async (
  { context, spoil }: Pick<Stage, "context" | "spoil">,
  route: Route,
): Promise<void> => {
  spoil()
  await context.clearCookies()
  await route.fulfill({ status: 400, json: { error: "invalid_grant", error_description: "grant request is invalid" } })
}

/** The provider does not answer, however often the library asks. */
export const reachNoProvider = async ({ context }: Pick<Stage, "context">, route: Route): Promise<void> => {
  await context.route(tokenAddress, (other) => other.abort())
  await route.abort()
}
