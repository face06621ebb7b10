import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { recordInside } from "#server/delivery/ledger.ts"
import { wantReceipts } from "#server/delivery/lostReceipts.ts"
import type { JourneyMove } from "./journey.rule.ts"
import { countMoves, goesOn, wayOf, type Standing } from "./journeyCounts.ts"
import type { KnownFacts } from "./journeyFacts.queries.ts"

/** Someone who is before an end, as a look finds them. */
export type JourneyRow = {
  readonly patient_id: PatientId
  readonly state: "waiting" | "underway"
  readonly at_rung: number
  readonly since: Date
  /** Where the row lies, while it is locked. */
  readonly place: string
}

/** What a look at someone led to. */
export type Moved = { readonly journey: JourneyRow; readonly facts: KnownFacts; readonly move: JourneyMove }

/** What waits still of those whose ladder ended is taken back. */
export const takeBack = (sql: PgClient, companyId: CompanyId, moved: ReadonlyArray<Moved>, at: string) =>
  recordInside(
    sql,
    companyId,
    at,
    moved.flatMap(({ move, facts }) =>
      move._tag === "End"
        ? facts.places
            .filter(({ state }) => state === "queued" || state === "held")
            .map(({ campaignId, recipientId }) => ({
              campaignId,
              recipientId,
              facts: [{ _tag: "RecipientCancelled" } as const],
            }))
        : [],
    ),
  )

/** Has the carrier asked about the texts without a receipt that a decision waits for. */
export const askForReceipts = (sql: PgClient, companyId: CompanyId, moved: ReadonlyArray<Moved>, at: string) =>
  wantReceipts(
    sql,
    companyId,
    at,
    moved.flatMap(({ move, facts }) => {
      const asked = move._tag === "Stay" ? (move.asks ?? []) : []
      return facts.places.filter((place) => asked.includes(place))
    }),
  )

const standingOf = ({ journey, facts, move }: Moved): Standing =>
  move._tag === "End" ? { rung: journey.at_rung, end: move.as, way: wayOf(facts.places) } : goesOn(move.atRung)

/** Writes where people stand now, to the rows that are locked, and counts them. Who gets nothing by a step is looked at again at once. */
export const writeMoves = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  moved: ReadonlyArray<Moved>,
  leftOut: ReadonlySet<number>,
  at: string,
) {
  const standings = moved.map(standingOf)
  const rows = moved.map(({ journey, move }, index) => {
    const way = standings[index]?.way ?? []
    return move._tag === "End"
      ? {
          ...{ place: journey.place, state: "ended", rung: journey.at_rung, way },
          since: at,
          next: null,
          end: move.as,
        }
      : {
          ...{ place: journey.place, state: move.state, rung: move.atRung, way, end: null },
          since: new Date(move.since).toISOString(),
          next: leftOut.has(journey.patient_id)
            ? at
            : move.nextAt === null
              ? null
              : new Date(move.nextAt).toISOString(),
        }
  })
  yield* sql`
    update journeys j set state = g.state, at_rung = g.rung, since = g.since, next_at = g.next, ended_as = g."end", way = g.way,
      ended_at = case when g."end" is null then null else ${at}::timestamptz end
    from jsonb_to_recordset(${sql.json(rows)}) as g (place tid, state text, rung smallint, since timestamptz, next timestamptz, "end" text, way smallint[])
    where j.ctid = any(${`{${rows.map(({ place }) => `"${place}"`).join(",")}}`}::tid[]) and j.ctid = g.place`
  const moves = standings.map((to, index) => ({ from: goesOn(moved[index]?.journey.at_rung ?? 0), to }))
  yield* countMoves(sql, companyId, id, moves)
})
