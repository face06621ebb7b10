import { words } from "#schemas/words.ts"
import { dashboardWalk } from "#tests/machines/reporting/dashboard.walk.ts"
import { reopen, announceChange } from "./actions.ts"
import { endCommand } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { changeCampaign, moveIntoNight, newCampaign } from "./things.ts"

/** The home page: it reads again when anything changes, and pauses what runs. */
export const dashboardDriver = (): Driver => {
  let isNight = false
  return {
    walks: { open: dashboardWalk },
    holds: { pause: "**/api/Campaign/ChangeState" },
    open: async (stage) => {
      // Nothing is sent in the night, so a campaign that runs does not end.
      if (!isNight) await moveIntoNight(stage)
      isNight = true
      await changeCampaign(stage, await newCampaign(stage), "launch")
      await reopen(stage, "/dashboard")
    },
    handlers: {
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      // The newest campaign, which this path launched, stands first; a notice of the path before may offer to undo its pause.
      "pause.pressed": ({ page }) =>
        page
          .locator("main")
          .getByRole("button", { name: words["dashboard.pause"].replace("{name}", "") })
          .first()
          .click(),
      "xstate.done.actor.command": endCommand({ actor: (verb) => verb }),
    },
  }
}
