import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Struct } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { CampaignState } from "#schemas/outreach/campaign.ts"
import {
  OutreachRunFacts,
  OutreachRunId,
  outreachRunLimits,
  type Occurrence,
  type OutreachRun,
  type OutreachRunDetail,
} from "#schemas/scheduling/outreachRun.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { streamId } from "#server/decider.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { comingOf, isToCome, nextOf } from "./occurrences.rule.ts"
import { outreachRunProjection, type OutreachRunRow } from "./outreachRun.projection.ts"
import { datesBetween, plannedOn } from "./recurrence.rule.ts"

/** A date that was decided, as it is stored. */
type StoredOccurrence = {
  readonly run_id: number
  readonly date: string
  readonly state: "launched" | "failed" | "missed"
  readonly due_at: string
  readonly reason: Occurrence["reason"]
  readonly campaign_hashed_id: string | null
  readonly campaign_name: string
  readonly campaign_state: CampaignState
}

type StoredRun = {
  readonly row: unknown
  readonly hashed_id: string
  readonly stream_version: number
  readonly template_name: string | null
  readonly list_name: string | null
  readonly sender_number: string | null
  readonly set_up_by: string | null
  readonly last: StoredOccurrence | null
}

/** A run as it is read, with its row, by which its dates are computed. */
export type ReadRun = { readonly run: OutreachRun; readonly row: OutreachRunRow }

const rowOf = readRow(outreachRunProjection)

const decided = (stored: StoredOccurrence, hashedId: string): Occurrence => ({
  ...{ runHashedId: hashedId, date: stored.date, state: stored.state, reason: stored.reason, note: null },
  at: new Date(stored.due_at).toISOString(),
  campaign:
    stored.campaign_hashed_id === null
      ? null
      : { hashedId: stored.campaign_hashed_id, name: stored.campaign_name, state: stored.campaign_state },
})

const readAs =
  (now: string) =>
  (stored: StoredRun): ReadRun => {
    const row = rowOf(stored.row)
    const facts = Struct.pick(row, Struct.keys(OutreachRunFacts.fields))
    const run: OutreachRun = {
      ...{ runId: row.runId, hashedId: stored.hashed_id, version: stored.stream_version, updatedOn: row.updatedOn },
      // A stored run was made.
      state: row.state as OutreachRun["state"],
      setUpBy: stored.set_up_by ?? `User ${row.setUpBy}`,
      templateName: stored.template_name ?? "",
      listName: stored.list_name ?? "",
      senderNumber: stored.sender_number ?? "",
      run: facts,
      next: row.state === "active" ? (nextOf(row, row, now) ?? null) : null,
      last: stored.last === null ? null : decided(stored.last, stored.hashed_id),
    }
    return { run, row }
  }

/** Dates that were decided, with the campaigns that were made on them. */
const occurrences = (sql: PgClient) => sql`
  select o.company_id, o.run_id, o.date::text as date, o.state, o.due_at, o.reason, h.hashed_id as campaign_hashed_id,
    c.row ->> 'name' as campaign_name, c.state as campaign_state
  from outreach_occurrences o
  left join read_models c on c.company_id = o.company_id and ${rowsOf(sql, "c", campaignProjection)} and c.id = o.campaign_id
    and c.state <> 'deleted'
  left join hashed_ids h on h.company_id = c.company_id and h.kind = 'campaign' and h.id = c.id`

const runs = (sql: PgClient, companyId: CompanyId) => sql`
  select t.row, h.hashed_id, t.stream_version, m.row ->> 'name' as template_name, l.name as list_name,
    s.e164 as sender_number, a.display_name as set_up_by,
    (select to_json(o) from (${occurrences(sql)} where o.company_id = t.company_id and o.run_id = t.id
       order by o.date desc limit 1) o) as last
  from read_models t ${withHashedId(sql, "t", outreachRunProjection)}
  left join read_models m on m.company_id = t.company_id and ${rowsOf(sql, "m", templateProjection)}
    and m.id = (t.row ->> 'templateId')::int
  left join patient_lists l on l.company_id = t.company_id and l.list_id = (t.row ->> 'listId')::int
  left join senders s on s.company_id = t.company_id and s.sender_id = (t.row ->> 'senderId')::int
  left join accounts a on a.user_id = (t.row ->> 'setUpBy')::int
  where t.company_id = ${companyId} and ${rowsOf(sql, "t", outreachRunProjection)} and t.state <> 'deleted'`

/** The outreach runs of a company by name. */
export const readOutreachRuns = Effect.fn("readOutreachRuns")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const now = yield* isoNow
  const stored = yield* read(
    companyId,
    sql<StoredRun>`${runs(sql, companyId)} order by lower(t.row ->> 'name') collate "C", t.id`,
  )
  return stored.map(readAs(now))
})

/** An outreach run of the company; fails with NotFound. */
export const foundOutreachRun = Effect.fnUntraced(function* (companyId: CompanyId, runId: OutreachRunId) {
  const { sql, read } = yield* Database
  const now = yield* isoNow
  const one = Effect.map(read(companyId, sql<StoredRun>`${runs(sql, companyId)} and t.id = ${runId}`), ([stored]) =>
    stored === undefined ? undefined : readAs(now)(stored),
  )
  return yield* orNotFound(one)
})

/** Dates to come, or left out, between two days; a run that is paused has none. */
const toCome = ({ run, row }: ReadRun, from: string, to: string, now: string): ReadonlyArray<Occurrence> =>
  run.state !== "active"
    ? []
    : datesBetween(row, from, to)
        .filter((date) => isToCome(row, row, date, now))
        .map((date) => ({
          ...plannedOn(date, row),
          runHashedId: run.hashedId,
          state: row.skipped.includes(date) ? "skipped" : "planned",
          reason: null,
          campaign: null,
        }))

/** What became of the dates of runs between two days, and what is to come of them, by date and time. */
export const readOccurrences = Effect.fn("readOccurrences")(function* (
  companyId: CompanyId,
  all: ReadonlyArray<ReadRun>,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const { sql, read } = yield* Database
  const now = yield* isoNow
  const stored = yield* read(
    companyId,
    sql<StoredOccurrence>`${occurrences(sql)}
      where o.company_id = ${companyId} and o.date between ${from}::date and ${to}::date`,
  )
  const past = all.flatMap(({ run, row }) =>
    stored.flatMap((one) => (one.run_id === row.runId ? [decided(one, run.hashedId)] : [])),
  )
  return [...past, ...all.flatMap((one) => toCome(one, from, to, now))].toSorted((left, right) =>
    left.at < right.at ? -1 : left.at > right.at ? 1 : 0,
  )
})

/** What happened to a run besides its dates, oldest first, with the names of those who did it. */
const readHistory = Effect.fnUntraced(function* (companyId: CompanyId, runId: OutreachRunId) {
  const events = yield* (yield* EventStore).readStream(companyId, streamId(outreachRunProjection, runId))
  const actorOf = yield* actorsOf(events)
  return events.map((event) => ({ type: event.type, at: event.at, actor: actorOf(event) }))
})

/** The skipped and planned dates that come next, skipped ones with them so that they can be taken back. */
const coming = ({ run, row }: ReadRun, now: string): ReadonlyArray<Occurrence> => {
  const last = comingOf(row, row, now, outreachRunLimits.preview).at(-1)?.date ?? row.skipped.toSorted().at(-1)
  return last === undefined ? [] : toCome({ run, row }, now.slice(0, 10), last, now)
}

/** One outreach run with its dates and its history; fails with NotFound. */
export const readOutreachRunDetail = Effect.fn("readOutreachRunDetail")(function* (
  companyId: CompanyId,
  runId: OutreachRunId,
) {
  const { sql, read } = yield* Database
  const found = yield* foundOutreachRun(companyId, runId)
  const now = yield* isoNow
  const past = yield* read(
    companyId,
    sql<StoredOccurrence>`${occurrences(sql)} where o.company_id = ${companyId} and o.run_id = ${runId}
      order by o.date desc limit ${outreachRunLimits.past}`,
  )
  return {
    ...found.run,
    past: past.map((one) => decided(one, found.run.hashedId)),
    coming: coming(found, now),
    history: yield* readHistory(companyId, runId),
  } satisfies OutreachRunDetail
})

/** The number of a new outreach run. */
export const nextOutreachRunId = Effect.fn("nextOutreachRunId")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ id: number }>`select nextval('outreach_run_ids'::regclass)::int as id`)
  return OutreachRunId.make(row?.id ?? (yield* Effect.die("No number could be had for an outreach run")))
})
