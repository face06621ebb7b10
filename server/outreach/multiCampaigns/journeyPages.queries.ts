import { Effect, Struct } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { JourneyEnd } from "#schemas/outreach/ladder.ts"
import { stepsOfWay } from "#schemas/outreach/ladderWays.ts"
import type { Journey, MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { readWhy } from "#server/outreach/recipients/why.queries.ts"
import { Database } from "#server/store/Database.ts"
import { integers } from "#server/store/columnArrays.ts"
import { pageOf } from "#server/store/ordering.ts"
import { readJourneyFacts, type KnownFacts } from "./journeyFacts.queries.ts"
import { hasFailedSince } from "./journey.rule.ts"
import { firstStepOf, rungAt, rungOfStep, skippedSteps } from "./ladder.rule.ts"
import { foundLadder } from "./multiCampaign.queries.ts"
import type { MultiCampaignRow } from "./multiCampaign.projection.ts"

type JourneyRow = {
  readonly patient_id: PatientId
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone: string | null
  readonly zone: string
  readonly state: "waiting" | "underway" | "ended"
  readonly at_rung: number
  readonly next_at: Date | null
  /** When the test that people wait for may be judged at the earliest. */
  readonly judge_at: Date | null
  readonly ended_as: JourneyEnd | null
  readonly ended_at: Date | null
}

/** Which people of a multi-campaign are asked for: those who are at a step, ended in a way, or ended at a step. */
export type JourneyPage = {
  readonly stepId?: number | undefined
  readonly endedAs?: JourneyEnd | undefined
  /** The steps that they got until they ended, as `wayKey` names them. */
  readonly way?: string | undefined
  readonly after?: number | undefined
  readonly pageSize: number
}

/** Where no one stands: a step that the ladder does not have has no people. */
const noRung = -1

/** Whether someone waits until it is decided which text of their next step they get. */
const waitsForTest = ({ state, at_rung, next_at }: JourneyRow, { steps }: MultiCampaignRow): boolean =>
  state === "waiting" && next_at === null && firstStepOf(steps, at_rung)?.test !== undefined

/** What each state of an open text or call says, the one that is furthest on its way first; a text is over once it left. */
const openReasons = [
  ["sent", "underway"],
  ["sending", "underway"],
  ["unknown", "lookedUp"],
  ["queued", "queued"],
  ["held", "held"],
] as const

const reasonOf = (row: JourneyRow, ladder: MultiCampaignRow, { places }: KnownFacts): Journey["reason"] => {
  if (row.state === "ended") return "ended"
  if (ladder.state === "paused") return "paused"
  if (row.state === "underway") {
    const rung = rungAt(ladder.steps, row.at_rung)
    const own = places.filter(({ stepId }) => rung.some((step) => step.stepId === stepId))
    const isIn = (state: string) =>
      own.some((place) => place.state === state && (state !== "sent" || place.channel === callChannel))
    const open = openReasons.find(([state]) => isIn(state))
    return open?.[1] ?? (hasFailedSince(rung, own) ? "sentAgain" : "waitsForStep")
  }
  if (waitsForTest(row, ladder)) return "waitsForTest"
  if (row.at_rung === 0 && row.next_at === null) return "enters"
  return firstStepOf(ladder.steps, row.at_rung) === undefined ? "waitsForAnswer" : "waitsForStep"
}

const nextOf = (row: JourneyRow, ladder: MultiCampaignRow, { places }: KnownFacts): Journey["next"] => {
  if (row.state === "ended") return null
  const held = places.find(({ state, heldUntil }) => state === "held" && heldUntil !== null)
  if (held !== undefined && held.heldUntil !== null) return { stepId: held.stepId, at: held.heldUntil.toISOString() }
  const at = waitsForTest(row, ladder) ? row.judge_at : row.next_at
  if (at === null) return null
  const step = firstStepOf(ladder.steps, row.state === "underway" ? row.at_rung - 1 : row.at_rung)
  return { stepId: step?.stepId ?? null, at: at.toISOString() }
}

type WhyOf = Effect.Success<ReturnType<typeof readWhy>>

const shownOf = (row: JourneyRow, ladder: MultiCampaignRow, facts: KnownFacts, whyOf: WhyOf): Journey => ({
  ...{ patientId: row.patient_id, phone: row.phone ?? "", zone: row.zone },
  patient: [row.first_name, row.last_name].filter((part) => part !== null && part !== "").join(" "),
  reason: reasonOf(row, ladder, facts),
  ...{ endedAs: row.ended_as, endedOn: row.ended_at?.toISOString() ?? null },
  next: nextOf(row, ladder, facts),
  skipped: skippedSteps(
    ladder.steps,
    { atRung: row.at_rung, isUnderway: row.state !== "waiting" },
    facts.places.map(({ stepId }) => stepId),
  ).map((step) => Struct.pick(step, ["stepId", "onlyIf", "ifValue"])),
  touches: facts.places.map(({ openedAt, ...place }) => ({
    ...Struct.pick(place, ["stepId", "variant", "state", "attempts"]),
    at: new Date(place.at).toISOString(),
    reason: whyOf(place),
    ...{ heldUntil: place.heldUntil?.toISOString() ?? null, openedOn: openedAt?.toISOString() ?? null },
  })),
})

/** One page of the people of a multi-campaign, by their numbers: where each is, why, and what comes next. Fails with NotFound. */
export const readJourneys = Effect.fn("readJourneys")(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  { stepId, endedAs, way, after = 0, pageSize }: JourneyPage,
) {
  const { sql, company } = yield* Database
  const ladder = yield* foundLadder(companyId, id)
  const tested = ladder.steps
    .filter(({ test }) => test !== undefined)
    .map(({ stepId }) => ({ rung: rungOfStep(ladder.steps, stepId) - 1, step: stepId }))
  const found = yield* company(companyId)(
    Effect.gen(function* () {
      const rows = yield* sql<JourneyRow>`
        select j.patient_id, p.first_name, p.last_name, p.phone, coalesce(r.zone, p.timezone, co.timezone) as zone,
          j.state, j.at_rung, j.next_at, j.ended_as, j.ended_at, t.judge_at
        from journeys j join companies co on co.company_id = j.company_id
        left join patients p on p.company_id = j.company_id and p.patient_id = j.patient_id
        left join ladder_tests t on t.company_id = j.company_id and t.multi_campaign_id = j.multi_campaign_id
          and j.state = 'waiting' and j.next_at is null and t.step_id = (
            select s.step from jsonb_to_recordset(${sql.json(tested)}) as s (rung smallint, step smallint) where s.rung = j.at_rung)
        left join lateral (
          select r.zone from ladder_steps s
          join recipients r on r.patient_id = j.patient_id and r.campaign_id = s.campaign_id and r.company_id = s.company_id
          where s.multi_campaign_id = j.multi_campaign_id and s.company_id = j.company_id limit 1) r on true
        where j.company_id = ${companyId} and j.multi_campaign_id = ${id} and j.patient_id > ${after}
          ${stepId === undefined ? sql`` : sql`and j.at_rung = ${stepId === 0 ? 0 : rungOfStep(ladder.steps, stepId) || noRung}`}
          ${endedAs === undefined ? (stepId === undefined ? sql`` : sql`and j.ended_at is null`) : sql`and j.ended_as = ${endedAs}`}
          ${way === undefined ? sql`` : sql`and j.ended_as <> 'cancelled' and j.way = ${integers(stepsOfWay(way))}::smallint[]`}
        order by j.patient_id limit ${pageSize + 1}`
      const people = rows.slice(0, pageSize).map(({ patient_id }) => patient_id)
      const known = yield* readJourneyFacts(sql, companyId, id, ladder, people)
      const places = people.flatMap((one) => known(one).places)
      return { rows, factsOf: known, whyOf: yield* readWhy(sql, companyId, places) }
    }),
  )
  return pageOf(
    found.rows.map((row) => shownOf(row, ladder, found.factsOf(row.patient_id), found.whyOf)),
    pageSize,
    ({ patientId }) => patientId,
  )
})
