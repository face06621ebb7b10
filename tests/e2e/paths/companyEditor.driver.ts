import { words } from "#schemas/words.ts"
import { companyEditorWalk } from "#tests/machines/administration/companyEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#company-name").fill(freshName("Clinic"))

const fillAll = async (stage: Stage): Promise<void> => {
  const { page } = stage
  await fillName(stage)
  await page.locator("#company-code").fill(`E${Date.now() % 100_000_000}`)
  await page.locator("#company-addresses-0-label").fill("Main office")
  await page.locator("#company-addresses-0-line1").fill("1 Elm Street")
  await page.locator("#company-addresses-0-city").fill("Boston")
}

/** The editor of a company: filled in, saved, and left. */
export const companyEditorDriver: Driver = {
  walks: { open: companyEditorWalk },
  holds: { open: "**/api/Campaign/GenerateId?*" },
  open: (stage) => reopen(stage, "/global?new="),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["global.title"],
      done: async (stage) => {
        await fillAll(stage)
        await stage.press(words["company.save"])
      },
    }),
  },
}
