import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { ladderLimits } from "#schemas/outreach/ladder.ts"
import { thingOf } from "#server/decider.ts"
import { takesTime } from "#server/scheduling/appointments/booked.queries.ts"
import { multiCampaigns } from "./journeyNews.ts"
import type { LedgerRow } from "./recipientRows.ts"

/** A person who may get a message, as the bounds of ladders ask for them. */
type Asked = Pick<LedgerRow, "about" | "person" | "campaign_id" | "recipient_id"> & {
  readonly planned_phone: string | null
  readonly zone: string
}

/** What ladders still leave for those who may get a message. */
export type LadderBounds = {
  /** What happens instead of a send: the ladder is over for them, or they have had as much as they may. */
  readonly boundOf: (row: Asked) => RecipientFact | undefined
  /** Counts a message that is sent to them. */
  readonly count: (row: Asked) => void
}

type Bound = {
  readonly c: number
  readonly r: number
  readonly over: boolean
  readonly touches: number
  readonly most: number
  readonly today: number
  readonly tomorrow: Date
}

const none: LadderBounds = { boundOf: () => undefined, count: () => undefined }

const ladderOf = ({ about }: Asked): number | undefined => (about === null ? undefined : thingOf(multiCampaigns, about))

/** Attempts to call that a carrier took, of calls under the alias `o`. */
const taken = `(o.status <> 'canceled' or o.sid is not null)`

/** What of a recipient under the alias `t` is a touch: each call that was taken, or the text that left or may have. */
const touched = `case when calls.n > 0 then calls.n
  when calls.n is null and (t.sent_at is not null or t.state in ('sending', 'unknown')) then 1 else 0 end`

/**
 * The bounds of ladders (docs/policy.md#multi-campaigns) for those of some people who are in one, read before they are
 * sent anything: whether the ladder ended for them since they were queued, and how much they have had, over all and
 * on this day of their own zone, from whatever campaign. Claims of a company's numbers take turns here, so that no two
 * find the last place. For use inside the claim's transaction.
 * @param now milliseconds since 1970
 */
export const readLadderBounds = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  rows: ReadonlyArray<Asked>,
  now: number,
) {
  const asked = rows.flatMap((row) => {
    const m = ladderOf(row)
    return m === undefined
      ? []
      : [{ c: row.campaign_id, r: row.recipient_id, m, p: row.person, phone: row.planned_phone, zone: row.zone }]
  })
  if (asked.length === 0) return none
  yield* sql`select pg_advisory_xact_lock(hashtext('ladder bounds'), ${companyId}::int)`
  const at = new Date(now).toISOString()
  const found = yield* sql<Bound>`
    select a.c, a.r, coalesce((l.row ->> 'mostTouches')::int, 0) as most, day.begins + interval '1 day' as tomorrow,
      (j.ended_at is not null or l.state is distinct from 'running' or own.opted_out
        or (own.replied and l.row -> 'stops' ? 'replied')
        or (l.row -> 'stops' ? 'booked' and booked.made) or (l.row -> 'stops' ? 'confirmed' and booked.confirmed)) as over,
      own.touches, today.n as today
    from jsonb_to_recordset(${sql.json(asked)}) as a (c integer, r integer, m integer, p integer, phone text, zone text)
    join multi_campaign_runs run on run.company_id = ${companyId} and run.multi_campaign_id = a.m
    left join journeys j on j.company_id = ${companyId} and j.multi_campaign_id = a.m and j.patient_id = a.p
    left join read_models l on l.company_id = ${companyId} and l.category = 'multiCampaign' and l.id = a.m
    cross join lateral (select date_trunc('day', ${at}::timestamptz at time zone a.zone) at time zone a.zone as begins) day
    cross join lateral (
      select coalesce(sum(${sql.literal(touched)}), 0)::int as touches, coalesce(bool_or(t.replied_at is not null), false) as replied,
        coalesce(bool_or(t.opted_out_at is not null), false) as opted_out
      from ladder_steps s
      join recipients t on t.patient_id = a.p and t.company_id = s.company_id and t.campaign_id = s.campaign_id
      left join lateral (
        select count(*) filter (where ${sql.literal(taken)})::int as n from calls o
        where o.company_id = t.company_id and o.campaign_id = t.campaign_id and o.recipient_id = t.recipient_id
        having count(*) > 0) calls on true
      where s.multi_campaign_id = a.m and s.company_id = ${companyId}) own
    cross join lateral (
      select (select count(*)::int from recipients t
          where t.phone = a.phone and t.company_id = ${companyId} and (t.sent_at is not null or t.state in ('sending', 'unknown'))
            and coalesce(t.sent_at, t.started_at) >= day.begins and not exists (
              select from calls o where o.company_id = t.company_id and o.campaign_id = t.campaign_id and o.recipient_id = t.recipient_id))
        + (select count(*)::int from calls o
          where o.phone = a.phone and o.company_id = ${companyId} and o.began_at >= day.begins and ${sql.literal(taken)}) as n) today
    cross join lateral (
      select coalesce(bool_or(b.id >= run.first_appointment), false) as made,
        coalesce(bool_or(b.state in ('confirmed', 'arrived') and (b.row ->> 'updatedOn')::timestamptz >= j.entered_at), false) as confirmed
      from read_models b where b.company_id = ${companyId} and b.category = 'appointment' and b.patient_id = a.p
        and ${takesTime(sql, "b")} and b.state <> 'pending') booked`
  const bounds = new Map(found.map((one) => [`${one.c}.${one.r}`, one]))
  const of = (row: Asked) => bounds.get(`${row.campaign_id}.${row.recipient_id}`)
  /** What this claim itself sends, by person and ladder, and by number. */
  const sent = new Map<string, number>()
  const add = (key: string) => sent.set(key, (sent.get(key) ?? 0) + 1)
  const soFar = (key: string) => sent.get(key) ?? 0
  return {
    boundOf: (row) => {
      const bound = of(row)
      if (bound === undefined) return undefined
      if (bound.over) return { _tag: "RecipientCancelled" }
      if (bound.touches + soFar(`${row.about} ${row.person}`) >= bound.most)
        return { _tag: "RecipientExcluded", reason: "frequencyCap" }
      return bound.today + soFar(row.planned_phone ?? "") >= ladderLimits.touchesADay
        ? { _tag: "RecipientHeld", until: bound.tomorrow.toISOString() }
        : undefined
    },
    count: (row) => {
      add(`${row.about} ${row.person}`)
      add(row.planned_phone ?? "")
    },
  } satisfies LadderBounds
})
