import type { AnyMachineSnapshot } from "xstate"
import type { TemplateValues } from "#machines/outreach/templateEditor.machine.ts"
import { words } from "#schemas/words.ts"
import { emptyTemplate, templateEditorWalk } from "#tests/machines/outreach/templateEditor.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const isPreview = (snapshot: AnyMachineSnapshot, state: string): boolean =>
  snapshot.matches({ writing: { preview: state } })

const walk: ChartWalk = {
  ...templateEditorWalk,
  allows: (snapshot, { type }) => {
    const comesOfPreview = type === "xstate.done.actor.preview" || type === "xstate.error.actor.preview"
    // A pause in typing that is waited for may end at any moment, so only more typing comes before its end.
    if (isPreview(snapshot, "pausing")) return type === "xstate.snapshot.form" || type.startsWith("xstate.after.")
    // A request is answered before anything else makes it superfluous.
    if (isPreview(snapshot, "reading")) return comesOfPreview
    // The choice of a list stands in the preview.
    return type !== "list.chosen" || isPreview(snapshot, "shown")
  },
}

const nameOf = ({ page }: Stage) => page.getByRole("textbox", { name: words["template.field.name"], exact: true })
const textOf = ({ page }: Stage) => page.getByRole("textbox", { name: words["template.field.text"], exact: true })

/** Types what the form should hold; letter by letter, so that more is typed while a pause is waited for. */
const type = async (stage: Stage, { name, text }: TemplateValues): Promise<void> => {
  if ((await nameOf(stage).inputValue()) !== name) await nameOf(stage).fill(name)
  if ((await textOf(stage).inputValue()) === text) return
  await textOf(stage).fill("")
  await textOf(stage).pressSequentially(text)
}

/** The template editor: written, previewed, saved, and left. */
export const templateEditorDriver: Driver = {
  walks: { open: walk },
  holds: {
    open: "**/api/Campaign/GenerateId?*",
    preview: "**/api/Template/PreviewMessage",
  },
  open: (stage) => reopen(stage, "/sms?new="),
  handlers: {
    "xstate.snapshot.form": (stage, { event }) =>
      type(stage, (event["snapshot"] as { readonly context: { readonly values: TemplateValues } }).context.values),
    "list.chosen": ({ page }) => page.getByLabel(words["preview.on"]).selectOption({ index: 1 }),
    "preview.retried": ({ press }) => press(words["part.retry"]),
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: (stage) => nameOf(stage).fill(freshName("Flu")),
      back: words["templates.title"],
      done: async (stage) => {
        await type(stage, { ...emptyTemplate, name: freshName("Flu"), text: "Hello" } as TemplateValues)
        await stage.press(words["template.save"])
      },
    }),
  },
}
