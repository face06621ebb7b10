import type { Page } from "playwright"
import { expect } from "vitest"
import { toastMillis } from "#schemas/constants.ts"
import { words } from "#schemas/words.ts"

/** All toasts that stand on the page. */
const toastsOn = (page: Page) =>
  page
    .getByRole("region", { name: words["shell.notifications"] })
    .locator(".toast")
    .evaluateAll((toasts) =>
      toasts.map((toast) => {
        const [text, ...beneath] = [...toast.querySelectorAll("p")].map(({ innerText }) => innerText)
        return { intent: toast.getAttribute("data-intent"), text, beneath }
      }),
    )

/** One toast stands on the page, to the letter and with its reason beneath; three seconds later it has gone. */
export const shows = async (page: Page, intent: "success" | "danger", text: string, reason?: string): Promise<void> => {
  const beneath = reason === undefined ? expect.any(Array) : [expect.stringContaining(reason)]
  let seen: Awaited<ReturnType<typeof toastsOn>> = []
  await expect.poll(async () => (seen = await toastsOn(page)).length, { message: text }).toBeGreaterThan(0)
  expect(seen).toEqual([{ intent, text, beneath }])
  await page.context().clock.fastForward(toastMillis)
  await expect.poll(() => toastsOn(page)).toEqual([])
}

/** How many notifications the page has kept so far, as the bell says. */
export const keptOn = async (page: Page): Promise<number> => {
  const bell = page.getByRole("banner").getByRole("button", { name: words["shell.notifications"] })
  return Number(/\d+/.exec((await bell.getAttribute("aria-label")) ?? "")?.[0] ?? 0)
}
