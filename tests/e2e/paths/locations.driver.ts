import { locationTable } from "#machines/lifecycles/location.lifecycle.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { locationReadAgain, locationsWalk } from "#tests/machines/scheduling/locations.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { announceChange, reopen } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { disableLocation, newLocation, shareCalendar } from "./things.ts"

/** A page offers to disable what is active, and to enable what is disabled. */
const walkOf = (other: string): ChartWalk => ({
  ...locationsWalk,
  // What was done to a location leaves the other thing to be done to it.
  events: (locationsWalk.events ?? []).filter(
    ({ type, location }) => location !== locationReadAgain && type !== `${other}.pressed`,
  ),
  outcomes: {
    command: (locationsWalk.outcomes?.["command"] ?? []).filter((event) => outputOf({ event }).verb !== other),
  },
  allows: (snapshot, event) =>
    isWithinReach(snapshot, event) &&
    (locationsWalk.allows?.(snapshot, event) ?? true) &&
    (snapshot.context.last?.outcome !== "done" || !("location" in event)),
  key: (snapshot) => [snapshot.context.last?.outcome, verbUnderWay(snapshot)],
})

const after = { disable: "disabled", enable: "active" } as const

/** The locations: the page of one, which is disabled and enabled. */
export const locationsDriver = (): Driver => {
  let state: Parameters<typeof locationTable.allowed>[0] = "active"
  let id = ""
  return {
    walks: { active: walkOf("enable"), disabled: walkOf("disable") },
    holds: {
      download: "**/api/Appointment/DownloadCalendar?*",
      disable: "**/api/Location/ChangeState",
      enable: "**/api/Location/ChangeState",
    },
    // What can be done without a question stands beside More: next to what the chart promises, a disabled location offers it.
    promised: (snapshot) => {
      const { headings, actions } = promisedBy(snapshot)
      const enables = state === "disabled" && snapshot.matches({ place: "location", deed: "none" })
      return { headings, actions: [...actions, ...(enables ? [words["location.enable"]] : [])] }
    },
    actions: [words["location.disable"], words["location.enable"], words["part.cancel"]],
    open: async (stage) => {
      const { hashedId } = await newLocation(stage)
      state = stage.situation === "disabled" ? "disabled" : "active"
      if (state === "disabled") await disableLocation(stage, hashedId)
      await shareCalendar(stage, hashedId)
      id = hashedId
      await reopen(stage, `/location?id=${id}`)
    },
    handlers: {
      "disable.pressed": (stage) => pressUnderMore(stage, words["location.disable"]),
      "enable.pressed": ({ press }) => press(words["location.enable"]),
      "shareNumbers.pressed": ({ press }) => press(words["location.calendar.shareNumbers"]),
      "shareNames.pressed": ({ press }) => press(words["location.calendar.shareNames"]),
      "withdraw.pressed": ({ press }) => press(words["location.calendar.withdraw"]),
      "download.pressed": ({ press }) => press(words["location.calendar.download"]),
      "url.changed": async ({ page, press }, { event }) => {
        if (!("id" in event["search"])) return press(words["locations.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        if (await row.count()) return row.click()
        return page.evaluate(() => history.pushState(null, "", `${location.search}&search=care`))
      },
      "row.pointed": ({ page }) => page.locator("main tr[data-row]").first().hover(),
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.command": endCommand({
        actor: (verb) => verb,
        done: (verb) => void (state = after[verb as keyof typeof after] ?? state),
      }),
    },
  }
}
