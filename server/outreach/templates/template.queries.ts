import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { Template, templateList } from "#schemas/outreach/template.ts"
import {
  linkParameterCount,
  linkParameters,
  type LinkParametersColumn,
} from "#server/outreach/linkParameters/linkParameterColumn.queries.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { pageOfRows, readPage, readRow, rowsOf, type RowPage } from "#server/store/readModels.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

type StoredTemplate = {
  readonly row: unknown
  readonly stream_version: number
  readonly hashed_id: string
  readonly text: string
  readonly variables: ReadonlyArray<string>
  readonly link_parameters: number
}

const rowOf = readRow(templateProjection)

const templateOf = (companyId: CompanyId, stored: StoredTemplate): Template => {
  const { locationIds = [], ...row } = rowOf(stored.row)
  return {
    ...row,
    hashedId: stored.hashed_id,
    companyId,
    // A stored template was saved at least once.
    state: row.state as Template["state"],
    streamVersion: stored.stream_version,
    text: stored.text,
    variables: stored.variables,
    linkParameters: stored.link_parameters,
    locations: locationIds.length,
  }
}

/** Templates in the order of a column. */
const list = {
  alias: "t",
  projection: templateProjection,
  columns: {
    name: `lower(t.row ->> 'name') collate "C"`,
    state: `t.state collate "C"`,
    purpose: `(t.row ->> 'purpose') collate "C"`,
    version: `(t.row ->> 'version')::int`,
    updated: `(t.row ->> 'updatedOn') collate "C"`,
  } satisfies Record<(typeof templateList.columns)[number], string>,
}

/** The statement of one page of templates, with one row more than it holds. */
const templatePage = (sql: PgClient, companyId: CompanyId, page: RowPage) =>
  sql<StoredTemplate>`
    select t.row, t.stream_version, h.hashed_id, v.text, v.variables, ${linkParameterCount(sql)} as link_parameters from read_models t
    ${withHashedId(sql, "t", templateProjection)}
    join template_versions v on v.company_id = t.company_id and v.template_id = t.id and v.version = (t.row ->> 'version')::int
    ${pageOfRows(sql, companyId, list, page)}`

/** One page of a company's templates; `next` is the id to go on after. With the first page comes how many stand in each state. */
export const readTemplates = Effect.fn("readTemplates")(function* (companyId: CompanyId, page: ListPage) {
  const { sql } = yield* Database
  return yield* readPage(companyId, list, page, {
    page: templatePage(sql, companyId, page),
    shownOf: (row) => templateOf(companyId, row),
    idOf: ({ templateId }) => templateId,
  })
})

/** One template of a company; absent when it was never saved or is deleted. */
export const readTemplate = Effect.fn("readTemplate")(function* (companyId: CompanyId, templateId: TemplateId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(companyId, templatePage(sql, companyId, { id: templateId, pageSize: 1 }))
  return row === undefined ? undefined : templateOf(companyId, row)
})

/** A template of the company as it stands; fails with NotFound. */
export const foundTemplate = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  return yield* orNotFound(readTemplate(companyId, templateId))
})

/** The message campaigns use, and its version; absent while nothing is published, or the template is retired or deleted. */
export const readPublishedMessage = Effect.fn("readPublishedMessage")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ version: number; text: string } & LinkParametersColumn>`
      select v.version, v.text, ${linkParameters(sql)} from read_models t
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id
        and v.version = (t.row ->> 'publishedVersion')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = ${templateId}
        and t.state in ('published', 'revised')`,
  )
  return row
})

/** Stores a version of a text; joins the command's transaction. */
export const saveTemplateVersion = Effect.fn("saveTemplateVersion")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  version: {
    readonly version: number
    readonly text: string
    readonly variables: ReadonlyArray<string>
    readonly at: string
  },
) {
  const { sql } = yield* Database
  yield* sql`
    insert into template_versions (company_id, template_id, version, text, variables, created_at)
    values (${companyId}, ${templateId}, ${version.version}, ${version.text}, ${sql.json(version.variables)}, ${version.at}::timestamptz)`
})
