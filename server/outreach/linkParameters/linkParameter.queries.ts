import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { LinkParameter } from "#schemas/outreach/linkParameter.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"

/** The parameters of the link in a template's newest version, in their order. */
export const readLinkParameters = Effect.fn("readLinkParameters")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<LinkParameter>`
      select l.primary_id as "primaryId", l.template_id as "templateId", l.key, l.value, l.place as "in", l.position as "order"
      from template_link_parameters l
      join read_models t on t.company_id = l.company_id and ${rowsOf(sql, "t", templateProjection)} and t.id = l.template_id
        and (t.row ->> 'version')::int = l.version
      where l.company_id = ${companyId} and l.template_id = ${templateId}
      order by l.position`,
  )
})

/** The template whose newest version has a parameter; absent when the company has none such. */
export const templateOfLinkParameter = Effect.fn("templateOfLinkParameter")(function* (
  companyId: CompanyId,
  primaryId: number,
) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ template_id: TemplateId }>`
      select l.template_id from template_link_parameters l
      join read_models t on t.company_id = l.company_id and ${rowsOf(sql, "t", templateProjection)} and t.id = l.template_id
        and (t.row ->> 'version')::int = l.version and t.state <> 'deleted'
      where l.company_id = ${companyId} and l.primary_id = ${primaryId}`,
  )
  return row?.template_id
})

/** The number of a new parameter. */
export const nextLinkParameterId = Effect.fn("nextLinkParameterId")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ id: number }>`select nextval('link_parameter_ids'::regclass)::int as id`,
  )
  return row?.id ?? (yield* Effect.die("No number could be had for a link parameter"))
})

/** Stores the parameters of a version; joins the command's transaction. */
export const saveLinkParameters = Effect.fn("saveLinkParameters")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  version: number,
  parameters: ReadonlyArray<LinkParameter>,
) {
  const { sql } = yield* Database
  yield* sql`
    insert into template_link_parameters (company_id, template_id, version, primary_id, position, key, value, place)
    select ${companyId}::int, ${templateId}::int, ${version}::int, g."primaryId", g."order", g.key, g.value, g."in"
    from jsonb_to_recordset(${sql.json(parameters)})
      as g ("primaryId" integer, "order" smallint, key text, value text, "in" text)`
})

/** Takes the parameters of a version over into the next; joins the command's transaction. */
export const keepLinkParameters = Effect.fn("keepLinkParameters")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  from: number,
) {
  const { sql } = yield* Database
  yield* sql`
    insert into template_link_parameters (company_id, template_id, version, primary_id, position, key, value, place)
    select company_id, template_id, version + 1, primary_id, position, key, value, place
    from template_link_parameters
    where company_id = ${companyId} and template_id = ${templateId} and version = ${from}`
})
