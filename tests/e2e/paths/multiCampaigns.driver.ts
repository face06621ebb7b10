import type { LadderVerb } from "#machines/outreach/multiCampaigns.machine.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { multiCampaignsWalk } from "#tests/machines/outreach/multiCampaigns.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ladderReadAgain } from "#tests/support/multiCampaignSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { newMultiCampaign } from "./ladderThings.ts"

/** What can be done to one in a state. */
const walkOf = (...verbs: ReadonlyArray<LadderVerb>): ChartWalk => ({
  ...multiCampaignsWalk,
  events: (multiCampaignsWalk.events ?? []).filter(
    ({ type, multiCampaign, ...event }) =>
      // Only what waits for its launch is checked.
      (type !== "check.pressed" || verbs.includes("launch")) &&
      // What was deleted is not opened again.
      !(verbs.includes("delete") && type === "url.changed" && "id" in (event["search"] as object)) &&
      (multiCampaign === undefined ||
        (multiCampaign !== ladderReadAgain && verbs.includes(type.slice(0, -".pressed".length) as LadderVerb))),
  ),
  outcomes: {
    command: (multiCampaignsWalk.outcomes?.["command"] ?? []).filter((event) =>
      verbs.includes(outputOf({ event }).verb as LadderVerb),
    ),
  },
  allows: (snapshot, event) =>
    isWithinReach(snapshot, event) &&
    (multiCampaignsWalk.allows?.(snapshot, event) ?? true) &&
    (snapshot.context.last?.outcome !== "done" || !("multiCampaign" in event)),
  key: (snapshot) => {
    const { search, last, checks } = snapshot.context
    return ["id" in search, last?.outcome, checks, verbUnderWay(snapshot)]
  },
})

/** The multi-campaigns: the page of one, which is launched, paused, resumed, cancelled and deleted. */
export const multiCampaignsDriver = (): Driver => {
  let id = ""
  return {
    // What was launched is no draft any more: the one that is deleted is another.
    walks: {
      draft: walkOf("launch"),
      unconfirmed: walkOf("return"),
      unwanted: walkOf("delete"),
      running: walkOf("pause", "cancel"),
      testing: walkOf("choose"),
      paused: walkOf("resume"),
    },
    holds: {
      change: "**/api/MultiCampaign/ChangeState",
      choose: "**/api/MultiCampaign/ChooseVariant",
      delete: "**/api/MultiCampaign/DeleteMultiCampaign?*",
    },
    actions: [words["part.cancel"], words["multi.cancel.keep"]],
    open: async (stage) => {
      const state =
        stage.situation === "unwanted"
          ? "draft"
          : (stage.situation as "draft" | "unconfirmed" | "running" | "testing" | "paused")
      id = await newMultiCampaign(stage, state)
      await reopen(stage, `/multi?id=${id}`)
    },
    handlers: {
      "launch.pressed": ({ press }) => press(words["multi.launch"]),
      "return.pressed": ({ press }) => press(words["multi.return"]),
      "pause.pressed": ({ press }) => press(words["multi.pause"]),
      "resume.pressed": ({ press }) => press(words["multi.resume"]),
      "check.pressed": ({ press }) => press(words["multi.check.run"]),
      "choose.pressed": ({ press }) => press("Send text B of step 1 to the rest"),
      "cancel.pressed": (stage) => pressUnderMore(stage, words["multi.cancel"]),
      "delete.pressed": (stage) => pressUnderMore(stage, words["multi.delete"]),
      "url.changed": async ({ page, press }, { event }) => {
        // Who deletes is led to the list.
        if (!("id" in event["search"]) && !page.url().includes("id=")) return undefined
        if (!("id" in event["search"])) return press(words["multi.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        if (await row.count()) return row.click()
        return page.evaluate(() => history.pushState(null, "", `${location.search}&again`))
      },
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.command": endCommand({
        actor: (verb) => (verb === "delete" || verb === "choose" ? verb : "change"),
      }),
    },
  }
}
