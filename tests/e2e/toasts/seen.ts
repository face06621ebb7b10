import type { Page } from "playwright"
import { expect } from "vitest"
import { toastMillis } from "#schemas/constants.ts"
import { words } from "#schemas/words.ts"
import { type SeenToast, toastsSeen } from "#tests/support/toastsSeen.ts"

/** All toasts of the page, with what a person sees of them. */
const toastsOn = (page: Page): Promise<ReadonlyArray<SeenToast>> =>
  page.getByRole("region", { name: words["shell.notifications"] }).locator(".toast").evaluateAll(toastsSeen)

/** One toast is seen at the top right, to the letter and with its reason beneath; three seconds later it has gone. */
export const shows = async (page: Page, intent: "success" | "danger", text: string, reason?: string): Promise<void> => {
  const beneath = reason === undefined ? expect.any(Array) : [expect.stringContaining(reason)]
  let seen: Awaited<ReturnType<typeof toastsOn>> = []
  await expect.poll(async () => (seen = await toastsOn(page)).length, { message: text }).toBeGreaterThan(0)
  expect(seen).toEqual([{ intent, text, beneath, place: "top right" }])
  await page.context().clock.fastForward(toastMillis)
  await expect.poll(() => toastsOn(page)).toEqual([])
}

/** How many notifications the page has kept so far, as the bell says. */
export const keptOn = async (page: Page): Promise<number> => {
  const bell = page.getByRole("banner").getByRole("button", { name: words["shell.notifications"] })
  return Number(/(\d+) notification/.exec((await bell.getAttribute("aria-label")) ?? "")?.[1] ?? 0)
}
