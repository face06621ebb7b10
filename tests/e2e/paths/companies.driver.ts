import { companyTable } from "#machines/lifecycles/company.lifecycle.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { companiesWalk, companyReadAgain } from "#tests/machines/administration/companies.walk.ts"
import { isWithinReach, verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { newCompany, suspend } from "./things.ts"

/** A page offers to suspend what is active, and to reinstate what is suspended. */
const walkOf = (others: ReadonlyArray<string>): ChartWalk => ({
  ...companiesWalk,
  // What was done to a company leaves other things to be done to it.
  events: (companiesWalk.events ?? []).filter(
    ({ type, company }) => company !== companyReadAgain && !others.includes(type),
  ),
  outcomes: {
    command: (companiesWalk.outcomes?.["command"] ?? []).filter(
      (event) => !others.includes(`${outputOf({ event }).verb}.pressed`),
    ),
  },
  allows: (snapshot, event) =>
    isWithinReach(snapshot, event) &&
    (companiesWalk.allows?.(snapshot, event) ?? true) &&
    (snapshot.context.last?.outcome !== "done" || !("company" in event)),
  key: (snapshot) => [snapshot.context.last?.outcome, verbUnderWay(snapshot)],
})

const after: Partial<Record<string, Parameters<typeof companyTable.allowed>[0]>> = {
  suspend: "suspended",
  reinstate: "active",
  delete: "retired",
}

/** The companies: the page of one, which is suspended, reinstated, deleted, worked for. */
export const companiesDriver = (): Driver => {
  let state: Parameters<typeof companyTable.allowed>[0] = "active"
  let id = ""
  const ending = endCommand({ actor: (verb) => verb, done: (verb) => void (state = after[verb] ?? state) })
  return {
    // Once it works for the company, every page begins again, and this one is left.
    promised: (snapshot) =>
      snapshot.matches({ deed: "begun" }) ? { headings: [], actions: [] } : promisedBy(snapshot),
    reach: 0,
    walks: { active: walkOf(["reinstate.pressed"]), suspended: walkOf(["suspend.pressed"]) },
    holds: {
      suspend: "**/api/Company/ChangeState",
      reinstate: "**/api/Company/ChangeState",
      delete: "**/api/Company/DeleteCompany?*type=Company*",
      "address.delete": "**/api/Company/DeleteCompany?*type=Address*",
      work: "**/api/Company/ActFor",
    },
    actions: [words["company.suspend"], words["company.reinstate"], words["company.delete"], words["part.cancel"]],
    open: async (stage) => {
      const { hashedId } = await newCompany(stage)
      state = stage.situation === "suspended" ? "suspended" : "active"
      if (state === "suspended") await suspend(stage, hashedId)
      id = hashedId
      await reopen(stage, `/global?id=${id}`)
    },
    handlers: {
      "suspend.pressed": (stage) => pressUnderMore(stage, words["company.suspend"]),
      "reinstate.pressed": (stage) => pressUnderMore(stage, words["company.reinstate"]),
      "delete.pressed": (stage) => pressUnderMore(stage, words["company.delete"]),
      "work.pressed": ({ press }) => press(words["company.work"]),
      "address.delete.pressed": ({ page }) =>
        page.getByRole("button", { name: words["company.address.delete"].replace("{address}", "Annex") }).click(),
      "url.changed": ({ page, press }, { event }) => {
        if (!("id" in event["search"])) return press(words["global.title"])
        const row = page.locator(`.row-link[href*="${id}"]`)
        const tab = page.getByRole("link", { name: words["company.history"] })
        return row.or(tab).first().click()
      },
      "xstate.done.actor.command": async (stage, step) => {
        await ending(stage, step)
        const { verb, outcome } = outputOf(step)
        if (verb !== "work" || outcome !== "done") return
        // Every page begins again, for a company that the next path has nothing to do with.
        stage.spoil()
        await stage.page.getByText(words["acting.text"].split("{")[0] ?? "").waitFor()
      },
    },
  }
}
