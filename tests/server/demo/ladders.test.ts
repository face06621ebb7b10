import { expect, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SenderId, TemplateId, type PatientId } from "#schemas/ids.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { planLadders } from "#server/demo/storeMultiCampaigns.ts"
import { moveJourney } from "#server/outreach/multiCampaigns/journey.rule.ts"
import { wayOf } from "#server/outreach/multiCampaigns/journeyCounts.ts"
import { readJourneyFacts } from "#server/outreach/multiCampaigns/journeyFacts.queries.ts"
import { multiCampaignProjection } from "#server/outreach/multiCampaigns/multiCampaign.projection.ts"
import { Database } from "#server/store/Database.ts"
import { readRow } from "#server/store/readModels.ts"
import { demoIds, seededDemo, seedingDay } from "#tests/support/seededDemo.ts"

type Stands = {
  readonly id: MultiCampaignId
  readonly patient: PatientId
  readonly state: "waiting" | "underway" | "ended"
  readonly rung: number
  readonly since: Date
  readonly next: Date | null
  readonly end: string | null
  readonly endedAt: Date | null
  readonly way: ReadonlyArray<number>
}

/** As much of a company that calls as its plans need. */
const calling = {
  ...{ senderId: SenderId.make(1), callsFrom: SenderId.make(2) },
  templates: new Map(
    ["Flu shot reminder", "Flu shot call"].map((name, place) => [name, { templateId: TemplateId.make(place + 1) }]),
  ),
}

it.each([16, 17, 18, 19, 20, 21, 22].map((day) => [Date.UTC(2026, 10, day, 15)]))(
  "The demo's multi-campaigns begin on a Wednesday weeks ago and four days ago, whatever weekday it is seeded on: %i",
  (now) => {
    const [first, second] = planLadders(calling, now, "America/Los_Angeles").map(({ launchAt }) => launchAt)
    expect(new Date(first ?? 0).toISOString()).toBe("2026-10-21T17:30:00.000Z")
    expect(Math.floor((now - (second ?? 0)) / 3_600_000)).toBe(4 * 24 - 4)
  },
)

const rowOf = readRow(multiCampaignProjection)

layer(seededDemo, { excludeTestServices: true, timeout: 60_000 })("the demo's multi-campaigns", (it) => {
  const rows = <A extends object>(text: string) =>
    Effect.gen(function* () {
      const { sql, company } = yield* Database
      return yield* company(demoIds.northwind)(sql.unsafe<A>(text))
    })
  const stands = rows<Stands>(
    `select multi_campaign_id as id, patient_id as patient, state, at_rung as rung, since, next_at as next,
       ended_as as "end", ended_at as "endedAt", way
     from journeys`,
  )
  const facts = Effect.gen(function* () {
    const { sql, company } = yield* Database
    const found = yield* rows<{ id: MultiCampaignId; row: unknown }>(
      "select id, row from read_models where category = 'multiCampaign'",
    )
    const people = yield* stands
    return yield* company(demoIds.northwind)(
      Effect.forEach(found, ({ id, row }) =>
        Effect.gen(function* () {
          const ladder = rowOf(row)
          const own = people.filter((one) => one.id === id)
          const ids = own.map(({ patient }) => patient)
          const factsOf = yield* readJourneyFacts(sql, demoIds.northwind, id, ladder, ids)
          return { ladder, people: own.map((one) => ({ ...one, facts: factsOf(one.patient) })) }
        }),
      ),
    )
  })

  it.effect("are a draft, one that is over, and one that is running with people who wait and who have ended", () =>
    Effect.gen(function* () {
      const all = yield* facts
      expect(all.map(({ ladder, people }) => [ladder.state, new Set(people.map(({ state }) => state))])).toEqual([
        ["draft", new Set()],
        ["completed", new Set(["ended"])],
        ["running", new Set(["waiting", "ended"])],
      ])
      for (const { people } of all.slice(1)) {
        const ends = new Set(people.flatMap(({ end }) => end ?? []))
        expect(ends).toContain("replied")
        for (const { endedAt } of people) expect(endedAt?.getTime() ?? 0).toBeLessThan(seedingDay)
      }
      expect(new Set(all[1]?.people.map(({ end }) => end))).toEqual(
        new Set(["replied", "optedOut", "noAnswer", "notReached"]),
      )
    }),
  )

  it.effect("leave everyone where the rule leaves them by what is stored of them", () =>
    Effect.gen(function* () {
      for (const { ladder, people } of yield* facts)
        for (const { state, rung, since, next, facts: known } of people) {
          if (state === "ended") continue
          const move = moveJourney(ladder, { state, atRung: rung, since: since.getTime() }, known, seedingDay)
          expect(move).toEqual({
            ...{ _tag: "Stay", state, atRung: rung, since: since.getTime(), adds: [] },
            nextAt: next?.getTime(),
          })
          expect(next?.getTime()).toBeGreaterThan(seedingDay + 24 * 3_600_000)
        }
    }),
  )

  it.effect("end people as what is stored of them says, with the steps that they got, and count them so", () =>
    Effect.gen(function* () {
      for (const { people } of yield* facts)
        for (const { state, end, way, facts: known } of people) {
          if (state !== "ended") continue
          expect(way).toEqual(wayOf(known.places))
          expect(known.hasOptedOut).toBe(end === "optedOut")
          if (end === "replied") expect(known.hasReplied).toBe(true)
          if (end === "notReached") expect(known.places.some(({ wasDelivered }) => wasDelivered)).toBe(false)
          if (end === "noAnswer") expect(known.hasReplied).toBe(false)
        }
      const wrong = yield* rows(
        `select 1 from (select multi_campaign_id, at_rung, coalesce(ended_as, '') as ended_as, way, count(*) as people
           from journeys group by 1, 2, 3, 4) j
         full join journey_counts c using (multi_campaign_id, at_rung, ended_as, way) where j.people is distinct from c.people`,
      )
      expect(wrong).toEqual([])
    }),
  )

  it.effect("reach no one more than twice a day, with all that the company sent, nor more than six times", () =>
    Effect.gen(function* () {
      const touched = yield* rows<{ day: number; ladder: number }>(
        `with touches as (
           select r.patient_id, r.started_at as at, r.zone, s.multi_campaign_id as id from recipients r
             left join ladder_steps s using (company_id, campaign_id)
             where r.started_at is not null
               and not exists (select from calls c where c.campaign_id = r.campaign_id and c.recipient_id = r.recipient_id)
           union all
           select r.patient_id, c.began_at, r.zone, s.multi_campaign_id from calls c
             join recipients r using (company_id, campaign_id, recipient_id) left join ladder_steps s using (company_id, campaign_id))
         select max(n) filter (where is_ladder)::int as day, max(sum)::int as ladder from (
           select count(*) as n, bool_or(id is not null) as is_ladder, 0 as sum from touches
             group by patient_id, (at at time zone zone)::date
           union all select 0, false, count(*) from touches where id is not null group by patient_id, id) n`,
      )
      expect(touched[0]?.day).toBeLessThanOrEqual(2)
      expect(touched[0]?.day).toBeGreaterThan(1)
      expect(touched[0]?.ladder).toBeLessThanOrEqual(6)
    }),
  )
})
