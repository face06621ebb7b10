import { words } from "#schemas/words.ts"
import { callFlowEditorWalk } from "#tests/machines/outreach/callFlowEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Stage): Promise<void> => page.locator("#callFlow-name").fill(freshName("Flu call"))

/** Opens a step of the outline by its line, or closes the one that is open. */
const choose = async ({ page }: Stage, stepId: number | null): Promise<void> => {
  if (stepId !== null) return page.locator(`#callFlow-step-${stepId}[aria-expanded=false]`).click()
  return page.locator(".call-step-head[aria-expanded=true]").click()
}

/** The editor of a call flow: a step opened, written, saved, and left. */
export const callFlowEditorDriver: Driver = {
  walks: {
    open: {
      ...callFlowEditorWalk,
      // A step's line closes it while it is open, and opens it while it is not.
      allows: ({ context }, event) => event.type !== "step.chosen" || event["stepId"] !== context.stepId,
    },
  },
  holds: { open: "**/api/Campaign/GenerateId?*" },
  open: (stage) => reopen(stage, "/ivr?new="),
  handlers: {
    "step.chosen": (stage, { event }) => choose(stage, event["stepId"] as number | null),
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["callFlows.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["template.save"])
      },
    }),
  },
}
