import { words } from "#schemas/words.ts"
import { formWalk } from "#tests/machines/session/form.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew } from "./deeds.ts"
import type { Driver } from "./driver.ts"
import { newImport } from "./things.ts"

const walk: ChartWalk = {
  ...formWalk,
  input: { values: { name: "Ada" } },
  // Whoever looks at someone else's change saves theirs by the notice, not by the form's own button.
  allows: (snapshot, { type }) => type !== "submit.pressed" || !snapshot.matches("conflict"),
}

/** A form of the product: what the columns of a list file are, and the name of the list. */
export const formDriver: Driver = {
  walks: { mapping: walk },
  id: "mapping",
  holds: { submit: "**/api/Database/CheckImport" },
  open: async (stage) => {
    await openAnew(stage, `/database?import=${await newImport(stage)}`)
    await stage.press(words["import.mapAgain"])
  },
  deeds: {
    "field.changed": ({ page }, { event }) => page.getByLabel(words["import.listName"]).fill(String(event["value"])),
    "field.left": async ({ page }) => {
      await page.getByLabel(words["import.listName"]).focus()
      await page.keyboard.press("Tab")
    },
    "submit.pressed": ({ press }) => press(words["import.check"]),
    "discard.pressed": async ({ page, press }) => {
      const discard = page.getByRole("button", { name: words["part.conflict.discard"] })
      return (await discard.isVisible()) ? discard.click() : press(words["part.cancel"])
    },
    "overwrite.pressed": ({ press }) => press(words["part.conflict.overwrite"]),
  },
  shows: async ({ page }, { snapshot }) => {
    const conflict = page.getByText(words["part.conflict.title"], { exact: true })
    await conflict.waitFor({ state: snapshot.matches("conflict") ? "visible" : "detached" })
  },
}
