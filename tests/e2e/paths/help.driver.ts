import { words } from "#schemas/words.ts"
import { helpWalk } from "#tests/machines/session/help.walk.ts"
import type { Driver, Stage } from "./driver.ts"

const help = ({ page }: Pick<Stage, "page">) => page.locator("aside.help")
const button = ({ page }: Pick<Stage, "page">) => page.getByRole("button", { name: words["help.open"], exact: true })

/** Home of a company that has sent nothing yet; those of the demo have. */
const beforeFirstText = ({ context }: Pick<Stage, "context">) =>
  context.route("**/api/Report/GetDashboard*", async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const firstSteps = { sender: null, hasPeople: false, template: "none", campaign: "none" }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, firstSteps } } })
  })

/** The help, at the side of a page with things that have a chapter of their own. */
export const helpDriver: Driver = {
  walks: {
    open: {
      ...helpWalk,
      allows: (snapshot, { type }) => snapshot.matches("open") || type === "help.pressed" || type === "chapter.asked",
    },
  },
  within: "aside.help",
  open: async (stage) => {
    await beforeFirstText(stage)
    await stage.page.goto(`${stage.origin}/dashboard`)
    await stage.page.getByRole("heading", { level: 2, name: words["first.title"] }).waitFor()
    await button(stage).click()
    await help(stage).press("Escape")
    await help(stage).waitFor({ state: "detached" })
  },
  handlers: {
    "help.pressed": ({ page }) => page.keyboard.press("F1"),
    "chapter.asked": (stage) => stage.press(words["first.help.of"].replace("{step}", words["first.template"])),
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
