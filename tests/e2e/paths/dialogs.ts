import { isLeft } from "#machines/session/form.machine.ts"
import { words } from "#schemas/words.ts"
import type { Deed, Stage } from "./driver.ts"

/** Presses a button of the dialog that is open. */
export const inDialog = ({ page }: Pick<Stage, "page">, name: string): Promise<void> =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click()

/** Asks to leave by what bears this label; once more while it is asked, by the browser's own way back. */
export const askToLeave = async ({ page, press }: Stage, label: string): Promise<void> =>
  (await page.getByRole("dialog", { name: words["leave.title"] }).isVisible())
    ? page.evaluate(() => history.back())
    : press(label)

/** How a page's form ends: left by what bears a label, with changes and so after the question; or as the deed says. */
export const endForm =
  (ways: { readonly change: Deed; readonly back: string; readonly done: Deed }): Deed =>
  async (stage, step) => {
    if (!isLeft(step)) return ways.done(stage, step)
    await ways.change(stage, step)
    await stage.press(ways.back)
    return inDialog(stage, words["leave.go"])
  }
