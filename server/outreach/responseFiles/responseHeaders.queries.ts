import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { fixedSources, listSource, type ResponseHeader } from "#schemas/outreach/responseFile.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { commonVariables } from "#server/outreach/templates/message.rule.ts"
import { Database } from "#server/store/Database.ts"
import { columnNames } from "#server/outreach/recipients/audience.queries.ts"

/** What the columns of a template's response file may hold: what everyone has, what lists brought, and what its text names. */
export const columnsOfTemplate = Effect.fn("columnsOfTemplate")(function* (
  companyId: CompanyId,
  { variables }: Pick<Template, "variables">,
) {
  const { sql, company } = yield* Database
  const brought = yield* company(companyId)(columnNames(sql, companyId))
  const named = variables.filter((name) => !commonVariables.includes(name))
  return [
    ...fixedSources.map((source): ResponseHeader => ({ source, name: null })),
    ...[...new Set([...named, ...brought])].map((name): ResponseHeader => ({ source: `${listSource}${name}`, name })),
  ]
})
