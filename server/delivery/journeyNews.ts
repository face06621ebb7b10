import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { thingOf } from "#server/decider.ts"
import { type Change, notifyChanges } from "#server/store/changes.ts"
import type { LedgerRow } from "./recipientRows.ts"

/** Streams of multi-campaigns, as what a message is about names them. */
export const multiCampaigns = { category: "multiCampaign" } as const

/** A person of a multi-campaign. */
type Traveller = { readonly m: number; readonly p: number }

/** What may move a person on in a ladder: a step that is over, or an answer. */
const movesOn: ReadonlySet<RecipientFact["_tag"]> = new Set([
  "SendAccepted",
  "SendRefused",
  "MessageDelivered",
  "MessageFailed",
  "ReplyReceived",
  "RecipientOptedOut",
  "RecipientExcluded",
  "RecipientCancelled",
])

/** The person of a multi-campaign that a message is for; none for a message of no ladder. */
export const travellerOf = ({ about, person }: Pick<LedgerRow, "about" | "person">): ReadonlyArray<Traveller> => {
  const m = thingOf(multiCampaigns, about ?? "")
  return m === undefined ? [] : [{ m, p: person }]
}

/** The person of a multi-campaign that facts may move on. */
export const journeyOf = (
  row: Pick<LedgerRow, "about" | "person"> | undefined,
  news: ReadonlyArray<RecipientFact>,
): ReadonlyArray<Traveller> =>
  row === undefined || !news.some(({ _tag }) => movesOn.has(_tag)) ? [] : travellerOf(row)

/** Wakes the worker that takes people from step to step; it is no event. */
export const journeysChanged = (companyId: CompanyId): Change => ({
  companyId,
  ...{ stream: "journeys", type: "JourneysChanged", version: 0, pos: 0 },
})

/** Lets people who are before an end be looked at again by the worker. Only adds rows, so that no report waits for one who is looked at. */
export const noteJourneys = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  people: ReadonlyArray<Traveller>,
) {
  if (people.length === 0) return
  // Looked up by their keys alone: a planner without statistics would read everyone who is on their way for each of them.
  yield* sql`
    insert into journey_news (company_id, multi_campaign_id, patient_id)
    select distinct ${companyId}::int, n.m, n.p from jsonb_to_recordset(${sql.json(people)}) as n (m integer, p integer)
    cross join lateral (
      select * from journeys j where j.company_id = ${companyId} and j.multi_campaign_id = n.m and j.patient_id = n.p
      offset 0) j
    where j.ended_at is null`
  yield* notifyChanges(sql, [journeysChanged(companyId)])
})
