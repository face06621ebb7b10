import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements } from "../tenantTable.ts"

/**
 * A number is drawn only by a transaction that has one itself: a reader who sees a number knows that every smaller one
 * belongs to a transaction that had begun (decision 037).
 */
const numbered = (sequence: string) => `case when pg_current_xact_id() is not null then nextval('${sequence}') end`

const optOuts = [
  `alter table opt_outs alter column opt_out_id drop identity`,
  `create sequence opt_out_ids`,
  `select setval('opt_out_ids', max(opt_out_id)) from opt_outs having max(opt_out_id) is not null`,
  `grant usage on sequence opt_out_ids to ${applicationRole}`,
  `alter table opt_outs alter column opt_out_id set default ${numbered("opt_out_ids")}`,
]

const deliveries = [
  `alter table deliveries alter column pos set default ${numbered("delivery_ids")}`,
  `create index deliveries_pos on deliveries (pos)`,
]

/** What the audit log says of facts that stand next to it. */
export const seals0012 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [`select set_config('app.company_id', '*', true)`, ...optOuts, ...deliveries])
})
