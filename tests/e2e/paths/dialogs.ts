import type { AnyMachineSnapshot } from "xstate"
import { words } from "#schemas/words.ts"
import type { Promised, Stage } from "./driver.ts"
import { promisedBy } from "./promises.ts"

/** Presses a button of the dialog that is open. */
export const inDialog = ({ page }: Pick<Stage, "page">, name: string): Promise<void> =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click()

/** What a page promises that asks whether unsaved changes may be lost: the question alone, for the page behind it is out of reach. */
export const promisedWithLeaving =
  (leaving: string) =>
  (snapshot: AnyMachineSnapshot): Promised =>
    promisedBy(
      Object.assign(Object.create(snapshot) as AnyMachineSnapshot, {
        getMeta: () =>
          Object.fromEntries(
            Object.entries(snapshot.getMeta()).filter(
              ([id], _, all) => !all.some(([other]) => other === leaving) || id === leaving,
            ),
          ),
      }),
    )

/** Asks to leave by what bears this label; once more while it is asked, by the browser's own way back. */
export const askToLeave = async ({ page, press }: Stage, label: string): Promise<void> =>
  (await page.getByRole("dialog", { name: words["leave.title"] }).isVisible())
    ? page.evaluate(() => history.back())
    : press(label)
