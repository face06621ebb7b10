import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { notFound } from "#schemas/problem.ts"
import type { Template, templateList } from "#schemas/outreach/template.ts"
import {
  linkParameters,
  type LinkParametersColumn,
} from "#server/outreach/linkParameters/linkParameterColumn.queries.ts"
import { Database } from "#server/store/Database.ts"
import { containing, limitOf, ordered, pageOf, type ListPage } from "#server/store/ordering.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"

type StoredTemplate = {
  readonly row: unknown
  readonly stream_version: number
  readonly hashed_id: string
  readonly text: string
  readonly variables: ReadonlyArray<string>
}

const rowOf = readRow(templateProjection)

const templateOf = (companyId: CompanyId, stored: StoredTemplate): Template => {
  const row = rowOf(stored.row)
  return {
    ...row,
    hashedId: stored.hashed_id,
    companyId,
    // A stored template was saved at least once.
    state: row.state as Template["state"],
    streamVersion: stored.stream_version,
    text: stored.text,
    variables: stored.variables,
  }
}

/** By which columns templates may be ordered. */
const ordering = {
  columns: {
    name: `lower(t.row ->> 'name') collate "C"`,
    state: `t.state collate "C"`,
    purpose: `(t.row ->> 'purpose') collate "C"`,
    version: `(t.row ->> 'version')::int`,
    updated: `(t.row ->> 'updatedOn') collate "C"`,
  } satisfies Record<(typeof templateList.columns)[number], string>,
  id: "t.id",
}

/** One page of a company's templates without deleted ones, newest first where nothing else is asked for; `next` is the id to go on after. */
export const readTemplates = Effect.fn("readTemplates")(function* (
  companyId: CompanyId,
  { after, pageSize, search, state, sort = "-id" }: ListPage,
) {
  const { sql, company } = yield* Database
  const { beyond, by } = ordered(
    sql,
    ordering,
    { sort, after },
    (id) =>
      sql`from read_models t where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = ${id}`,
  )
  const rows = yield* company(companyId)(
    sql<StoredTemplate>`
      select t.row, t.stream_version, h.hashed_id, v.text, v.variables from read_models t
      join hashed_ids h on h.company_id = t.company_id and h.kind = 'template' and h.id = t.id
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id and v.version = (t.row ->> 'version')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.state <> 'deleted'
        ${search === undefined ? sql`` : sql`and t.row ->> 'name' ilike ${containing(search)}`}
        ${state === undefined ? sql`` : sql`and t.state = ${state}`}
        ${beyond} order by ${by} ${limitOf(sql, pageSize)}`,
  )
  return pageOf(
    rows.map((row) => templateOf(companyId, row)),
    pageSize,
    ({ templateId }) => templateId,
  )
})

/** One template of a company; absent when it was never saved or is deleted. */
export const readTemplate = Effect.fn("readTemplate")(function* (companyId: CompanyId, templateId: TemplateId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<StoredTemplate>`
      select t.row, t.stream_version, h.hashed_id, v.text, v.variables from read_models t
      join hashed_ids h on h.company_id = t.company_id and h.kind = 'template' and h.id = t.id
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id and v.version = (t.row ->> 'version')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = ${templateId} and t.state <> 'deleted'`,
  )
  return row === undefined ? undefined : templateOf(companyId, row)
})

/** A template of the company as it stands; fails with NotFound. */
export const foundTemplate = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  return (yield* readTemplate(companyId, templateId)) ?? (yield* Effect.fail(notFound()))
})

/** The number of a template by its public id; absent when the company has none or has deleted it. */
export const findTemplateId = Effect.fn("findTemplateId")(function* (companyId: CompanyId, hashedId: string) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ id: TemplateId }>`
      select h.id from hashed_ids h
      join read_models t on t.company_id = h.company_id and ${rowsOf(sql, "t", templateProjection)} and t.id = h.id
      where h.company_id = ${companyId} and h.kind = 'template' and h.hashed_id = ${hashedId} and t.state <> 'deleted'`,
  )
  return row?.id
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

/** Stores a version of a text, and the template's public id with the first; joins the command's transaction. */
export const saveTemplateVersion = Effect.fn("saveTemplateVersion")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  version: {
    readonly version: number
    readonly text: string
    readonly variables: ReadonlyArray<string>
    readonly at: string
  },
  hashedId: string,
) {
  const { sql } = yield* Database
  yield* sql`
    insert into template_versions (company_id, template_id, version, text, variables, created_at)
    values (${companyId}, ${templateId}, ${version.version}, ${version.text}, ${sql.json(version.variables)}, ${version.at}::timestamptz)`
  yield* sql`
    insert into hashed_ids (company_id, kind, id, hashed_id) values (${companyId}, 'template', ${templateId}, ${hashedId})
    on conflict (company_id, kind, id) do nothing`
})
