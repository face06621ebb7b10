import { Effect } from "effect"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import { openStates } from "#server/outreach/recipients/recipient.rule.ts"
import type { Database } from "#server/store/Database.ts"
import { longestHold } from "./releaseHeld.ts"
import { standInAfterMillis } from "./standIn.ts"

/** A sender of a company. */
export type SenderRow = { readonly company_id: CompanyId; readonly sender_id: SenderId }
/** A campaign of a company. */
export type CampaignPlace = { readonly company_id: CompanyId; readonly campaign_id: CampaignId }

type Found = SenderRow &
  CampaignPlace & { readonly what: "due" | "busy" | "finished" | "later"; readonly at: Date | null }

/** What there is to do at one moment. */
export type Work = {
  /** Scheduled campaigns whose time has come. */
  readonly due: ReadonlyArray<CampaignPlace>
  /** Senders with anything to do now. */
  readonly busy: ReadonlyArray<SenderRow>
  /** Running campaigns of a list in which nothing is left to decide. */
  readonly finished: ReadonlyArray<CampaignPlace>
  /** When the next scheduled campaign or held person is due, in milliseconds since 1970; Infinity: none is known of. */
  readonly next: number
}

/**
 * Looks for work in one statement. The first of those who wait is looked up, never whether there is one: a planner may
 * read the whole backlog for that. Of a running campaign in which everyone is held until later there is nothing to do.
 * @param now milliseconds since 1970
 * @param isMoved whether the clock was moved: then those who are held have to be judged again
 * @param standInAfter how long a number is in trouble before another one sends for it, in milliseconds
 */
export const findWork = Effect.fn("findWork")(function* (
  { sql, readEveryCompany }: Database["Service"],
  now: number,
  isMoved: boolean,
  standInAfter: number = standInAfterMillis,
) {
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const recipients = sql`recipients r where r.company_id = c.company_id and r.campaign_id = c.campaign_id`
  const found = yield* readEveryCompany(sql<Found>`
    select 'due' as what, company_id, campaign_id, sender_id, null::timestamptz as at from campaign_runs
    where state = 'scheduled' and start_at <= ${at}
    union all
    select 'busy', company_id, 0, sender_id, null from (
      select c.company_id, c.sender_id from campaign_runs c
      where c.state = 'running' and (not c.planned or ${isMoved}
        or (select true from ${recipients} and r.state = 'queued' order by r.recipient_id limit 1)
        or (select min(r.held_until) from ${recipients} and r.state = 'held') <= ${at}
        or (select max(r.held_until) from ${recipients} and r.state = 'held') > ${at} + ${longestHold}::interval)
      union
      select c.company_id, c.sender_id from campaign_runs c
      where exists (select from ${recipients} and r.state in ('sending', 'unknown'))
      union
      select c.company_id, c.sender_id from campaign_runs c
      where (select true from ${recipients} and r.receipt_wanted_at is not null limit 1)
      union
      select r.company_id, r.sender_id from recipients r
      join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
      where r.sender_id is not null and r.state in ('queued', 'sending', 'unknown') and (r.state <> 'queued' or c.state = 'running')
      union
      select x.company_id, x.sender_id from senders a
      join senders x on x.company_id = a.company_id and x.e164 = a.stand_in and x.channel = a.channel
      join campaign_runs c on c.company_id = a.company_id and c.sender_id = a.sender_id
      where a.trouble_since <= ${at} - ${standInAfter} * interval '1 millisecond' and c.state = 'running'
        and (select true from ${recipients} and r.state = 'queued' order by r.recipient_id limit 1)
      union
      select n.company_id, n.sender_id from notices n join senders s using (company_id, sender_id)
      where n.state in ('queued', 'sending')
      union
      select company_id, sender_id from calls where ended_at is null
      union
      select t.company_id, t.sender_id from test_calls t join senders s using (company_id, sender_id)
      where t.ended_at is null) busy
    union all
    select 'finished', c.company_id, c.campaign_id, c.sender_id, null from campaign_runs c
    where c.state = 'running' and c.planned and c.list_id is not null and not exists (
      select from campaign_counts k where k.company_id = c.company_id and k.campaign_id = c.campaign_id
        and k.people > 0 and k.state in (select jsonb_array_elements_text(${sql.json(openStates)})))
      -- A call that no one answers may be followed by another one.
      and not exists (select from calls o where o.company_id = c.company_id and o.campaign_id = c.campaign_id and o.ended_at is null)
    union all
    select 'later', 0, 0, 0, min(next) from (
      select start_at as next from campaign_runs where state = 'scheduled' and start_at > ${at}
      union all
      select (select min(r.held_until) from ${recipients} and r.state = 'held' and r.held_until > ${at})
      from campaign_runs c where c.state = 'running') later`)
  const those = (what: Found["what"]) => found.filter((one) => one.what === what)
  return {
    due: those("due"),
    busy: those("busy"),
    finished: those("finished"),
    next: those("later")[0]?.at?.getTime() ?? Infinity,
  } satisfies Work
})
