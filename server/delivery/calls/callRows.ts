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
      select count(*)::int as calls from calls where company_id = ${companyId} and sender_id = ${senderId} and ended_at is null`
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

const columns = `send_key, campaign_id, recipient_id, phone, flow, log, ended_at,
  (select pronunciations from companies where companies.company_id = calls.company_id) as pronunciations`

/** Calls by their keys. */
export const readCalls = (sql: PgClient, companyId: CompanyId, keys: ReadonlyArray<string>) =>
  sql<CallRow>`
    select ${sql.literal(columns)} from calls
    where company_id = ${companyId} and send_key in (select jsonb_array_elements_text(${sql.json(keys)}))`.pipe(
    Effect.map((rows) => new Map(rows.map((row) => [row.send_key, row]))),
  )

/** The place of each of these among the calls that the carrier took for its person for its person: what it refused or never got is no attempt to reach someone. */
export const placesOfCalls = (sql: PgClient, companyId: CompanyId, keys: ReadonlyArray<string>) =>
  sql<{ key: string; place: number }>`
    select c.send_key as key, 1 + (
      select count(*)::int from calls t where t.company_id = ${companyId} and t.campaign_id = c.campaign_id
        and t.recipient_id = c.recipient_id and t.attempt < c.attempt and (t.status <> 'canceled' or t.sid is not null)) as place
    from calls c where c.company_id = ${companyId} and c.send_key in (select jsonb_array_elements_text(${sql.json(keys)}))`.pipe(
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

/** Records steps, each of another call. A step that is asked for again adds nothing: the longest log holds. */
export const recordSteps = (sql: PgClient, companyId: CompanyId, steps: ReadonlyArray<CallStepNews>) =>
  steps.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
    update calls c set sid = coalesce(c.sid, g.sid), left_message = c.left_message or g."leftMessage",
      recordings = case when g.recording is null or c.recordings @> jsonb_build_array(jsonb_build_object('sid', g.recording ->> 'sid'))
        then c.recordings else c.recordings || jsonb_build_array(g.recording) end,
      pressed = case when length(c.log) < length(g.log) then g.pressed else c.pressed end,
      log = case when length(c.log) < length(g.log) then g.log else c.log end
    from jsonb_to_recordset(${sql.json(steps)})
      as g (key text, sid text, log text, pressed jsonb, recording jsonb, "leftMessage" boolean)
    where c.company_id = ${companyId} and c.send_key = g.key`)

/** Gives back the lines of calls that no carrier took. What they do is kept: a carrier may have taken one after all. */
export const closeCalls = (sql: PgClient, companyId: CompanyId, at: string, keys: ReadonlyArray<string>) =>
  keys.length === 0
    ? Effect.void
    : sql`update calls set ended_at = ${at}::timestamptz, status = 'canceled'
          where company_id = ${companyId} and send_key in (select jsonb_array_elements_text(${sql.json(keys)})) and ended_at is null`

/** Records what a carrier reported of calls: its name for them, and how they ended. What they do is forgotten then. */
export const recordCallReports = (
  sql: PgClient,
  companyId: CompanyId,
  at: string,
  reports: ReadonlyArray<{ readonly key: string; readonly report: StatusReport; readonly isOver: boolean }>,
) => {
  const rows = reports.map(({ key, report, isOver }) => ({
    ...{ key, sid: report.sid, status: report.status, seconds: report.seconds ?? null, over: isOver },
  }))
  return sql`
    update calls c set sid = coalesce(c.sid, g.sid),
      status = case when c.ended_at is null then g.status else c.status end,
      seconds = coalesce(g.seconds, c.seconds),
      is_machine = c.is_machine or g.status = 'machine',
      ended_at = case when g.over then coalesce(c.ended_at, ${at}::timestamptz) else c.ended_at end,
      flow = case when g.over then null else c.flow end
    from (select distinct on (key) * from jsonb_to_recordset(${sql.json(rows)})
            as r (key text, sid text, status text, seconds integer, over boolean) order by key, over desc) g
    where c.company_id = ${companyId} and c.send_key = g.key`
}
