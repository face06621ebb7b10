import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { foldFact, type RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"
import { outcomeOf, type Outcome } from "#server/outreach/recipients/outcome.rule.ts"
import type { Database } from "#server/store/Database.ts"
import { closeCalls } from "./calls/callRows.ts"
import type { Channel } from "./channels/channel.ts"
import { inCompany } from "./inCompany.ts"
import { journeyOf, noteJourneys } from "./journeyNews.ts"
import { type LedgerRow, lockRecipients, type Place, recipientOf } from "./recipientRows.ts"

/** What happened to one recipient, in order. `body` is kept while an answer is awaited; `cost` replaces the planned one. */
export type LedgerEntry = Place & {
  readonly facts: ReadonlyArray<RecipientFact>
  readonly body?: string
  readonly cost?: number
  /** The send whose end is recorded: it says nothing about a later one of the same person. */
  readonly key?: string
}

/** How a send can end without the carrier having the text. */
const ends: ReadonlyArray<RecipientFact["_tag"]> = ["SendDeferred", "SendRefused", "SendLost"]

/** That no carrier has the message, as far as we know. */
const isNotTaken = ({ _tag }: RecipientFact): boolean => _tag === "SendDeferred" || _tag === "SendRefused"

/** A recipient after what was recorded. */
export type Settled = Place & { readonly before: RecipientRow; readonly row: RecipientRow }

const idOf = ({ campaignId, recipientId }: Place): string => `${campaignId}.${recipientId}`

type Change = Settled & {
  /** When the row had last changed, as an ISO instant. */
  readonly changedAt: string
  readonly place: string
  readonly news: ReadonlyArray<RecipientFact>
  readonly body: string | null
  readonly cost: number | null
}

/** What an entry says of the person as they are now: another attempt may have been decided on, or begun. */
const factsFor = ({ send_key }: LedgerRow, { key, facts }: LedgerEntry): ReadonlyArray<RecipientFact> => {
  if (key === undefined || key === send_key) return facts
  // Its end was reported before its answer was recorded, and the person waits for the next attempt.
  if (send_key === null) return []
  return facts.filter(({ _tag }) => !ends.includes(_tag))
}

const fold = (known: LedgerRow, entry: LedgerEntry, at: string): Change => {
  const before = recipientOf(known)
  const { campaignId, recipientId, body = null, cost = null } = entry
  const facts = factsFor(known, entry)
  const news: Array<RecipientFact> = []
  const row = facts.reduce((folded, fact) => {
    const next = foldFact(folded, fact, at)
    if (next !== folded) news.push(fact)
    return next
  }, before)
  const changedAt = known.updated_at.toISOString()
  return { campaignId, recipientId, place: known.place, changedAt, before, row, news, body, cost }
}

/** How the number of people in each state of each campaign moves. */
const movesOf = (changes: ReadonlyArray<Change>) => {
  const moves = new Map<string, { readonly c: number; readonly s: string; n: number }>()
  const move = (c: number, s: string, n: number) => {
    const known = moves.get(`${c} ${s}`)
    if (known === undefined) moves.set(`${c} ${s}`, { c, s, n })
    else known.n += n
  }
  for (const { campaignId, before, row } of changes) {
    if (before.state === row.state) continue
    if (before.state !== "planned") move(campaignId, before.state, -1)
    move(campaignId, row.state, 1)
  }
  return [...moves.values()].filter(({ n }) => n !== 0)
}

/** How what became of the texts of each quarter of an hour moves. */
const outcomeMoves = (changes: ReadonlyArray<Change>, at: string) => {
  const moves = new Map<string, Outcome & { readonly c: number; n: number }>()
  const move = (c: number, outcome: Outcome | null, n: number) => {
    if (outcome === null) return
    const key = `${c} ${outcome.quarter} ${outcome.outcome} ${outcome.accepted}`
    const known = moves.get(key)
    if (known === undefined) moves.set(key, { c, ...outcome, n })
    else known.n += n
  }
  for (const { campaignId, changedAt, before, row } of changes) {
    move(campaignId, outcomeOf(before, changedAt), -1)
    move(campaignId, outcomeOf(row, at), 1)
  }
  return [...moves.values()].filter(({ n }) => n !== 0)
}

/**
 * Rows, facts and counters in one statement. The rows are locked, so their
 * places hold; naming the company as well would tempt a planner without
 * statistics to read all of its rows, and row-level security names it anyway.
 */
const write = (sql: PgClient, companyId: CompanyId, changes: ReadonlyArray<Change>, at: string) => {
  const rows = changes.map(({ place, row, body, cost }) => ({ place, ...row, body, cost }))
  const facts = changes.flatMap(({ campaignId, recipientId, news }) =>
    news.map(({ _tag, ...data }) => ({ c: campaignId, r: recipientId, type: _tag, data })),
  )
  return sql`
    with given as materialized (
      select * from jsonb_to_recordset(${sql.json(rows)}) as g (
        place tid, state text, reason text, "heldUntil" timestamptz, attempts smallint, "sendKey" text,
        sid text, "startedAt" timestamptz, "sentAt" timestamptz, "deliveredAt" timestamptz, "repliedAt" timestamptz,
        "optedOutAt" timestamptz, "failedCode" text, "senderId" integer, "wasLost" boolean, body text, cost smallint)),
    changed as (
      update recipients r set state = g.state, reason = g.reason, held_until = g."heldUntil", attempts = g.attempts,
        send_key = g."sendKey", sid = g.sid, started_at = g."startedAt", sent_at = g."sentAt",
        delivered_at = g."deliveredAt", replied_at = g."repliedAt", opted_out_at = g."optedOutAt",
        failed_code = g."failedCode", sender_id = g."senderId", was_lost = g."wasLost", updated_at = ${at}::timestamptz, lookups = case when g.state = 'unknown' then r.lookups else 0 end,
        segments = coalesce(g.cost, r.segments),
        body = case when g.state in ('sending', 'unknown') then coalesce(g.body, r.body) end
      from given g where r.ctid = any(${`{${changes.map(({ place }) => `"${place}"`).join(",")}}`}::tid[]) and r.ctid = g.place),
    recorded as (
      insert into deliveries (company_id, campaign_id, recipient_id, type, data, at)
      select ${companyId}::int, f.c, f.r, f.type, f.data, ${at}::timestamptz
      from jsonb_to_recordset(${sql.json(facts)}) as f (c integer, r integer, type text, data jsonb)),
    outcomes as (
      insert into outcome_counts (company_id, quarter, campaign_id, outcome, accepted, people)
      select ${companyId}::int, o.quarter, o.c, o.outcome, o.accepted, o.n
      from jsonb_to_recordset(${sql.json(outcomeMoves(changes, at))})
        as o (c integer, quarter timestamptz, outcome text, accepted boolean, n integer)
      order by o.quarter, o.c, o.outcome, o.accepted
      on conflict (company_id, quarter, campaign_id, outcome, accepted)
        do update set people = outcome_counts.people + excluded.people)
    insert into campaign_counts (company_id, campaign_id, state, people)
    select ${companyId}::int, m.c, m.s, m.n from jsonb_to_recordset(${sql.json(movesOf(changes))}) as m (c integer, s text, n integer)
    order by m.c, m.s
    on conflict (company_id, campaign_id, state) do update set people = campaign_counts.people + excluded.people`
}

/** Folds entries into rows that are already locked, and writes what is new. For use inside a transaction. */
export const recordLocked = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  at: string,
  known: ReadonlyArray<LedgerRow>,
  entries: ReadonlyArray<LedgerEntry>,
) {
  const rows = new Map(known.map((row) => [`${row.campaign_id}.${row.recipient_id}`, row]))
  const changes = entries.flatMap((one) => {
    const row = rows.get(idOf(one))
    return row === undefined ? [] : [fold(row, one, at)]
  })
  const changed = changes.filter(({ news }) => news.length > 0)
  if (changed.length > 0) yield* write(sql, companyId, changed, at)
  yield* noteJourneys(
    sql,
    companyId,
    changed.flatMap((one) => journeyOf(rows.get(idOf(one)), one.news)),
  )
  return changes as ReadonlyArray<Settled>
})

/** Several entries of one recipient become one. */
const gathered = (entries: ReadonlyArray<LedgerEntry>): ReadonlyArray<LedgerEntry> => {
  const byPlace = new Map<string, LedgerEntry>()
  for (const one of entries) {
    const known = byPlace.get(idOf(one))
    byPlace.set(idOf(one), known === undefined ? one : { ...known, ...one, facts: [...known.facts, ...one.facts] })
  }
  return [...byPlace.values()]
}

/** Locks and records, joining the open transaction of the company. */
export const recordInside = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  at: string,
  entries: ReadonlyArray<LedgerEntry>,
) {
  if (entries.length === 0) return []
  const once = gathered(entries)
  return yield* recordLocked(sql, companyId, at, yield* lockRecipients(sql, companyId, once), once)
})

/**
 * Records what happened to recipients of one company, in one short transaction:
 * the folded rows, the facts that were new, and the counters. Gives each
 * recipient that exists as it was and as it is now.
 * @param at when, as an ISO instant
 */
export const recordEntries = (
  database: Database["Service"],
  companyId: CompanyId,
  at: string,
  entries: ReadonlyArray<LedgerEntry>,
) =>
  entries.length === 0
    ? Effect.succeed<ReadonlyArray<Settled>>([])
    : inCompany(database, companyId, recordInside(database.sql, companyId, at, entries))

/**
 * Records how sends ended. A person who would wait again in a campaign that was
 * cancelled meanwhile is cancelled with it: the cancellation's own sweep may have
 * passed. The share lock makes a cancellation wait, so that its sweep comes after.
 * Calls that no carrier took give their lines back.
 */
export const recordEnded = (
  database: Database["Service"],
  companyId: CompanyId,
  at: string,
  { goesOn }: Pick<Channel, "goesOn">,
  entries: ReadonlyArray<LedgerEntry>,
) => {
  const { sql } = database
  const record = Effect.fnUntraced(function* (all: ReadonlyArray<LedgerEntry>) {
    const settled = yield* recordInside(sql, companyId, at, all)
    if (goesOn)
      yield* closeCalls(
        sql,
        companyId,
        at,
        all.flatMap(({ key, facts }) => (key !== undefined && facts.some(isNotTaken) ? [key] : [])),
      )
    return settled
  })
  const back = entries.filter(({ facts }) => facts.some(({ _tag }) => _tag === "SendDeferred"))
  if (entries.length === 0) return Effect.succeed<ReadonlyArray<Settled>>([])
  if (back.length === 0) return inCompany(database, companyId, record(entries))
  const cancel = Effect.gen(function* () {
    const campaigns = yield* sql<{ campaign_id: CampaignId; state: string }>`
      select campaign_id, state from campaign_runs where company_id = ${companyId}
        and campaign_id in (select value::int from jsonb_array_elements_text(${sql.json(back.map((one) => one.campaignId))}))
      order by campaign_id for share`
    const over = campaigns.filter(({ state }) => ["cancelled", "completed", "deleted"].includes(state))
    const ids = new Set(over.map(({ campaign_id }) => campaign_id))
    const cancelled: RecipientFact = { _tag: "RecipientCancelled" }
    const all = entries.map((one) => (ids.has(one.campaignId) ? { ...one, facts: [...one.facts, cancelled] } : one))
    return yield* record(all)
  })
  return inCompany(database, companyId, cancel)
}
