import { ImportId, noneOf } from "#schemas/ids.ts"
import type { Import, MappingValues } from "#schemas/people/import.ts"

const nameOfFile = (fileName: string): string => fileName.replace(/\.[A-Za-z]{1,4}$/, "").slice(0, 80)

/** What the mapping form starts with: the guesses by header, and the file's name as the list's. */
export const mappingValues = (subject: Import | null): MappingValues => ({
  importId: subject?.importId ?? noneOf(ImportId),
  listName: subject === null ? "" : subject.listName || nameOfFile(subject.fileName),
  mapping: subject?.mapping ?? [],
  streamVersion: subject?.streamVersion ?? 0,
})

/** How far along its lifecycle an import is; none goes back, but for another check. */
const distance: Record<Import["state"], number> = {
  uploaded: 0,
  checking: 1,
  checked: 1,
  running: 2,
  done: 3,
  cancelled: 3,
  failed: 3,
}

/** The newest that is known of an import: what was read, or what the server answered to the last step. */
export const newestOf = (subject: Import | null, read: Import): Import =>
  subject?.importId === read.importId && distance[subject.state] > distance[read.state] ? subject : read
