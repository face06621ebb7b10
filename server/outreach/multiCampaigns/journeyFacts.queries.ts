import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CampaignId, CompanyId, PatientId } from "#schemas/ids.ts"
import { asksForValue, type Ladder } from "#schemas/outreach/ladder.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { RecipientState } from "#schemas/outreach/recipient.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { takesTime } from "#server/scheduling/appointments/booked.queries.ts"
import { integers } from "#server/store/columnArrays.ts"
import type { JourneyFacts, StepPlace } from "./journey.rule.ts"

/** A place with the row that it stands for. */
export type KnownPlace = StepPlace & {
  readonly channel: ChannelName
  readonly campaignId: CampaignId
  readonly recipientId: number
  /** Which text of a test it is. */
  readonly variant: number
  readonly reason: string | null
  readonly heldUntil: Date | null
  readonly attempts: number
  /** Texts and calls of it that a carrier took. */
  readonly touches: number
  /** When its link was opened first. */
  readonly openedAt: Date | null
}

type PlaceRow = {
  readonly patient_id: PatientId
  readonly campaign_id: CampaignId
  readonly recipient_id: number
  readonly step_id: number
  readonly variant: number
  readonly key: string
  readonly state: RecipientState
  readonly reason: string | null
  readonly held_until: Date | null
  readonly attempts: number
  readonly sent_at: Date | null
  readonly updated_at: Date
  readonly delivered: boolean
  readonly replied: boolean
  readonly opened_at: Date | null
  readonly opted_out: boolean
  readonly calls: number | null
  readonly answered: boolean
  readonly silent: boolean
  readonly receipt_asked_at: Date | null
  readonly receipt_wanted_at: Date | null
  readonly channel: ChannelName
}

/** The key of a place of a step: `3` for the first, `3.2` for the first time that its text is sent again. */
export const stepKey = (stepId: number, attempt: number): string =>
  attempt === 1 ? `${stepId}` : `${stepId}.${attempt}`

const attemptOf = (key: string): number => Number(key.split(".")[1] ?? 1)

const isLasting = ({ state, reason, channel }: PlaceRow): boolean =>
  state === "excluded" || (reason !== null && channelOf(channel).lastingCodes.includes(reason))

const touchesOf = ({ calls, sent_at, state }: PlaceRow): number => {
  if (calls !== null) return calls
  return sent_at !== null || state === "sending" || state === "unknown" ? 1 : 0
}

const silenceOf = ({ silent, receipt_asked_at: asked, receipt_wanted_at: wanted }: PlaceRow): StepPlace["silence"] =>
  silent ? { askedAt: asked?.getTime() ?? null, wantedAt: wanted?.getTime() ?? null } : undefined

const placeOf = (row: PlaceRow): KnownPlace => ({
  ...{ stepId: row.step_id, attempt: attemptOf(row.key), state: row.state, isLasting: isLasting(row) },
  ...{ wasDelivered: row.delivered, wasAnswered: row.answered, silence: silenceOf(row) },
  // A text is over when it left, whatever is reported of it later; a call when it ended.
  at: (row.channel === "SMS" && row.sent_at !== null && row.state !== "failed"
    ? row.sent_at
    : row.updated_at
  ).getTime(),
  ...{
    channel: row.channel,
    campaignId: row.campaign_id,
    recipientId: row.recipient_id,
    variant: row.variant,
    reason: row.reason,
  },
  touches: touchesOf(row),
  ...{ heldUntil: row.held_until, attempts: row.attempts, openedAt: row.opened_at },
})

/** The places that some people of a multi-campaign have, in order. */
const readPlaces = (sql: PgClient, companyId: CompanyId, id: MultiCampaignId, people: ReadonlyArray<PatientId>) =>
  sql<PlaceRow>`
    select r.patient_id, r.campaign_id, r.recipient_id, s.step_id, s.variant, r.key, r.state, r.reason, r.held_until, r.attempts,
      r.sent_at, r.updated_at, r.delivered_at is not null as delivered, r.replied_at is not null as replied, opened.opened_at,
      r.opted_out_at is not null as opted_out, calls.n as calls, coalesce(calls.answered, false) as answered, n.channel,
      n.channel = 'SMS' and r.state = 'sent' and r.delivered_at is null as silent, r.receipt_asked_at, r.receipt_wanted_at
    from unnest(${integers(people)}::int[]) as asked (p)
    join ladder_steps s on s.company_id = ${companyId} and s.multi_campaign_id = ${id}
    cross join lateral (
      select * from recipients r where r.patient_id = asked.p and r.campaign_id = s.campaign_id and r.company_id = ${companyId}
      offset 0) r
    join campaign_runs c on c.company_id = ${companyId} and c.campaign_id = s.campaign_id
    join senders n on n.company_id = c.company_id and n.sender_id = c.sender_id
    left join link_openings opened on opened.company_id = r.company_id and opened.campaign_id = r.campaign_id
      and opened.recipient_id = r.recipient_id
    left join lateral (
      select count(*) filter (where o.status <> 'canceled' or o.sid is not null)::int as n,
        bool_or(o.status = 'completed' and not o.is_machine) as answered
      from calls o where o.company_id = ${companyId} and o.campaign_id = r.campaign_id and o.recipient_id = r.recipient_id
      having count(*) > 0) calls on n.channel = 'IVR'
    order by r.patient_id, s.step_id, r.key`

type Visit = { readonly patient_id: PatientId; readonly booked: boolean; readonly confirmed: boolean }

/** Who of some people has an appointment that was made since the launch, or confirmed since they came in. */
const readVisits = (sql: PgClient, companyId: CompanyId, id: MultiCampaignId, people: ReadonlyArray<PatientId>) =>
  sql<Visit>`
    select asked.p as patient_id, bool_or(b.id >= run.first_appointment) as booked,
      bool_or(b.state in ('confirmed', 'arrived') and (b.row ->> 'updatedOn')::timestamptz >= run.launched_at) as confirmed
    from unnest(${integers(people)}::int[]) as asked (p)
    join multi_campaign_runs run on run.company_id = ${companyId} and run.multi_campaign_id = ${id}
    cross join lateral (
      select b.id, b.state, b.row from read_models b
      where b.company_id = ${companyId} and b.category = 'appointment' and b.patient_id = asked.p
        and ${takesTime(sql, "b")} and b.state <> 'pending' offset 0) b
    group by 1`

type SetValue = { readonly patient_id: PatientId; readonly name: string; readonly value: string }

/** The values that rules set last by the replies of some people to texts of a multi-campaign. */
const readValues = (sql: PgClient, companyId: CompanyId, id: MultiCampaignId, people: ReadonlyArray<PatientId>) =>
  sql<SetValue>`
    select distinct on (asked.p, v.name) asked.p as patient_id, v.name, v.value
    from unnest(${integers(people)}::int[]) as asked (p)
    join ladder_steps s on s.company_id = ${companyId} and s.multi_campaign_id = ${id}
    cross join lateral (
      select r.recipient_id from recipients r
      where r.patient_id = asked.p and r.campaign_id = s.campaign_id and r.company_id = ${companyId} offset 0) r
    join rule_replies v on v.company_id = ${companyId} and v.campaign_id = s.campaign_id
      and v.recipient_id = r.recipient_id and v.outcome = 'setValue'
    order by asked.p, v.name, v.at desc, v.inbound_id desc`

/** A person's facts, with the rows of their places. */
export type KnownFacts = Omit<JourneyFacts, "places"> & { readonly places: ReadonlyArray<KnownPlace> }

const nothing: KnownFacts = {
  ...{
    places: [],
    touches: 0,
    hasReplied: false,
    hasClicked: false,
    hasBooked: false,
    values: {},
    hasConfirmed: false,
    hasOptedOut: false,
  },
}

/**
 * What is known of some people in a multi-campaign; values only where a step of it asks for one. For use inside the
 * company's transaction.
 */
export const readJourneyFacts = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  { steps }: Pick<Ladder, "steps">,
  people: ReadonlyArray<PatientId>,
) {
  const places = Map.groupBy(yield* readPlaces(sql, companyId, id, people), ({ patient_id }) => patient_id)
  const visits = new Map((yield* readVisits(sql, companyId, id, people)).map((one) => [one.patient_id, one]))
  const asks = steps.some(({ onlyIf }) => asksForValue(onlyIf))
  const values = Map.groupBy(asks ? yield* readValues(sql, companyId, id, people) : [], ({ patient_id }) => patient_id)
  return (patientId: PatientId): KnownFacts => {
    const rows = places.get(patientId) ?? []
    const visit = visits.get(patientId)
    return {
      ...nothing,
      places: rows.map(placeOf),
      touches: rows.reduce((sum, row) => sum + touchesOf(row), 0),
      hasReplied: rows.some(({ replied }) => replied),
      hasClicked: rows.some(({ opened_at }) => opened_at !== null),
      hasOptedOut: rows.some(({ opted_out }) => opted_out),
      hasBooked: visit?.booked ?? false,
      hasConfirmed: visit?.confirmed ?? false,
      values: Object.fromEntries((values.get(patientId) ?? []).map(({ name, value }) => [name, value])),
    }
  }
})
