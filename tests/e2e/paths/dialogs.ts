import { isLeft } from "#machines/session/form.machine.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import type { Handler, Stage } from "./driver.ts"

/** Presses a button of the dialog that is open. */
export const inDialog = ({ page }: Pick<Stage, "page">, name: string): Promise<void> =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click()

/** Presses what stands under More on the page of a thing. */
export const pressUnderMore = async ({ press }: Pick<Stage, "press">, name: string): Promise<void> => {
  await press(words["part.more"])
  await press(name)
}

/** Asks to leave by what bears this label; once more while it is asked, by the browser's own way back. */
export const askToLeave = async ({ page, press }: Stage, label: string): Promise<void> =>
  (await page.getByRole("dialog", { name: words["leave.title"] }).isVisible())
    ? page.evaluate(() => history.back())
    : press(label)

/** How a page's form ends: left by what bears a label, with changes and so after the question; or as the handler says. */
export const endForm =
  (ways: { readonly change: Handler; readonly back: string; readonly done: Handler }): Handler =>
  async (stage, step) => {
    if (!isLeft(step)) return ways.done(stage, step)
    await ways.change(stage, step)
    await stage.press(ways.back)
    return inDialog(stage, words["leave.go"])
  }

/**
 * How a page's command ends, by its question where it has one: cancelled; or confirmed, and then
 * answered by the server, or with a Problem in its place.
 * @param ways.actor the held actor that waits for the answer, by verb.
 * @param ways.before what happens before the question can be answered.
 * @param ways.done is called before the server does it.
 */
export const endCommand =
  (ways: {
    readonly actor: (verb: string) => string
    readonly before?: (stage: Stage, verb: string) => Promise<unknown>
    readonly done?: (verb: string) => void
  }): Handler =>
  async (stage, step) => {
    const { verb, outcome, problem } = outputOf(step)
    await ways.before?.(stage, verb)
    const dialog = stage.page.getByRole("dialog")
    if (outcome === "cancelled") return dialog.locator("[data-first]").click()
    // By the keyboard: a click where another has just opened the dialog would count as the second of a double click.
    if (await dialog.isVisible()) await dialog.locator("[type=submit]:enabled:not([aria-disabled])").press("Enter")
    const route = await stage.held(ways.actor(verb))
    if (problem !== null) return route.fulfill({ status: Number(problem.statusCode), json: problem })
    ways.done?.(verb)
    return route.continue()
  }
