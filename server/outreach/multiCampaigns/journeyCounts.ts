import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { JourneyEnd } from "#schemas/outreach/ladder.ts"
import { wayKey } from "#schemas/outreach/ladderWays.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { RecipientState } from "#schemas/outreach/recipient.ts"
import type { KnownPlace } from "./journeyFacts.queries.ts"

/** Where someone stands, as it is counted: how many rungs have begun for them, how they ended, and which steps they got until then. */
export type Standing = {
  readonly rung: number
  /** Empty before an end. */
  readonly end: JourneyEnd | ""
  /** The steps by number; none before an end, and none is kept for the cancelled. */
  readonly way: ReadonlyArray<number>
}

/** Someone who is before an end. */
export const goesOn = (rung: number): Standing => ({ rung, end: "", way: [] })

/** By these nothing more leaves: what waits when a ladder ends is taken back. */
const gotNothing: ReadonlyArray<RecipientState> = ["excluded", "cancelled", "queued", "held"]

/** The steps that someone got whose ladder ends, by number. */
export const wayOf = (
  places: ReadonlyArray<Pick<KnownPlace, "stepId" | "state" | "touches">>,
): ReadonlyArray<number> => {
  const got = places.filter(({ state, touches }) => touches > 0 || !gotNothing.includes(state))
  return [...new Set(got.map(({ stepId }) => stepId))].toSorted((one, other) => one - other)
}

/** Counts people who moved from where they stood to where they stand. For use where no other process moves people of the same multi-campaign. */
export const countMoves = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  moves: ReadonlyArray<{ readonly from?: Standing; readonly to: Standing; readonly people?: number }>,
) {
  const changes = new Map<string, Standing & { people: number }>()
  const add = (standing: Standing, people: number): void => {
    const key = `${standing.rung} ${standing.end} ${wayKey(standing.way)}`
    changes.set(key, { ...standing, people: (changes.get(key)?.people ?? 0) + people })
  }
  for (const { from, to, people = 1 } of moves) {
    if (from !== undefined) add(from, -people)
    add(to, people)
  }
  const rows = [...changes.values()].filter(({ people }) => people !== 0)
  if (rows.length === 0) return
  yield* sql`
    insert into journey_counts (company_id, multi_campaign_id, at_rung, ended_as, way, people)
    select ${companyId}::int, ${id}::int, g.rung, g."end", g.way, g.people
    from jsonb_to_recordset(${sql.json(rows)}) as g (rung smallint, "end" text, way smallint[], people integer)
    on conflict (company_id, multi_campaign_id, at_rung, ended_as, way) do update set people = journey_counts.people + excluded.people`
})
