import type { PgClient } from "@effect/sql-pg/PgClient"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"

/** What `linkParameters` selects. */
export type LinkParametersColumn = { readonly parameters: ReadonlyArray<LinkParameterDraft> }

/** The parameters of a version's link in their order, from `template_versions v`. */
export const linkParameters = (sql: PgClient) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('key', l.key, 'value', l.value, 'in', l.place) order by l.position)
    from template_link_parameters l
    where l.company_id = v.company_id and l.template_id = v.template_id and l.version = v.version), '[]') as parameters`

/** How many parameters a version's link has, from `template_versions v`. */
export const linkParameterCount = (sql: PgClient) => sql`
  (select count(*)::int from template_link_parameters l
    where l.company_id = v.company_id and l.template_id = v.template_id and l.version = v.version)`
