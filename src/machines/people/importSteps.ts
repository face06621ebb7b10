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

/** The newest that is known of an import: what was read, or what the server answered to the last step. */
export const newestOf = (subject: Import | null, read: Import): Import =>
  subject?.importId === read.importId && subject.streamVersion > read.streamVersion ? subject : read
