import { losesFile, type UserFileSnapshot } from "#machines/administration/userFile.machine.ts"
import { words } from "#schemas/words.ts"
import { userFileWalk } from "#tests/machines/administration/userFile.walk.ts"
import { doneUserFile } from "#tests/support/userFileSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"

/** Two people who are new, one who is there already, and one whom nothing reaches. */
const file = () => {
  const lines = [1, 2].map((one) => `Ina ${one},${crypto.randomUUID()}@invited.test`)
  const text = ["Name,E-mail", ...lines, "Sam Super,super@adminview.test", "Bo,bo at northwind"].join("\n")
  return { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) }
}

const walk: ChartWalk = {
  ...userFileWalk,
  allows: (snapshot, { type }) => {
    const { context } = snapshot as unknown as UserFileSnapshot
    // The question stands over the page.
    if (type.startsWith("leave."))
      return (
        (type === "leave.asked") === (context.leavingTo === null) &&
        (type !== "leave.asked" || losesFile(snapshot as unknown as UserFileSnapshot))
      )
    if (context.leavingTo !== null && type.endsWith(".pressed")) return false
    const isDone = context.check?.rows.length === doneUserFile.rows.length
    if (type === "stop.pressed") return !context.isStopping
    return !isDone || (type !== "import.pressed" && type !== "refused.pressed")
  },
}

/** What the question before leaving shows. */
const askedToLeave = (snapshot: UserFileSnapshot) => {
  const [title, go] = snapshot.matches("checked")
    ? ([words["userFile.leave.title"], words["userFile.leave.go"]] as const)
    : ([words["part.bulk.leave.title"], words["part.bulk.leave.go"]] as const)
  return { headings: [title], actions: [words["leave.stay"], go] }
}

/** A file of users: chosen, checked, imported row by row or stopped; and what was not taken is saved. */
export const userFileDriver: Driver = {
  keepsTimers: true,
  walks: { open: walk },
  holds: { check: "**/api/User/CheckUserFile", run: "**/api/User/InviteUser" },
  promised: (snapshot) => {
    const now = snapshot as unknown as UserFileSnapshot
    // The page behind the question offers nothing.
    return now.context.leavingTo === null || now.matches("left") ? promisedBy(snapshot) : askedToLeave(now)
  },
  open: (stage) => reopen(stage, "/user?import="),
  handlers: {
    "template.pressed": ({ press }) => press(words["userFile.template"]),
    "file.chosen": ({ page }) => page.getByLabel(words["userFile.choose"]).setInputFiles(file()),
    "import.pressed": ({ page }) => page.getByRole("button", { name: /^Invite \d/ }).click(),
    "stop.pressed": ({ press }) => press(words["userFile.stop"]),
    "refused.pressed": ({ press }) => press(words["userFile.refused.save"]),
    "again.pressed": ({ press }) => press(words["userFile.again"]),
    "leave.asked": ({ press }) => press(words["route.dashboard"]),
    "leave.confirmed": async (stage) => {
      await stage.page
        .getByRole("dialog")
        .getByRole("button", { name: /leave$/i })
        .click()
      await stage.page.waitForURL("**/dashboard")
    },
    "leave.cancelled": (stage) => inDialog(stage, words["leave.stay"]),
    // Whoever is there already is so in the server's own answer to another file.
    "xstate.done.actor.check": async ({ held }, { event }) => {
      const route = await held("check")
      return event["output"] === doneUserFile
        ? route.fulfill({ json: { statusCode: "200", status: "ok", data: doneUserFile } })
        : route.continue()
    },
  },
}
