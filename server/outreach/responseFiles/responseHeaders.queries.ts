import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import {
  callSources,
  fixedSources,
  listSource,
  replySource,
  textSources,
  type FixedSource,
  type ResponseHeader,
} from "#schemas/outreach/responseFile.ts"
import type { AnyTemplate } from "#server/outreach/templates/template.queries.ts"
import { commonVariables } from "#server/outreach/templates/message.rule.ts"
import { Database } from "#server/store/Database.ts"
import { columnNames } from "#server/outreach/recipients/audience.queries.ts"

/** What columns may hold where campaigns reach people by a channel, besides what lists brought. */
const sourcesOf = (channel: ChannelName): ReadonlyArray<FixedSource> => {
  const others: ReadonlyArray<FixedSource> = channel === callChannel ? textSources : callSources
  return fixedSources.filter((source) => !others.includes(source))
}

/** The names of the values that the reply rules of any version of a template set. */
const valueNames = (sql: PgClient, companyId: CompanyId, templateId: TemplateId) =>
  Effect.map(
    sql<{ name: string }>`
      select distinct rule ->> 'name' as name
      from template_versions v cross join lateral jsonb_array_elements(v.reply_rules) rule
      where v.company_id = ${companyId} and v.template_id = ${templateId} and rule ->> 'effect' = 'setValue' order by 1`,
    (rows) => rows.map(({ name }) => name),
  )

/** What the columns of a template's response file may hold: what everyone has, what lists brought, what its message names, and what its reply rules set. */
export const columnsOfTemplate = Effect.fn("columnsOfTemplate")(function* (
  companyId: CompanyId,
  { templateId, channel, variables }: AnyTemplate,
) {
  const { sql, company } = yield* Database
  const [brought, set] = yield* company(companyId)(
    Effect.all([columnNames(sql, companyId), valueNames(sql, companyId, templateId)]),
  )
  const named = variables.filter((name) => !commonVariables.includes(name))
  return [
    ...sourcesOf(channel).map((source): ResponseHeader => ({ source, name: null })),
    ...[...new Set([...named, ...brought])].map((name): ResponseHeader => ({ source: `${listSource}${name}`, name })),
    ...set.map((name): ResponseHeader => ({ source: `${replySource}${name}`, name })),
  ]
})
