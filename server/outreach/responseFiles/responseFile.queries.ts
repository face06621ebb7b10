import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { ResponseFile, ResponseLayout } from "#schemas/outreach/responseFile.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { responseFileProjection } from "#server/outreach/responseFiles/responseFile.decider.ts"

const rowOf = readRow(responseFileProjection)

/** The response file of a template; absent while it has none. */
export const readResponseFile = Effect.fn("readResponseFile")(function* (companyId: CompanyId, templateId: TemplateId) {
  const { sql, company } = yield* Database
  const [found] = yield* company(companyId)(
    sql<{ row: unknown; stream_version: number; layout: ResponseLayout }>`
      select f.row, f.stream_version, l.layout from read_models f
      join response_file_layouts l on l.company_id = f.company_id and l.template_id = f.id
        and l.version = (f.row ->> 'version')::int
      where f.company_id = ${companyId} and ${rowsOf(sql, "f", responseFileProjection)} and f.id = ${templateId} and f.state = 'kept'`,
  )
  if (found === undefined) return undefined
  const { row, stream_version, layout } = found
  const { version, updatedOn } = rowOf(row)
  return { templateId, version, updatedOn, streamVersion: stream_version, ...layout } satisfies ResponseFile
})

/** Stores a version of a layout; joins the command's transaction. */
export const saveResponseLayout = Effect.fn("saveResponseLayout")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  { version, layout, at }: { readonly version: number; readonly layout: ResponseLayout; readonly at: string },
) {
  const { sql } = yield* Database
  yield* sql`
    insert into response_file_layouts (company_id, template_id, version, layout, created_at)
    values (${companyId}, ${templateId}, ${version}, ${sql.json(layout)}, ${at}::timestamptz)`
})
