import type { PgClient } from "@effect/sql-pg/PgClient"
import { sentStates } from "#schemas/language/translationFacts.ts"
import { linkParameters } from "#server/outreach/linkParameters/linkParameterColumn.queries.ts"

/** What a version says as people get it, as the columns of `VersionContent`, from `template_versions v`. */
export const versionContent = (sql: PgClient) => sql`
  v.text, ${linkParameters(sql)},
  coalesce((
    select jsonb_agg(jsonb_build_object('language', n.language, 'text', n.text) order by n.language)
    from template_translations n
    where n.company_id = v.company_id and n.template_id = v.template_id and n.version = v.version
      and n.state in ${sql.in(sentStates)}), '[]') as translations`
