import type { SnapshotFrom } from "xstate"
import { editor, type EditorEvent } from "#machines/session/editor.ts"
import type { GroupDraft } from "#schemas/administration/group.ts"

/** What the editor's form holds: the draft, and what it is a draft of; a new group has no public id, and version 0. */
export type GroupValues = GroupDraft & {
  readonly hashedId: string | null
  readonly streamVersion: number
  readonly members: number
  /** What the company has bought. */
  readonly features: ReadonlyArray<number>
}

export type GroupEditorEvent = EditorEvent

/** `/user?group=…`: makes a group of users or changes it. */
export const groupEditorMachine = editor<GroupValues>({
  id: "groupEditor",
  heading: "group.editor.title",
  save: "group.save",
})

export type GroupEditorSnapshot = SnapshotFrom<typeof groupEditorMachine>
