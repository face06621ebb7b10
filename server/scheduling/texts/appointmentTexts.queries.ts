import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentTextsFacts } from "#schemas/scheduling/appointmentText.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { appointmentTextsProjection } from "./appointmentTexts.decider.ts"

const rowOf = readRow(appointmentTextsProjection)

/** What a company has set up of texts about appointments; null before the first time. */
export const readTextsSetUp = Effect.fn("readTextsSetUp")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [found] = yield* read(
    companyId,
    sql<{ row: unknown }>`
      select row from read_models where company_id = ${companyId} and ${rowsOf(sql, "read_models", appointmentTextsProjection)}`,
  )
  return found === undefined ? null : (rowOf(found.row).facts satisfies AppointmentTextsFacts | null)
})
