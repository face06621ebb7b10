import { Effect } from "effect"
import type { Pronunciation } from "#schemas/administration/companyDraft.ts"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { Database } from "#server/store/Database.ts"
import type { Channel } from "../channels/channel.ts"
import type { CarrierRecording } from "../VoiceCarrier.ts"
import { readTestCallKey, type TestCallKey } from "./testCallKey.rule.ts"

/** What is known of a test call by its carrier. `sid` is null where the carrier was never reached. */
export type TestCallNews = {
  readonly callId: string
  readonly sid: string | null
  readonly status: string
  readonly code: string | null
  readonly seconds: number | null
  readonly isOver: boolean
}

/** How a call goes on until it is over: ours first, then the carrier's. */
const underway = ["waiting", "placing", "queued", "initiated", "ringing", "in-progress"]
const until = (status: string): ReadonlyArray<string> => underway.slice(0, underway.indexOf(status) + 1)

/**
 * Records what became of test calls, however often and in whatever order it is said: what is over stays so, and a status
 * never goes back. What a call does is forgotten when it ends.
 */
export const recordTestNews = (
  { sql, company }: Database["Service"],
  companyId: CompanyId,
  at: string,
  news: ReadonlyArray<TestCallNews>,
) =>
  news.length === 0
    ? Effect.void
    : Effect.asVoid(
        company(companyId)(
          Effect.forEach(
            news,
            ({ callId, sid, status, code, seconds, isOver }) => sql`
              update test_calls set sid = coalesce(sid, ${sid}::text), status = ${status}::text, code = ${code}::text,
                seconds = coalesce(${seconds}::int, seconds),
                ended_at = ${isOver ? at : null}::timestamptz, flow = case when ${isOver}::boolean then null else flow end
              where company_id = ${companyId} and call_id = ${callId} and ended_at is null
                and (${isOver}::boolean or status in (select jsonb_array_elements_text(${sql.json(until(status))})))`,
            { discard: true },
          ),
        ),
      )

/** Records what the carrier reports of test calls; what names none of ours changes nothing. */
export const recordTestReports = Effect.fn("recordTestReports")(function* (
  database: Database["Service"],
  { verdictOf }: Pick<Channel, "verdictOf">,
  at: string,
  reports: ReadonlyArray<StatusReport>,
) {
  for (const { key, sid, status, errorCode, seconds = null } of reports) {
    const of = readTestCallKey(key ?? "")
    const verdict = verdictOf(status)
    if (of === undefined || verdict === undefined) continue
    const { companyId, callId } = of
    const isOver = verdict === "delivered" || verdict === "failed"
    yield* recordTestNews(database, companyId, at, [{ callId, sid, status, code: errorCode, seconds, isOver }])
  }
})

/** A test call as its steps need it. */
type TestCallRow = {
  readonly flow: string | null
  readonly log: string
  readonly pronunciations: ReadonlyArray<Pronunciation>
}

/** A test call of a company; undefined where it has none of that key. */
export const readTestCall = ({ sql, company }: Database["Service"], { companyId, callId }: TestCallKey) =>
  company(companyId)(
    sql<TestCallRow>`
      select t.flow, t.log, c.pronunciations from test_calls t join companies c using (company_id)
      where t.company_id = ${companyId} and t.call_id = ${callId}`,
  ).pipe(Effect.map(([row]) => row))

/**
 * Records a step of a test call: that someone answered, and which recording the carrier is to remove. Gives whether the
 * call goes on.
 */
export const recordTestStep = (
  { sql, company }: Database["Service"],
  { companyId, callId }: TestCallKey,
  step: { readonly sid: string; readonly log: string; readonly recording: CarrierRecording | null },
) =>
  company(companyId)(
    sql<{ open: boolean }>`
      update test_calls set sid = coalesce(sid, ${step.sid}::text),
        status = case when ended_at is null then 'in-progress' else status end,
        log = case when ended_at is null and length(log) < length(${step.log}::text) then ${step.log}::text else log end,
        recordings = case when ${step.recording === null}::boolean or recordings @> ${sql.json([step.recording?.sid ?? ""])} then recordings
          else recordings || ${sql.json([step.recording?.sid ?? ""])} end
      where company_id = ${companyId} and call_id = ${callId} returning ended_at is null as open`,
  ).pipe(Effect.map(([row]) => row?.open === true))

/** A test call that waits to be placed. */
type WaitingCall = {
  readonly callId: string
  readonly phone: string
  readonly from: string
  readonly flow: string
  /** Asked for so long ago that the person no longer waits for it. */
  readonly late: boolean
}

/** Takes the test calls that wait at a sender: each is placed once, whatever becomes of this process. */
export const takeTestCalls = (
  { sql, company }: Database["Service"],
  companyId: CompanyId,
  senderId: SenderId,
  times: { readonly now: string; readonly late: string },
) =>
  company(companyId)(
    sql<WaitingCall>`
      update test_calls t set status = 'placing', asked_at = ${times.now}::timestamptz
      from senders s
      where t.company_id = ${companyId} and t.sender_id = ${senderId} and t.status = 'waiting' and t.ended_at is null
        and s.company_id = t.company_id and s.sender_id = t.sender_id
      returning t.call_id as "callId", t.phone, s.e164 as from, t.flow, t.at < ${times.late}::timestamptz as late`,
  )

/** A test call of which nothing was heard for a while. */
type SilentTest = { readonly callId: string; readonly sid: string | null; readonly old: boolean }

/** Test calls of a sender that are silent since an instant, each of which is asked about again later. */
export const silentTestCalls = (
  { sql, company }: Database["Service"],
  companyId: CompanyId,
  senderId: SenderId,
  times: { readonly now: string; readonly silent: string; readonly old: string },
) =>
  company(companyId)(
    sql<SilentTest>`
      update test_calls set asked_at = ${times.now}::timestamptz
      where company_id = ${companyId} and sender_id = ${senderId} and ended_at is null and status <> 'waiting'
        and asked_at < ${times.silent}::timestamptz
      returning call_id as "callId", sid, at < ${times.old}::timestamptz as old`,
  )
