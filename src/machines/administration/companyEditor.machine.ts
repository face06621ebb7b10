import type { SnapshotFrom } from "xstate"
import { editor, type EditorEvent } from "#machines/session/editor.ts"
import type { Company } from "#schemas/administration/company.ts"
import type { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** What the editor's form holds: the draft, and what it is a draft of; a new company has no public id, and version 0. */
export type CompanyValues = CompanyDraft & {
  readonly companyId: CompanyId
  readonly hashedId: string | null
  readonly streamVersion: number
  /** Who holds which right now. */
  readonly holders: Company["holders"]
}

export type CompanyEditorEvent = EditorEvent

/** `/global?new` and `/global?edit=…`: sets up a company. */
export const companyEditorMachine = editor<CompanyValues>({
  id: "companyEditor",
  heading: "company.editor.title",
  save: "company.save",
  choices: "roles",
})

export type CompanyEditorSnapshot = SnapshotFrom<typeof companyEditorMachine>
