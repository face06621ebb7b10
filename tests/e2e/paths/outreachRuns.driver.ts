import type { RunVerb } from "#machines/scheduling/outreachRuns.machine.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { outreachRunsWalk } from "#tests/machines/scheduling/outreachRuns.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { runReadAgain } from "#tests/support/outreachRunSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver, Handler } from "./driver.ts"
import { newOutreachRun } from "./things.ts"

/** What can be done to a run in a state: skipping needs one that is active, taking back a date that is skipped. */
const walkOf = (...verbs: ReadonlyArray<RunVerb>): ChartWalk => ({
  ...outreachRunsWalk,
  events: (outreachRunsWalk.events ?? []).filter(
    ({ type, run }) =>
      run === undefined || (run !== runReadAgain && verbs.includes(type.slice(0, -".pressed".length) as RunVerb)),
  ),
  outcomes: {
    command: (outreachRunsWalk.outcomes?.["command"] ?? []).filter((event) =>
      verbs.includes(outputOf({ event }).verb as RunVerb),
    ),
  },
  allows: (snapshot, event) =>
    isWithinReach(snapshot, event) &&
    (outreachRunsWalk.allows?.(snapshot, event) ?? true) &&
    (snapshot.context.last?.outcome !== "done" || !("run" in event)),
  key: (snapshot) => ["id" in snapshot.context.search, snapshot.context.last?.outcome, verbUnderWay(snapshot)],
})

const pressFirst =
  (label: RegExp): Handler =>
  ({ page }) =>
    page.locator(".run-dates").getByRole("button", { name: label }).first().click()

/** The outreach runs: the page of one, which is paused, resumed, skipped, ended and deleted. */
export const outreachRunsDriver = (): Driver => {
  let id = ""
  return {
    walks: { active: walkOf("pause", "skip", "unskip", "end", "delete"), paused: walkOf("resume") },
    holds: {
      change: "**/api/Scheduler/ChangeOutreachRunState",
      skip: "**/api/Scheduler/SkipOccurrence",
    },
    actions: [words["part.cancel"]],
    open: async (stage) => {
      id = await newOutreachRun(stage, { isPaused: stage.situation === "paused", skipsFirst: true })
      await reopen(stage, `/scheduler?view=runs&id=${id}`)
    },
    handlers: {
      "pause.pressed": ({ press }) => press(words["runs.pause"]),
      "resume.pressed": ({ press }) => press(words["runs.resume"]),
      "skip.pressed": pressFirst(/^Skip /),
      "unskip.pressed": pressFirst(/^Do not skip /),
      "end.pressed": (stage) => pressUnderMore(stage, words["runs.end.confirm"]),
      "delete.pressed": (stage) => pressUnderMore(stage, words["runs.delete"]),
      "url.changed": async ({ page, press }, { event }) => {
        if (!("id" in event["search"])) return press(words["runs.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        if (await row.count()) return row.click()
        return page.evaluate(() => history.pushState(null, "", `${location.search}&again`))
      },
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.command": endCommand({
        actor: (verb) => (verb === "skip" || verb === "unskip" ? "skip" : "change"),
      }),
    },
  }
}
