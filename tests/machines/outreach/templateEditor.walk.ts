import { templateEditorMachine } from "#machines/outreach/templateEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { draftTemplate, goodPreview } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm, formShows } from "../session/form.walk.ts"

/** The values of a new template's form. */
export const emptyTemplate = {
  temphashedId: null,
  templateId: 44,
  name: "",
  purpose: "Survey",
  text: "",
  streamVersion: 0,
}

/** Everything that can happen in the template editor. */
export const templateEditorWalk: ChartWalk = {
  machine: templateEditorMachine,
  input: { search: { new: "" } },
  events: [
    formShows(emptyTemplate),
    formShows({ ...emptyTemplate, name: "Flu" }),
    formShows({ ...emptyTemplate, text: "Hello" }),
    formShows({ ...emptyTemplate, text: "Hello there" }),
    { type: "list.chosen", listId: 5 },
    { type: "preview.retried" },
    { type: "retry.pressed" },
  ],
  outcomes: {
    open: [{ output: emptyTemplate }, { error: unreachable() }],
    preview: [{ output: goodPreview }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: draftTemplate } }, leftForm],
  },
  key: ({ context }) => [context.values, context.preview !== null, context.previewProblem !== null],
}
