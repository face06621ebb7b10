import type { Locator, Page } from "playwright"

/**
 * Narrows a list by one of its chips.
 * @param label what the chip is about, as it stands on it
 * @param option the choice, by its words or its place after the one that narrows nothing
 */
export const chooseFilter = async (where: Page | Locator, label: string, option: string | number): Promise<void> => {
  await where.locator(".chip-open").filter({ hasText: label }).first().click()
  const choices = where.getByRole("list", { name: label, exact: true }).getByRole("button")
  await (typeof option === "number" ? choices.nth(option) : choices.filter({ hasText: option }).first()).click()
}
