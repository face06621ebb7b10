import type { Locator, Page } from "playwright"
import { words } from "#schemas/words.ts"

/** The chip in the top bar that shows the demo clock. */
export const demoChip = (page: Page): Locator =>
  page.getByRole("button", { name: new RegExp(`^${words["demoClock.title"]}`) })

/** The demo clock's menu. */
export const demoClock = (page: Page): Locator => page.getByRole("region", { name: words["demoClock.title"] })

/** Opens the demo clock's menu unless it is open, and answers with it. */
export const openDemoClock = async (page: Page): Promise<Locator> => {
  const menu = demoClock(page)
  await demoChip(page).waitFor()
  if (!(await menu.isVisible())) await demoChip(page).click()
  await menu.waitFor()
  return menu
}
