import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { savedViewsWalk } from "#tests/machines/reporting/savedViews.walk.ts"
import { sampleSavedView, sampleSavedViews } from "#tests/support/savedViewSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver } from "./driver.ts"

const answer = (data: object) => ({ json: { statusCode: "200", status: "ok", data } })

/** The list of saved views: one is deleted, or kept. */
export const savedViewsDriver: Driver = {
  walks: { listed: savedViewsWalk },
  holds: { delete: "**/api/Report/DeleteSavedView" },
  open: async (stage) => {
    // Which of its mails could not be sent is not up to a path: what is listed stands in the answers alone.
    await stage.page.route("**/api/Report/GetSavedViews", (route) => route.fulfill(answer(sampleSavedViews)))
    await reopen(stage, "/report?tab=saved")
  },
  handlers: {
    "delete.pressed": ({ press }) => press(words["savedViews.delete.one"].replace("{name}", sampleSavedView.view.name)),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "xstate.done.actor.command": async (stage, step) => {
      const { outcome, problem } = outputOf(step)
      if (outcome === "cancelled") return inDialog(stage, words["part.cancel"])
      await inDialog(stage, words["savedViews.delete"])
      const route = await stage.held("delete")
      return route.fulfill(problem === null ? answer({}) : { status: Number(problem.statusCode), json: problem })
    },
  },
}
