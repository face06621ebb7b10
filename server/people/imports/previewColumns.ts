import { Clock, Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { columnAs } from "#schemas/people/import.ts"
import type { PreviewColumns } from "#schemas/people/importDetail.ts"
import { notFound } from "#schemas/problem.ts"
import { sameColumns } from "./columns.rule.ts"
import { readImportFile, readRowContext } from "./importFile.queries.ts"
import { previewRow } from "./preview.rule.ts"

/**
 * What the sample rows of an import become by a mapping, judged as its check would judge them. The mapping need not be
 * ready for a check: a date whose order is open is read with the month first.
 */
export const previewColumns = Effect.fn("previewColumns")(function* (person: Person, asked: PreviewColumns) {
  const companyId = person.actingCompanyId
  const file = yield* readImportFile(companyId, asked.importId)
  if (file === undefined) return yield* Effect.fail(notFound())
  const mapping = yield* Effect.fromResult(sameColumns(file.mapping, asked.mapping))
  const today = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
  const context = { ...(yield* readRowContext(companyId)), today }
  const settled = mapping.map((column, index) => columnAs(column, file.dates[index]))
  return file.sample.map((cells) => previewRow(settled, context, cells))
})
