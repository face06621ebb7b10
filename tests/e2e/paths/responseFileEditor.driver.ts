import type { Page } from "playwright"
import { words } from "#schemas/words.ts"
import { responseFileEditorWalk } from "#tests/machines/outreach/responseFileEditor.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endCommand, endForm } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { freshName, newResponseFile } from "./things.ts"

const walk: ChartWalk = {
  ...responseFileEditorWalk,
  allows: (snapshot, { type }) => {
    // A pause that is waited for may end at any moment, so nothing but more typing comes before its end.
    if (snapshot.matches({ designing: { preview: "pausing" } }))
      return type === "xstate.snapshot.form" || type.startsWith("xstate.after.")
    // The page behind a question is out of reach, and what is under way ends before anything else begins.
    const isStill = snapshot.matches({ designing: { doing: "still" } }) || !snapshot.matches("designing")
    return isStill || /^xstate\.(done|error)\.actor\.(command|readSample)$/.test(type)
  },
}

const nameOf = (page: Page) => page.getByRole("textbox", { name: words["response.fileName"], exact: true })

type Shown = { readonly snapshot: { readonly context: { readonly values: { readonly fileName: string } } } }

/** Types the file's name; where it stands already, leaving the field is what the form reports. */
const showName = async (page: Page, event: object): Promise<void> => {
  const { fileName } = (event as Shown).snapshot.context.values
  if ((await nameOf(page).inputValue()) !== fileName) return nameOf(page).fill(fileName)
  await nameOf(page).focus()
  await page.keyboard.press("Tab")
}

/** The response file of a template: designed, taken from a sample, saved, deleted and left. */
export const responseFileEditorDriver: Driver = {
  reach: 0,
  walks: { open: walk },
  holds: { open: "**/api/Template/GetResponseFile?*", remove: "**/api/Template/DeleteResponseFile?*" },
  open: async (stage) => reopen(stage, `/sms?id=${await newResponseFile(stage)}&tab=response`),
  handlers: {
    "xstate.snapshot.form": ({ page }, { event }) => showName(page, event),
    "sample.chosen": ({ page, path }, step) => {
      const next = path.steps[path.steps.indexOf(step) + 1]?.event.type
      const text = next === "xstate.error.actor.readSample" ? "" : "Phone,Reply"
      return page
        .locator("input[type=file]")
        .setInputFiles({ name: "sample.csv", mimeType: "text/csv", buffer: Buffer.from(text) })
    },
    "xstate.done.actor.readSample": () => Promise.resolve(),
    "xstate.error.actor.readSample": () => Promise.resolve(),
    "delete.pressed": ({ press }) => press(words["response.delete"]),
    "xstate.done.actor.command": endCommand({ actor: () => "remove" }),
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: ({ page }) => nameOf(page).fill(freshName("Results")),
      back: words["templates.title"],
      done: async ({ page, press }) => {
        await nameOf(page).fill(freshName("Results"))
        await press(words["response.save"])
      },
    }),
  },
}
