import type { Page } from "playwright"

/**
 * Takes the picture of what was exported.
 * @param isFirst whether the demo has nothing of it yet: two files are saved first
 */
export const takePastExports = async (page: Page, base: string, file: string, isFirst: boolean): Promise<void> => {
  for (const type of isFirst ? ["CSV", "Excel"] : []) {
    await page.goto(`${base}/report`)
    await page.getByRole("button", { name: "Export", exact: true }).click()
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: type, exact: true }).click()
    await (await saved).delete()
    await page.locator(".toasts").getByRole("button").first().click()
  }
  await page.goto(`${base}/report?tab=exports`)
  await page.locator("tbody td time").first().waitFor()
  await page.screenshot({ path: file })
}
