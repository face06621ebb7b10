import type { MappableField } from "#schemas/people/import.ts"
import type { PatientDraft } from "#schemas/people/patientDraft.ts"
import type { FieldError } from "#schemas/problem.ts"
import { judgeRow, rowPlan, type PatientRow, type RowContext } from "#server/people/imports/patientRow.rule.ts"

const fields = [
  "firstName",
  "lastName",
  "dob",
  "phone",
  "externalId",
  "language",
  "zip",
] as const satisfies ReadonlyArray<MappableField & keyof PatientDraft>
const plan = rowPlan(fields.map((field) => ({ header: field, target: field })))

/** The person that a draft names, read by the rules of an import’s row, or what is wrong with its fields. */
export const judgeDraft = (
  draft: PatientDraft,
  context: RowContext,
): { readonly row: PatientRow } | { readonly errors: ReadonlyArray<FieldError> } => {
  const judged = judgeRow(
    plan,
    context,
    1,
    fields.map((field) => draft[field] ?? ""),
  )
  return "row" in judged
    ? judged
    : { errors: judged.rejections.map(({ column, reason }) => ({ field: column, message: reason })) }
}
