import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { Database } from "#server/store/Database.ts"
import type { Channel } from "./channels/channel.ts"
import { inCompany } from "./inCompany.ts"
import { recordEnded } from "./ledger.ts"
import type { ServedSender } from "./servedSender.ts"
import { sendsOf } from "./standIn.ts"
import { factsOfReport } from "./statusReports.ts"

/**
 * When the carrier is asked about a lost send, in milliseconds after the last
 * time. A text that is absent each time was not taken: by then any request that
 * was still on its way has arrived or died with its connection.
 */
export const lookupPauses: ReadonlyArray<number> = [5_000, 15_000, 40_000, 60_000]

/** Lost sends looked up in one round. */
const most = 20
/**
 * The carrier's clock may differ from ours by so much, in milliseconds. Rather
 * too much: a text that is overlooked would be sent twice, and texts we know are
 * set aside anyway.
 */
const skewMillis = 24 * 3_600_000

type LostRow = {
  readonly campaign_id: CampaignId
  readonly recipient_id: number
  readonly send_key: string
  readonly lookups: number
  readonly phone: string
  readonly body: string
  readonly e164: string
  readonly carrier: CarrierName
  readonly started_at: Date
  readonly due: boolean
  /** The texts to this number that we know already. */
  readonly known: ReadonlyArray<string>
}

const lostRows = (sql: PgClient, companyId: CompanyId, senderId: SenderId, now: string) => sql<LostRow>`
  select r.campaign_id, r.recipient_id, r.send_key, r.lookups, r.phone, r.body, s.e164, s.carrier, r.started_at,
    r.held_until is not null as due,
    coalesce((select jsonb_agg(o.sid) from (
                select sid from recipients where company_id = r.company_id and phone = r.phone
                union select sid from calls where company_id = r.company_id and phone = r.phone
                union select sid from test_calls where company_id = r.company_id and phone = r.phone) o
              where o.sid is not null), '[]') as known
  from ${sendsOf(sql, { companyId, senderId }, "unknown")}
  join senders s on s.company_id = ${companyId} and s.sender_id = ${senderId}
  where r.body is not null
    and (r.held_until is null or r.held_until <= ${now}::timestamptz
         or r.held_until > ${now}::timestamptz + '1 hour'::interval)
  order by r.held_until nulls first limit ${most}`

/** What is known now, or when to ask again; `asked`: the carrier answered that it has no such text. */
type Verdict =
  | { readonly _tag: "Known"; readonly facts: ReadonlyArray<RecipientFact> }
  | { readonly _tag: "Later"; readonly pause: number; readonly asked: boolean }

const known = (facts: ReadonlyArray<RecipientFact>): Verdict => ({ _tag: "Known", facts })
const later = (pause: number, asked: boolean): Verdict => ({ _tag: "Later", pause, asked })

/** Not to be found out, unless a report comes still: never sent again. */
const unansweredFacts: ReadonlyArray<RecipientFact> = [{ _tag: "MessageFailed", code: "unanswered" }]

/** Definitely not taken: back to the queue. */
const absentFacts: ReadonlyArray<RecipientFact> = [{ _tag: "SendDeferred", code: "absent", until: null }]

const lookUp = Effect.fnUntraced(function* (channel: Channel, row: LostRow, pauses: ReadonlyArray<number>) {
  // A carrier that cannot be asked reports by itself, as long as another one would be asked.
  if (row.carrier === "smpp")
    return row.due
      ? known(unansweredFacts)
      : later(
          pauses.reduce((sum, pause) => sum + pause, 0),
          false,
        )
  // The first round only sets the time: right after a send an empty answer proves nothing.
  if (!row.due) return later(pauses[0] ?? 0, false)
  const since = row.started_at.getTime() - skewMillis
  const answer = yield* Effect.result(channel.find({ from: row.e164, to: row.phone, body: row.body, since }))
  if (Result.isFailure(answer)) return later(pauses.at(-1) ?? 0, false)
  const found = answer.success.filter(({ sid }) => !row.known.includes(sid)).at(-1)
  if (found !== undefined) return known(factsOfReport(channel, found))
  const next = pauses[row.lookups + 1]
  return next === undefined ? known(absentFacts) : later(next, true)
})

/**
 * Asks the carrier about sends of this sender whose answer was lost, and records
 * what it says (docs/architecture.md#sending).
 * @param now milliseconds since 1970
 * @returns the campaigns whose numbers moved
 */
export const reconcile = Effect.fn("reconcile")(function* (
  database: Database["Service"],
  { channel, companyId, senderId }: ServedSender,
  now: number,
  pauses: ReadonlyArray<number> = lookupPauses,
) {
  const { sql } = database
  const at = new Date(now).toISOString()
  const rows = yield* database.company(companyId)(lostRows(sql, companyId, senderId, at))
  if (rows.length === 0) return []
  const verdicts = yield* Effect.forEach(
    rows,
    (row) => Effect.map(lookUp(channel, row, pauses), (verdict) => ({ row, verdict })),
    {
      concurrency: 4,
    },
  )
  const entries = verdicts.flatMap(({ row, verdict }) =>
    verdict._tag === "Known"
      ? [{ campaignId: row.campaign_id, recipientId: row.recipient_id, key: row.send_key, facts: verdict.facts }]
      : [],
  )
  const waits = verdicts.flatMap(({ row, verdict }) =>
    verdict._tag === "Later"
      ? [
          {
            c: row.campaign_id,
            r: row.recipient_id,
            n: verdict.asked ? 1 : 0,
            until: new Date(now + verdict.pause).toISOString(),
          },
        ]
      : [],
  )
  yield* recordEnded(database, companyId, at, channel, entries)
  if (waits.length > 0) {
    yield* inCompany(
      database,
      companyId,
      sql`update recipients u set lookups = u.lookups + l.n, held_until = l.until
          from jsonb_to_recordset(${sql.json(waits)}) as l (c integer, r integer, n smallint, until timestamptz)
          where u.company_id = ${companyId} and u.campaign_id = l.c and u.recipient_id = l.r and u.state = 'unknown'`,
    )
  }
  return [...new Set(entries.map(({ campaignId }) => campaignId))]
})
