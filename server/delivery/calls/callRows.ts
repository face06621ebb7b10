import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Pronunciation } from "#schemas/administration/companyDraft.ts"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { Claimed } from "../claim.ts"
import { readSendKey } from "../sendKey.rule.ts"
import type { CarrierRecording } from "../VoiceCarrier.ts"
import type { PressedKey } from "./callTurn.rule.ts"

/** How many more calls a number may hold; its row is locked, so that no other claim takes the same lines. */
export const freeLines = (sql: PgClient, companyId: CompanyId, senderId: SenderId) =>
  Effect.gen(function* () {
    const [sender] = yield* sql<{ lines: number }>`
      select concurrent_calls as lines from senders where company_id = ${companyId} and sender_id = ${senderId} for update`
    const [taken] = yield* sql<{ calls: number }>`
      select (select count(*) from calls where company_id = ${companyId} and sender_id = ${senderId} and ended_at is null)::int
        + (select count(*) from test_calls where company_id = ${companyId} and sender_id = ${senderId} and ended_at is null)::int as calls`
    return Math.max(0, (sender?.lines ?? 0) - (taken?.calls ?? 0))
  })

/** Keeps what claimed calls do, before any of them begins. For use inside the claim's transaction. */
export const openCalls = (
  sql: PgClient,
  companyId: CompanyId,
  senderId: SenderId,
  at: string,
  claimed: ReadonlyArray<Claimed>,
) => {
  const rows = claimed.map(({ key, campaignId, recipientId, to, body }) => ({
    ...{ key, c: campaignId, r: recipientId, phone: to, flow: body },
    attempt: readSendKey(key)?.attempt ?? 1,
  }))
  return rows.length === 0
    ? Effect.void
    : sql`
        insert into calls (company_id, send_key, campaign_id, recipient_id, attempt, sender_id, phone, flow, began_at, asked_at)
        select ${companyId}::int, o.key, o.c, o.r, o.attempt, ${senderId}::int, o.phone, o.flow, ${at}::timestamptz, ${at}::timestamptz
        from jsonb_to_recordset(${sql.json(rows)}) as o (key text, c integer, r integer, attempt smallint, phone text, flow text)
        order by o.key`
}

/** A call as its steps and reports need it. */
export type CallRow = {
  readonly send_key: string
  readonly campaign_id: CampaignId
  readonly recipient_id: number
  readonly phone: string
  /** What the call does; null once it is over. */
  readonly flow: string | null
  readonly log: string
  /** How the company's words are said. */
  readonly pronunciations: ReadonlyArray<Pronunciation>
  readonly ended_at: Date | null
}

/** A call that is locked. */
export type LockedCall = Pick<CallRow, "send_key" | "flow"> & {
  /** Where the row lies, while it is locked. */
  readonly place: string
}

/**
 * Calls by their keys. Each subquery of calls is looked up row by row: a planner without statistics would read all calls
 * of the company.
 */
export const readCalls = (sql: PgClient, companyId: CompanyId, keys: ReadonlyArray<string>) =>
  sql<CallRow>`
    select c.*, (select pronunciations from companies where company_id = ${companyId}) as pronunciations
    from jsonb_array_elements_text(${sql.json(keys)}) as asked (key)
    cross join lateral (
      select send_key, campaign_id, recipient_id, phone, flow, log, ended_at from calls
      where company_id = ${companyId} and send_key = asked.key offset 0) c`.pipe(
    Effect.map((rows) => new Map(rows.map((row) => [row.send_key, row]))),
  )

/** Locks calls, in one order everywhere; where their recipients are locked too, those come first. For use inside a transaction. */
export const lockCalls = (sql: PgClient, companyId: CompanyId, keys: ReadonlyArray<string>) =>
  sql<LockedCall>`
    select c.send_key, c.flow, c.ctid::text as place
    from jsonb_array_elements_text(${sql.json([...new Set(keys)].toSorted())}) as asked (key)
    cross join lateral (
      select send_key, flow, ctid from calls where company_id = ${companyId} and send_key = asked.key for update) c`.pipe(
    Effect.map((rows) => new Map(rows.map((row) => [row.send_key, row]))),
  )

/** Each with the row of its call; those of unknown calls are left out. */
const withPlaces = <A extends { readonly key: string }>(
  locked: ReadonlyMap<string, LockedCall>,
  all: ReadonlyArray<A>,
) =>
  all.flatMap((one) => {
    const place = locked.get(one.key)?.place
    return place === undefined ? [] : [{ ...one, place }]
  })

/** The rows of locked calls. Their places hold, and no planner needs statistics to find them. */
const placesIn = (sql: PgClient, rows: ReadonlyArray<{ readonly place: string }>) =>
  sql`c.ctid = any(${`{${rows.map(({ place }) => `"${place}"`).join(",")}}`}::tid[])`

/** Each row of locked calls with what is given for it. */
const theirs = (sql: PgClient, rows: ReadonlyArray<{ readonly place: string }>) =>
  sql`${placesIn(sql, rows)} and c.ctid = g.place`

/** The place of each of these among the calls that the carrier took for its person: what it refused or never got is no attempt to reach someone. */
export const placesOfCalls = (sql: PgClient, companyId: CompanyId, keys: ReadonlyArray<string>) =>
  sql<{ key: string; place: number }>`
    select c.send_key as key, 1 + (
      select count(*)::int from calls t where t.company_id = ${companyId} and t.campaign_id = c.campaign_id
        and t.recipient_id = c.recipient_id and t.attempt < c.attempt and (t.status <> 'canceled' or t.sid is not null)) as place
    from jsonb_array_elements_text(${sql.json(keys)}) as asked (key)
    cross join lateral (
      select send_key, campaign_id, recipient_id, attempt from calls
      where company_id = ${companyId} and send_key = asked.key offset 0) c`.pipe(
    Effect.map((rows) => new Map(rows.map(({ key, place }) => [key, place]))),
  )

/** What a step of a call adds to it. */
export type CallStepNews = {
  readonly key: string
  readonly sid: string
  readonly log: string
  readonly pressed: ReadonlyArray<PressedKey>
  readonly recording: CarrierRecording | null
  readonly leftMessage: boolean
}

/** Records steps, each of another call that is locked. A step that is asked for again adds nothing: the longest log holds. */
export const recordSteps = (
  sql: PgClient,
  locked: ReadonlyMap<string, LockedCall>,
  steps: ReadonlyArray<CallStepNews>,
) => {
  const rows = withPlaces(locked, steps)
  return rows.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
        update calls c set sid = coalesce(c.sid, g.sid), left_message = c.left_message or g."leftMessage",
          recordings = case when g.recording is null or c.recordings @> jsonb_build_array(jsonb_build_object('sid', g.recording ->> 'sid'))
            then c.recordings else c.recordings || jsonb_build_array(g.recording) end,
          pressed = case when length(c.log) < length(g.log) then g.pressed else c.pressed end,
          log = case when length(c.log) < length(g.log) then g.log else c.log end
        from jsonb_to_recordset(${sql.json(rows)})
          as g (place tid, sid text, log text, pressed jsonb, recording jsonb, "leftMessage" boolean)
        where ${theirs(sql, rows)}`)
}

/** Gives back the lines of calls that no carrier took. What they do is kept: a carrier may have taken one after all. */
export const closeCalls = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  at: string,
  keys: ReadonlyArray<string>,
) {
  if (keys.length === 0) return
  const rows = [...(yield* lockCalls(sql, companyId, keys)).values()]
  yield* sql`
    update calls c set ended_at = ${at}::timestamptz, status = 'canceled'
    where ${placesIn(sql, rows)} and c.ended_at is null`
})

/** Records what a carrier reported of locked calls: its name for them, and how they ended. What they do is forgotten then. */
export const recordCallReports = (
  sql: PgClient,
  locked: ReadonlyMap<string, LockedCall>,
  at: string,
  reports: ReadonlyArray<{ readonly key: string; readonly report: StatusReport; readonly isOver: boolean }>,
) => {
  const rows = withPlaces(
    locked,
    reports.map(({ key, report, isOver }) => ({
      ...{ key, sid: report.sid, status: report.status, seconds: report.seconds ?? null, over: isOver },
    })),
  )
  return rows.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
        update calls c set sid = coalesce(c.sid, g.sid),
          status = case when c.ended_at is null then g.status else c.status end,
          seconds = coalesce(g.seconds, c.seconds),
          is_machine = c.is_machine or g.status = 'machine',
          ended_at = case when g.over then coalesce(c.ended_at, ${at}::timestamptz) else c.ended_at end,
          flow = case when g.over then null else c.flow end
        from (select distinct on (place) * from jsonb_to_recordset(${sql.json(rows)})
                as r (place tid, sid text, status text, seconds integer, over boolean) order by place, over desc) g
        where ${theirs(sql, rows)}`)
}
