import type { SnapshotFrom } from "xstate"
import { editor, type EditorEvent } from "#machines/session/editor.ts"
import type { InvitationDraft } from "#schemas/administration/invitation.ts"
import type { User } from "#schemas/administration/user.ts"

/** What the form holds: whom staff invite, and what their company has to give. */
export type InvitationValues = InvitationDraft & { readonly of: Pick<User, "features" | "companyGroups"> }

export type InvitationEditorEvent = EditorEvent

/** `/user?invite=`: invites a person. */
export const invitationEditorMachine = editor<InvitationValues>({
  id: "invitationEditor",
  heading: "invitation.editor.title",
  save: "invitation.send",
})

export type InvitationEditorSnapshot = SnapshotFrom<typeof invitationEditorMachine>
