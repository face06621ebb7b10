import type { Locator, Page } from "playwright"
import { accessibilityViolations } from "#tests/support/chromium.ts"

/** One person's way through the product, in one browser. */
export type Journey = {
  readonly page: Page
  readonly origin: string
  /** What the checker of accessibility had against the pages so far, each with the name of its page. */
  readonly violations: Array<string>
}

/** Lets the checker look at the page as it is now. */
export const inspect = async ({ page, violations }: Journey, name: string): Promise<void> => {
  for (const violation of await accessibilityViolations(page)) violations.push(`${name}: ${violation}`)
}

/** Waits for a toast that says exactly this; the newest stands last. */
export const toast = (page: Page, text: string): Promise<void> =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true }).last().waitFor()

/** Waits for the page's heading. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

/** Goes to another page by the top bar. */
export const goByBar = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click()

/** The page, which shows one thing alone. */
export const thing = (page: Page): Locator => page.getByRole("main")

/** The cells of a table's rows below its head, as they read. */
export const cellsOf = (table: Locator): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  table
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.trim())),
    )

/** A number as a page writes it. */
export const numberIn = (text: string): number => Number(text.replaceAll(",", "").match(/-?\d+(\.\d+)?/)?.[0])

/** A number that stands below its name, or at the end of its line. */
export const figure = async (page: Page, name: string): Promise<number> =>
  numberIn(
    await page
      .locator(".figure, .bars tr")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd, td.cell-end")
      .first()
      .innerText(),
  )
