import { Effect } from "effect"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { Database } from "#server/store/Database.ts"

/** A report that carries no key of ours, fits no text of ours, or says what became of one in a word we do not know. */
export type Stray = { readonly report: StatusReport; readonly why: "noKey" | "noText" | "status" }

/** Keeps what nothing fits, once however often it comes, and says so in the log of the process. */
export const keepStrays = Effect.fn("keepStrays")(function* (
  { sql }: Database["Service"],
  at: string,
  strays: ReadonlyArray<Stray>,
) {
  if (strays.length === 0) return
  const rows = strays.map(({ report, why }) => ({ ...report, why }))
  const kept = yield* Effect.orDie(sql<{ why: string }>`
    insert into stray_reports (id, sid, key, status, error_code, why, at)
    select distinct on (one.id) one.id, one.sid, one.key, one.status, one."errorCode", one.why, ${at}::timestamptz
    from jsonb_to_recordset(${sql.json(rows)}) as one (id text, sid text, key text, status text, "errorCode" text, why text)
    on conflict do nothing returning why`)
  if (kept.length > 0) yield* Effect.logWarning(`${kept.length} reports of the carrier fit nothing and are kept aside`)
})
