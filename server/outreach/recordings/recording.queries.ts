import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { RecordingDetail, RecordingId } from "#schemas/outreach/callRecording.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { isoColumn } from "#server/store/isoColumn.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rowsOf } from "#server/store/readModels.ts"

/** Until when the recordings of the call `c` of the company `co` are kept. */
const keptUntil = `coalesce(c.ended_at, c.began_at) + make_interval(days => co.recording_days)`

/** The recording and its call; undefined where the company has none of that name. */
export const readRecording = Effect.fn("readRecording")(function* (companyId: CompanyId, recordingId: RecordingId) {
  const { sql, read } = yield* Database
  const at = yield* isoNow
  const until = `coalesce(c.recordings_removed_at, ${keptUntil})`
  const [row] = yield* read(
    companyId,
    sql<RecordingDetail>`
      select one ->> 'sid' as "recordingId", (one -> 'seconds')::int as seconds, c.phone,
        coalesce(trim(p.first_name || ' ' || p.last_name), '') as patient,
        jsonb_build_object('campaignHashedId', h.hashed_id, 'name', m.row ->> 'name') as campaign,
        ${sql.literal(isoColumn("c.began_at"))} as "calledOn", ${sql.literal(isoColumn(until))} as "keptUntil",
        ${sql.literal(until)} <= ${at}::timestamptz as "isRemoved"
      from calls c
      cross join lateral (select value as one from jsonb_array_elements(c.recordings)) l
      join companies co on co.company_id = c.company_id
      join read_models m on m.company_id = c.company_id and ${rowsOf(sql, "m", campaignProjection)} and m.id = c.campaign_id
      ${withHashedId(sql, "m", campaignProjection)}
      left join recipients r on r.company_id = c.company_id and r.campaign_id = c.campaign_id and r.recipient_id = c.recipient_id
      left join patients p on p.company_id = c.company_id and p.patient_id = r.patient_id
      where c.company_id = ${companyId} and c.recordings <> '[]'
        and c.recordings @> ${sql.json([{ sid: recordingId }])} and one ->> 'sid' = ${recordingId}`,
  )
  return row
})

/** A call whose recordings have been kept for their time. */
export type ExpiredCall = {
  readonly companyId: CompanyId
  readonly key: string
  readonly endedAt: string
  readonly recordings: ReadonlyArray<RecordingId>
}

/** The next calls whose recordings are to be removed, the oldest first, after one of them; inside `everyCompany`. */
export const expiredCalls = (
  sql: PgClient,
  at: string,
  after: ExpiredCall | undefined,
  most: number,
) => sql<ExpiredCall>`
  select c.company_id as "companyId", c.send_key as key, ${sql.literal(isoColumn("c.ended_at"))} as "endedAt",
    (select jsonb_agg(value ->> 'sid') from jsonb_array_elements(c.recordings)) as recordings
  from calls c join companies co on co.company_id = c.company_id
  where c.recordings <> '[]' and c.recordings_removed_at is null and c.ended_at is not null
    and ${sql.literal(keptUntil)} <= ${at}::timestamptz
    ${
      after === undefined
        ? sql``
        : sql`and (date_trunc('milliseconds', c.ended_at), c.company_id, c.send_key) > (${after.endedAt}::timestamptz, ${after.companyId}, ${after.key})`
    }
  order by date_trunc('milliseconds', c.ended_at), c.company_id, c.send_key limit ${most}`

/** Notes that the recordings of a call were removed. Who they were and how long they were stays in its row. */
export const noteRemoved = (sql: PgClient, { companyId, key }: ExpiredCall, at: string) => sql`
  update calls set recordings_removed_at = ${at}::timestamptz where company_id = ${companyId} and send_key = ${key}`
