import { problem } from "#schemas/problem.ts"
import { words } from "#schemas/words.ts"
import { formWalk } from "#tests/machines/session/form.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { askToLeave, inDialog } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { newImport, newTemplate } from "./things.ts"

const walk: ChartWalk = {
  ...formWalk,
  input: { values: { name: "Ada" } },
  events: (formWalk.events ?? []).filter(
    ({ type }) => type !== "theirs.pressed" && type !== "retry.pressed" && !type.startsWith("leave."),
  ),
  // What a colleague mapped is read for real here; the comparing form walks every answer.
  outcomes: { ...formWalk.outcomes, theirs: (formWalk.outcomes?.["theirs"] ?? []).slice(0, 1) },
  // A person who looks at someone else's change saves theirs by the notice, not by the form's own button.
  allows: (snapshot, { type }) => type !== "submit.pressed" || !snapshot.matches({ open: { work: "conflict" } }),
}

const showsConflict: Driver["shows"] = async ({ page }, { snapshot }) => {
  const conflict = page.getByText(words["part.conflict.title"], { exact: true })
  await conflict.waitFor({ state: snapshot.matches({ open: { work: "conflict" } }) ? "visible" : "detached" })
}

/** A form of the product: what the columns of a list file are, and the name of the list. */
export const formDriver: Driver = {
  walks: { mapping: walk },
  id: "mapping",
  holds: { submit: "**/api/Database/CheckImport" },
  open: async (stage) => {
    await reopen(stage, `/database?import=${await newImport(stage)}`)
    await stage.press(words["import.mapAgain"])
  },
  handlers: {
    "field.changed": ({ page }, { event }) => page.getByLabel(words["import.listName"]).fill(String(event["value"])),
    "field.left": async ({ page }) => {
      await page.getByLabel(words["import.listName"]).focus()
      await page.keyboard.press("Tab")
    },
    "submit.pressed": ({ press }) => press(words["import.check"]),
    "discard.pressed": async ({ page, press }) => {
      const discard = page.getByRole("button", { name: words["part.conflict.discard"] })
      return (await discard.isVisible()) ? discard.click() : press(words["part.cancel"])
    },
    "overwrite.pressed": ({ press }) => press(words["part.conflict.overwrite"]),
    "xstate.done.actor.theirs": () => Promise.resolve(),
  },
  shows: showsConflict,
}

const pressed = ["submit.pressed", "overwrite.pressed", "theirs.pressed", "retry.pressed"]

/** A form that can show what someone else saved first: a template's. */
export const comparingFormDriver: Driver = {
  walks: {
    template: {
      ...walk,
      events: (formWalk.events ?? []).filter(({ type }) => pressed.includes(type)),
      outcomes: {
        submit: [{ output: {} }, { error: problem("StaleVersion", "Someone changed this first.") }],
        theirs: (formWalk.outcomes?.["theirs"] ?? []).filter(
          (outcome) => !("output" in outcome && outcome.output === null),
        ),
      },
    },
  },
  id: "form",
  holds: { submit: "**/api/Template/CreateTemplateByCompanyId", theirs: "**/api/Template/GetTemplate?*" },
  open: async (stage) => {
    await reopen(stage, `/sms?edit=${(await newTemplate(stage)).hashedId}`)
    // The editor reads the template first.
    await (await stage.held("theirs")).continue()
  },
  handlers: {
    "submit.pressed": ({ press }) => press(words["template.save"]),
    "overwrite.pressed": ({ press }) => press(words["part.conflict.overwrite"]),
    "theirs.pressed": ({ press }) => press(words["part.conflict.theirs"]),
    "retry.pressed": ({ press }) => press(words["part.retry"]),
  },
  shows: showsConflict,
}

/** A form that is left, with or without a question: a new template's. */
export const leavingFormDriver: Driver = {
  walks: {
    left: {
      ...formWalk,
      events: (formWalk.events ?? []).filter(({ type, value }) => value === "Ada" || type.startsWith("leave.")),
    },
  },
  id: "form",
  open: (stage) => reopen(stage, "/sms?new="),
  handlers: {
    "field.changed": ({ page }, { event }) =>
      page.getByRole("textbox", { name: words["template.field.name"], exact: true }).fill(String(event["value"])),
    "leave.asked": (stage, { snapshot }) =>
      askToLeave(stage, words[snapshot.matches("left") ? "part.cancel" : "templates.title"]),
    "leave.confirmed": (stage) => inDialog(stage, words["leave.go"]),
    "leave.cancelled": (stage) => inDialog(stage, words["leave.stay"]),
  },
}
