import { Effect, Result } from "effect"
import type { CampaignId } from "#schemas/ids.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { Database } from "#server/store/Database.ts"
import type { ServedSender } from "../servedSender.ts"
import { recordReports } from "../statusReports.ts"
import { VoiceCarrier } from "../VoiceCarrier.ts"

/** How long a call may be silent before the carrier is asked about it, in minutes: a webhook may be lost. */
const silentMinutes = 5
/** A call of which the carrier knows nothing is given up after so many minutes: none may last longer. */
const longestMinutes = 60
const most = 20

type SilentCall = {
  readonly key: string
  readonly sid: string
  readonly old: boolean
  readonly campaign_id: CampaignId
}

/**
 * Asks the carrier about calls of a sender whose end no one reported, some at a time, and records what it says. A
 * call that stays silent would hold one of the sender's lines for ever.
 * @param now as an ISO instant
 */
export const readLostReports = Effect.fn("readLostReports")(function* (
  database: Database["Service"],
  { channel, companyId, senderId }: ServedSender,
  now: string,
) {
  const { sql, company } = database
  const silent = yield* company(companyId)(
    sql<SilentCall>`
      update calls c set asked_at = ${now}::timestamptz
      from (select c.send_key, coalesce(c.sid, r.sid, '') as sid from calls c
            left join recipients r on r.company_id = c.company_id and r.campaign_id = c.campaign_id
              and r.recipient_id = c.recipient_id and r.send_key = c.send_key
            where c.company_id = ${companyId} and c.sender_id = ${senderId} and c.ended_at is null
              and c.asked_at < ${now}::timestamptz - make_interval(mins => ${silentMinutes}) and r.state is distinct from 'unknown'
            order by c.asked_at limit ${most}) s
      where c.company_id = ${companyId} and c.send_key = s.send_key
      returning c.send_key as key, s.sid, c.campaign_id,
        c.began_at < ${now}::timestamptz - make_interval(mins => ${longestMinutes}) as old`,
  )
  const reports = yield* Effect.forEach(
    silent,
    Effect.fnUntraced(function* ({ key, sid, old }) {
      const answer =
        sid === "" ? Result.fail(undefined) : yield* Effect.result(VoiceCarrier.use((carrier) => carrier.read(sid)))
      if (Result.isSuccess(answer)) return [{ ...answer.success, key }]
      const lost: StatusReport = { id: `${key}:lost`, sid, key, status: "failed", errorCode: null }
      return old ? [lost] : []
    }),
    { concurrency: 4 },
  )
  return yield* recordReports(database, channel, now, reports.flat())
})
