import { readFile } from "node:fs/promises"
import type { BrowserContext, Page } from "playwright"
import { openWorld, type World } from "../paths/world.ts"

/** The running application and a browser in which Northwind's administrator has signed in once. */
export const openDemo = (): Promise<World> => openWorld("admin@northwind.test")

/** A tab of that person, at Home. */
export const openTab = async ({ browser, origin, state }: World, dark = false) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: dark ? "dark" : "light",
    storageState: state,
    acceptDownloads: true,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  // A person who leaves a form with changes is asked by the browser; this person wants to.
  page.on("dialog", (dialog) => void dialog.accept())
  await page.goto(`${origin}/dashboard`)
  await heading(page, "Home")
  return { context, page }
}
export type Tab = { readonly context: BrowserContext; readonly page: Page }

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

/** Goes to an address as a link of the product does: the page stays, and with it what was heard in it. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), path)

/** Presses something that saves a file; gives its text and where it lies. */
export const savedBy = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent("download"), press()])
  const path = await download.path()
  return { path, name: download.suggestedFilename(), text: await readFile(path, "utf8") }
}
