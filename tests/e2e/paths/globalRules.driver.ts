import { type RulesValues } from "#machines/administration/globalRules.machine.ts"
import { words } from "#schemas/words.ts"
import { globalRulesWalk } from "#tests/machines/administration/globalRules.walk.ts"
import { openAnew } from "./deeds.ts"
import { askToLeave, inDialog, promisedWithLeaving } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"

const days = ({ page }: Pick<Stage, "page">) => page.getByLabel(words["rules.capDays"])

/** The rules for all companies: changed, saved in place, and left with or without a question. */
export const globalRulesDriver: Driver = {
  walks: { open: globalRulesWalk },
  holds: { open: "**/api/ControlPanel/GetGlobalSettings" },
  promised: promisedWithLeaving("globalRules.writing.asking"),
  open: (stage) => openAnew(stage, "/global?section=rules"),
  deeds: {
    "xstate.snapshot.form": (stage, { event }) => {
      const { values } = (event["snapshot"] as { readonly context: { readonly values: RulesValues } }).context
      return days(stage).fill(String(values.capDays))
    },
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "leave.asked": (stage) => askToLeave(stage, words["global.companies"]),
    "leave.confirmed": (stage) => inDialog(stage, words["leave.go"]),
    "leave.cancelled": (stage) => inDialog(stage, words["leave.stay"]),
    "xstate.done.actor.form": ({ press }) => press(words["rules.save"]),
  },
}
