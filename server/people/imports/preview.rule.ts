import type { ColumnMapping } from "#schemas/people/import.ts"
import type { CellPreview, RowPreview } from "#schemas/people/importDetail.ts"
import { whereabouts } from "#server/people/patients/zone.rule.ts"
import type { Reading } from "./cells.rule.ts"
import { isRagged, patientOf, readCells, rowPlan, type RowContext } from "./patientRow.rule.ts"

/** A number is a value of two parts, of which the number itself is shown. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (value as { readonly phone: string }).phone

const previewOf = (reading: Reading<unknown>): Omit<CellPreview, "target"> =>
  "value" in reading ? { value: textOf(reading.value), error: null } : { value: "", error: reading.error }

/**
 * What a row becomes by a mapping: each cell as an import stores it, or why it cannot be taken, and whose clock counts
 * for the person. It is read as a check reads it. A row of another length than the header says nothing.
 */
export const previewRow = (
  mapping: ReadonlyArray<ColumnMapping>,
  context: RowContext,
  cells: ReadonlyArray<string>,
): RowPreview => {
  const plan = rowPlan(mapping)
  const previews = mapping.map(({ target }): CellPreview => ({ target, value: "", error: null }))
  if (isRagged(cells, plan.columns)) return { cells: previews, zones: [], zoneSource: "none" }
  const { values, custom } = readCells(plan, context, cells, ({ position }, reading) => {
    const { target = "ignore" } = mapping[position] ?? {}
    previews[position] = { target, ...previewOf(reading) }
  })
  const { zones, source } = whereabouts(patientOf(0, values, custom), context.country)
  return { cells: previews, zones, zoneSource: source }
}
