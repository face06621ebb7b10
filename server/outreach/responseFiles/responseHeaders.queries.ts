import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import {
  callSources,
  fixedSources,
  listSource,
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

/** What the columns of a template's response file may hold: what everyone has, what lists brought, and what its message names. */
export const columnsOfTemplate = Effect.fn("columnsOfTemplate")(function* (
  companyId: CompanyId,
  { channel, variables }: AnyTemplate,
) {
  const { sql, company } = yield* Database
  const brought = yield* company(companyId)(columnNames(sql, companyId))
  const named = variables.filter((name) => !commonVariables.includes(name))
  return [
    ...sourcesOf(channel).map((source): ResponseHeader => ({ source, name: null })),
    ...[...new Set([...named, ...brought])].map((name): ResponseHeader => ({ source: `${listSource}${name}`, name })),
  ]
})
