import { words } from "#schemas/words.ts"
import { multiCampaignEditorWalk } from "#tests/machines/outreach/multiCampaignEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { newMultiCampaign } from "./ladderThings.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#multi-name").fill(freshName("Flu shots"))

/** The editor of a multi-campaign: changed, simulated, saved, and left. */
export const multiCampaignEditorDriver: Driver = {
  walks: {
    open: {
      ...multiCampaignEditorWalk,
      // Without a list there is nothing to run; another person is followed once the first are there.
      allows: (snapshot, event) =>
        (multiCampaignEditorWalk.allows?.(snapshot, event) ?? true) &&
        (event.type !== "simulate.pressed" || snapshot.context.values?.listId !== null) &&
        (event.type !== "person.chosen" || snapshot.context.seed > 0),
    },
  },
  holds: { open: "**/api/MultiCampaign/GetMultiCampaignDetail?*" },
  open: async (stage) => {
    const id = await newMultiCampaign(stage, "draft")
    await reopen(stage, `/multi?edit=${id}`)
  },
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.snapshot.form": async ({ page }) => {
      await page.locator("#multi-listId").selectOption("")
    },
    "simulate.pressed": ({ press }) => press(words["multi.simulate"]),
    "person.chosen": ({ press }) => press(words["multi.simulated.after"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["multi.title"],
      done: async (stage) => {
        await fillName(stage)
        const list = stage.page.locator("#multi-listId")
        await list.selectOption({ index: 1 })
        await stage.press(words["multi.save"])
      },
    }),
  },
}
