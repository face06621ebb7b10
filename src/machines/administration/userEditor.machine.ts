import type { SnapshotFrom } from "xstate"
import { editor, type EditorEvent } from "#machines/session/editor.ts"
import type { User, UserDraft } from "#schemas/administration/user.ts"

/** What the editor's form holds: the draft, and the user it is a draft of, with what their company has. */
export type UserValues = UserDraft & { readonly of: User }

export type UserEditorEvent = EditorEvent

/** `/user?edit=…`: changes a user's name, type, groups and rights. */
export const userEditorMachine = editor<UserValues>({
  id: "userEditor",
  heading: "user.editor.title",
  save: "user.save",
})

export type UserEditorSnapshot = SnapshotFrom<typeof userEditorMachine>
