import { words } from "#schemas/words.ts"
import { globalSettingsWalk } from "#tests/machines/administration/globalSettings.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver } from "./driver.ts"

/** The rules for all companies: changed, saved in place, and left. */
export const globalSettingsDriver: Driver = {
  walks: { open: globalSettingsWalk },
  holds: { open: "**/api/ControlPanel/GetGlobalSettings" },
  open: (stage) => reopen(stage, "/global?section=rules"),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: ({ page }) => page.getByLabel(words["globalSettings.capDays"]).fill("14"),
      back: words["global.companies"],
      done: ({ press }) => press(words["globalSettings.save"]),
    }),
  },
}
