import { words } from "#schemas/words.ts"
import { helpWalk } from "#tests/machines/session/help.walk.ts"
import type { Driver, Stage } from "./driver.ts"

const help = ({ page }: Pick<Stage, "page">) => page.locator("aside.help")
const button = ({ page }: Pick<Stage, "page">) => page.getByRole("button", { name: words["help.open"], exact: true })

/** The help, at the side of a page that shows nothing of its own. */
export const helpDriver: Driver = {
  walks: {
    open: {
      ...helpWalk,
      allows: (snapshot, { type }) => snapshot.matches("open") || type === "help.pressed",
    },
  },
  within: "aside.help",
  open: async (stage) => {
    await stage.page.goto(`${stage.origin}/accessDenied`)
    await button(stage).click()
    await help(stage).press("Escape")
    await help(stage).waitFor({ state: "detached" })
  },
  handlers: {
    "help.pressed": ({ page }) => page.keyboard.press("F1"),
    "help.closed": (stage) => help(stage).getByRole("button", { name: words["part.close"] }).click(),
    "chapter.chosen": (stage) =>
      help(stage)
        .getByRole("navigation", { name: words["help.chapters"] })
        .getByRole("button", { name: "Report", exact: true })
        .click(),
    "text.changed": (stage) => help(stage).getByRole("searchbox").fill("export"),
  },
  shows: async (stage, { snapshot }) => {
    await help(stage).waitFor({ state: snapshot.matches("closed") ? "detached" : "visible" })
  },
}
