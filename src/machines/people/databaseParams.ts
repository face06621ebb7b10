import type { FormSnapshot } from "#machines/session/form.machine.ts"
import type { Search } from "#machines/session/page.ts"
import type { ReadingSnapshot } from "#machines/session/reading.machine.ts"
import type { ImportId } from "#schemas/ids.ts"
import type { ImportDetail, PreviewColumns } from "#schemas/people/importDetail.ts"

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

/** The patient list's parameters: the list from the address, the text from the chart. */
export const patientParams = ({ search, searchText }: { readonly search: Search; readonly searchText: string }) => {
  const listId = numberOf(search["list"])
  const text = searchText.trim()
  return {
    ...(text === "" ? {} : { search: text }),
    ...(listId === null ? {} : { listId }),
  }
}

/** The imports' parameters: all of them, or those that wait for a person. */
export const importsParams = (search: Search) =>
  search["tab"] === "imports" && search["state"] === "waiting" ? { waiting: "true" } : {}

/** The import that the address names. */
export const importParams = (search: Search) => {
  const importId = numberOf(search["import"])
  return importId === null ? null : { importId }
}

/** The list whose page the address names; among the patients the same parameter narrows them. */
export const listParams = (search: Search) => {
  const listId = search["tab"] === "lists" ? numberOf(search["list"]) : null
  return listId === null || importParams(search) !== null ? null : { listId }
}

/** The patient whose appointments stand next to the patients. */
export const visitsParams = (search: Search) => {
  const { patient: patientHashedId = "" } = search
  return patientHashedId === "" || placeOf({ search }) !== "overview" ? null : { patientHashedId }
}

/** What the page shows by its address. */
export const placeOf = ({ search }: { readonly search: Search }): "overview" | "import" | "list" =>
  importParams(search) !== null ? "import" : listParams(search) !== null ? "list" : "overview"

/** The columns as an open form reports them. */
export const draftOf = (event: object): PreviewColumns => {
  const { values } = (event as { readonly snapshot: FormSnapshot }).snapshot.context
  return { importId: values["importId"] as ImportId, mapping: values["mapping"] as PreviewColumns["mapping"] }
}

/** What is asked for how values are stored: the columns of the open form, else those of the import as it was read. */
export const previewParams = (draft: PreviewColumns | null, event: object): PreviewColumns | null => {
  const read = (event as { readonly snapshot: ReadingSnapshot<ImportDetail> }).snapshot.context.data?.import
  if (read === undefined) return draft
  return draft?.importId === read.importId ? draft : { importId: read.importId, mapping: read.mapping }
}
