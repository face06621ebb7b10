import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { TemplateState } from "#schemas/outreach/template.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { templateProjection } from "./template.projection.ts"

/** The states of a company's templates and call flows; of those that are deleted none. */
export const readTemplateStates = Effect.fn("readTemplateStates")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<{ channel: ChannelName; state: TemplateState }>`
      select t.row ->> 'channel' as channel, t.state from read_models t
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.state <> 'deleted'`,
  )
})
