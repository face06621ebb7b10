import { Effect } from "effect"
import type { ImportCommand } from "#server/people/imports/import.decider.ts"
import { importStream } from "#server/people/imports/import.commands.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import type { DemoPerson } from "./people.ts"
import { playCommands, type Step } from "./streams.ts"
import type { CompanyId, ListId, UserId } from "#schemas/ids.ts"

const columns = {
  company_id: "int",
  import_id: "int",
  file_name: "text",
  bytes: "int",
  encoding: "text",
  delimiter: "text",
  mapping: "jsonb",
  sample: "jsonb",
  list_name: "text",
  created_at: "timestamptz",
} as const

const mapping = [
  { header: "MRN", target: "externalId" },
  { header: "First Name", target: "firstName" },
  { header: "Last Name", target: "lastName" },
  { header: "Mobile Phone", target: "phone" },
  { header: "Date of Birth", target: "dob" },
  { header: "Language", target: "language" },
  { header: "ZIP", target: "zip" },
  { header: "Email", target: "email" },
  { header: "Clinic", target: "custom" },
] as const

const cellsOf = (person: DemoPerson): ReadonlyArray<string> => [
  person.externalId,
  person.firstName,
  person.lastName,
  person.phone ?? "",
  person.dob,
  person.language,
  person.zip,
  person.email ?? "",
  person.custom.clinic ?? "",
]

/** Which list came from which people, its author and its time (milliseconds since 1970). */
export type DemoImport = {
  readonly companyId: CompanyId
  readonly actorId: UserId
  readonly listName: string
  readonly listId: ListId
  readonly people: ReadonlyArray<DemoPerson>
  readonly at: number
}

/** Stores the finished import that brought a list; gives its stream to be stored. */
export const storeImport = Effect.fn("demo.storeImport")(function* (from: DemoImport) {
  const { companyId, actorId, people, at } = from
  const importId = idAt(yield* takeIds("import_ids", 1), 0)
  const bytes = people.reduce((sum, person) => sum + cellsOf(person).join(",").length + 2, 0)
  const batch = { batch: 1, line: people.length + 1, rows: people.length }
  const steps: ReadonlyArray<Step<ImportCommand>> = [
    { at, actorId, command: { _tag: "UploadListFile", importId, bytes } },
    { at: at + 60_000, actorId, command: { _tag: "CheckImport", mappingHash: "demo" } },
    {
      at: at + 62_000,
      actorId: null,
      command: { _tag: "StoreCheckedBatch", ...batch, bytes, valid: people.length, rejected: 0 },
    },
    { at: at + 62_000, actorId: null, command: { _tag: "CompleteCheck" } },
    { at: at + 120_000, actorId, command: { _tag: "RunImport", listId: from.listId } },
    {
      at: at + 123_000,
      actorId: null,
      command: {
        _tag: "StoreBatch",
        ...batch,
        added: people.length,
        changed: 0,
        unchanged: 0,
        rejected: 0,
        duplicate: 0,
      },
    },
    { at: at + 123_000, actorId: null, command: { _tag: "CompleteImport" } },
  ]
  yield* insertRows("imports", columns, [
    {
      company_id: companyId,
      import_id: importId,
      file_name: "patients.csv",
      bytes,
      encoding: "utf-8",
      delimiter: ",",
      mapping,
      sample: people.slice(0, 5).map(cellsOf),
      list_name: from.listName,
      created_at: new Date(at).toISOString(),
    },
  ])
  return playCommands(importStream, companyId, importId, steps)
})
