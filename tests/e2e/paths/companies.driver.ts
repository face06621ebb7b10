import type { AnyMachineSnapshot } from "xstate"
import { companyTable } from "#machines/lifecycles/tables.ts"
import { words } from "#schemas/words.ts"
import { companiesWalk } from "#tests/machines/administration/companies.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openAnew } from "./deeds.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { newCompany, suspend } from "./things.ts"

/** A page offers to suspend what is active, and to reinstate what is suspended. */
const walkOf = (offered: "suspend.pressed" | "reinstate.pressed"): ChartWalk => ({
  ...companiesWalk,
  allows: (snapshot, { type }) => {
    // The page behind a question is out of reach.
    if (type === "url.changed") return snapshot.matches("browsing")
    return (type !== "suspend.pressed" && type !== "reinstate.pressed") || type === offered
  },
  key: ({ context }) => context.refused !== null,
})

const confirms: Readonly<Record<string, string>> = {
  confirmingSuspend: words["company.suspend"],
  confirmingDelete: words["company.delete"],
  confirmingAddress: words["company.delete"],
}

/** The companies: one is open beside the list, is suspended, reinstated, deleted, worked for. */
export const companiesDriver = (): Driver => {
  let state: Parameters<typeof companyTable.allowed>[0] = "active"
  /** Beside what the chart promises, what the open company's lifecycle takes may be pressed while nothing is under way. */
  const promised = (snapshot: AnyMachineSnapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const allowed = snapshot.matches("browsing") ? companyTable.allowed(state) : []
    const offered = [
      ...(allowed.includes("CompanySuspended") ? [words["company.suspend"]] : []),
      ...(allowed.includes("CompanyReinstated") ? [words["company.reinstate"]] : []),
      ...(allowed.includes("CompanyRetired") ? [words["company.delete"]] : []),
    ]
    return { headings, actions: [...actions, ...offered] }
  }
  const panelButton = ({ page }: Stage, name: string) =>
    page.locator("#company-actions, .actions").getByRole("button", { name, exact: true }).first().click()
  return {
    walks: { active: walkOf("suspend.pressed"), suspended: walkOf("reinstate.pressed") },
    holds: {
      suspend: "**/api/Company/ChangeState",
      reinstate: "**/api/Company/ChangeState",
      remove: "**/api/Company/DeleteCompany?*type=Company*",
      removeAddress: "**/api/Company/DeleteCompany?*type=Address*",
      workFor: "**/api/Company/ActFor",
    },
    promised,
    open: async (stage) => {
      const { hashedId } = await newCompany(stage)
      state = stage.situation === "suspended" ? "suspended" : "active"
      if (state === "suspended") await suspend(stage, hashedId)
      await openAnew(stage, `/global?id=${hashedId}`)
    },
    deeds: {
      "suspend.pressed": (stage) => panelButton(stage, words["company.suspend"]),
      "reinstate.pressed": (stage) => panelButton(stage, words["company.reinstate"]),
      "delete.pressed": (stage) => panelButton(stage, words["company.delete"]),
      "work.pressed": (stage) => panelButton(stage, words["company.work"]),
      "address.delete.pressed": ({ page }) =>
        page.getByRole("button", { name: words["company.address.delete"].replace("{address}", "Annex") }).click(),
      "confirm.pressed": (stage, { snapshot }) => {
        const asked = {
          suspending: "confirmingSuspend",
          deleting: "confirmingDelete",
          deletingAddress: "confirmingAddress",
        }
        return inDialog(stage, confirms[asked[snapshot.value as keyof typeof asked]] ?? "")
      },
      "cancel.pressed": (stage) => inDialog(stage, words["part.cancel"]),
      "url.changed": ({ page }) => page.getByLabel(words["companies.search"]).fill("care"),
      "xstate.done.actor.suspend": async ({ held }) => {
        state = "suspended"
        await (await held("suspend")).continue()
      },
      "xstate.done.actor.reinstate": async ({ held }) => {
        state = "active"
        await (await held("reinstate")).continue()
      },
      "xstate.done.actor.remove": async ({ held }) => {
        state = "retired"
        await (await held("remove")).continue()
      },
      "xstate.done.actor.workFor": async (stage) => {
        // Every page begins anew, for a company that the next path has nothing to do with.
        stage.spoil()
        await (await stage.held("workFor")).continue()
        await stage.page.getByText(words["acting.text"].split("{")[0] ?? "").waitFor()
      },
    },
  }
}
