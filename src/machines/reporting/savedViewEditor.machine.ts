import type { SnapshotFrom } from "xstate"
import { editor, type EditorEvent } from "#machines/session/editor.ts"
import type { SavedViewValues } from "#schemas/reporting/savedViewForm.ts"

export type SavedViewEditorEvent = EditorEvent

/** `/report?tab=saved&new` and `&edit=…`: saves a report under a name, and says when it is mailed and who receives it. */
export const savedViewEditorMachine = editor<SavedViewValues>({
  id: "savedViewEditor",
  heading: "savedViews.editor.title",
  save: "savedViews.save",
})

export type SavedViewEditorSnapshot = SnapshotFrom<typeof savedViewEditorMachine>
