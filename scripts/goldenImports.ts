import { ImportId, ListId, type CompanyId } from "#schemas/ids.ts"
import { playCommands, type StreamRows } from "#server/demo/streams.ts"
import { importStream } from "#server/people/imports/import.commands.ts"
import type { By } from "./goldenSetUp.ts"

const [importId, listId] = [ImportId.make(1), ListId.make(2)]
const batch = { batch: 1, line: 4, rows: 3 }

/** Imports with each of their events, for the corpus of a release. */
export const playImports = (companyId: CompanyId, by: By): ReadonlyArray<StreamRows> => [
  playCommands(importStream, companyId, 1, [
    by(30, { _tag: "UploadListFile", importId, bytes: 420 }),
    by(31, { _tag: "CheckImport", mappingHash: "m1" }),
    by(32, { _tag: "StoreCheckedBatch", ...batch, bytes: 420, valid: 2, rejected: 1 }),
    by(32, { _tag: "CompleteCheck" }),
    by(33, { _tag: "RunImport", listId }),
    by(34, { _tag: "StoreBatch", ...batch, added: 1, changed: 1, unchanged: 0, rejected: 1, duplicate: 0 }),
    by(34, { _tag: "CompleteImport" }),
  ]),
  playCommands(importStream, companyId, 2, [
    by(40, { _tag: "UploadListFile", importId: ImportId.make(2), bytes: 7 }),
    by(41, { _tag: "FailImport", reason: "The file has no rows." }),
  ]),
  playCommands(importStream, companyId, 3, [
    by(50, { _tag: "UploadListFile", importId: ImportId.make(3), bytes: 90 }),
    by(51, { _tag: "CancelImport" }),
  ]),
]
