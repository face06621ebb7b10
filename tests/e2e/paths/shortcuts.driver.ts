import { lettersOffKey } from "#effects/storageKeys.ts"
import { words } from "#schemas/words.ts"
import { shortcutsOffWalk, shortcutsWalk } from "#tests/machines/session/shortcuts.walk.ts"
import { keys } from "#schemas/session/keys.ts"
import type { ChartWalk, Step } from "#tests/paths/walk.ts"
import type { Driver, Stage } from "./driver.ts"

/** While the list is open nothing but itself is in reach. */
const inReach = (walk: ChartWalk): ChartWalk => ({
  ...walk,
  allows: (snapshot, { type }) =>
    snapshot.matches({ list: "open" })
      ? type === "letters.switched" || type === "list.closed"
      : type === "key.pressed" || type === "list.opened" || type.startsWith("xstate.after."),
})

/** A key that means this; `z` means nothing. */
const keyOf = (event: Step["event"]): string => {
  if (event["isGo"] === true) return keys.go
  if (event["isList"] === true) return keys.list
  if (event["fresh"] !== null) return keys.create
  return event["place"] === null ? "z" : "h"
}

const list = ({ page }: Pick<Stage, "page">) => page.getByRole("dialog", { name: words["shortcuts.title"] })

/** The shortcuts of single keys, on the page of campaigns, which has something new to begin. */
export const shortcutsDriver: Driver = {
  keepsTimers: true,
  walks: { on: inReach(shortcutsWalk), off: inReach(shortcutsOffWalk) },
  open: async ({ page, origin, situation }) => {
    // Whether letters act is read when the application begins; the chart listens to keys from then on.
    if (!page.url().startsWith(origin)) await page.goto(`${origin}/auth-config.json`)
    await page.evaluate(
      ([key, off]) => (off === "off" ? localStorage.setItem(key, "true") : localStorage.removeItem(key)),
      [lettersOffKey, situation] as const,
    )
    await page.goto(`${origin}/campaign`)
    await page.getByRole("heading", { level: 1 }).waitFor()
  },
  handlers: {
    "key.pressed": async ({ page }, { event }) => {
      // Keys before may have led elsewhere.
      await page.evaluate(() => location.pathname === "/campaign" || history.pushState(null, "", "/campaign"))
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press(keyOf(event))
    },
    "letters.switched": (stage) => list(stage).getByLabel(words["shortcuts.letters"]).click(),
    "list.opened": async ({ page }) => {
      await page.keyboard.press("Control+k")
      await page.locator("#deed-shortcuts").click()
    },
    "list.closed": (stage) => list(stage).getByRole("button", { name: words["part.close"] }).click(),
  },
  shows: async (stage, { snapshot }) => {
    await list(stage).waitFor({ state: snapshot.matches({ list: "open" }) ? "visible" : "detached" })
  },
}
