import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { UserId, type CompanyId } from "#schemas/ids.ts"
import type { OutreachRunDraft } from "#schemas/scheduling/outreachRun.ts"
import { campaignHandlers, schedulerHandlers, templateHandlers } from "#server/program/contract.ts"
import { settleOutreachRun } from "#server/scheduling/outreachRuns/launchDue.commands.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { storeOn } from "#tests/support/outreach.ts"
import { freshCompany, wanted } from "#tests/support/outreachCalls.ts"
import { runDraft } from "#tests/support/outreachRunSamples.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

/** When the first dates of the run of tests are, each a Wednesday. */
const first = Date.parse("2026-11-25T14:00:00Z")
const hour = 3_600_000
const week = 7 * 24 * hour

const client = HttpApiTest.groups(Api, ["Scheduler", "Campaign", "Template"])
const moveTo = (at: number) => Effect.flatMap(MovableClock, (clock) => clock.move(at))

const account = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ userId: UserId }>`
    insert into accounts (company_id, issuer, subject, email, display_name, user_type, access_ids, is_active)
    values (${companyId}, 'test', ${`subject-${companyId}`},
      ${`someone${companyId}@clinic.example`}, 'Someone', 2, '{3,11,17}', true) returning user_id as "userId"`)
  return row?.userId ?? (yield* Effect.die("The account got no number"))
})

/** A company whose administrator has saved a weekly run to so many people, as its own calls see it. */
const withRun = <A, E, R>(
  work: (run: {
    readonly companyId: CompanyId
    readonly hashedId: string
    readonly userId: UserId
  }) => Effect.Effect<A, E, R>,
  { people = 2, ...more }: Partial<OutreachRunDraft> & { readonly people?: number } = {},
) =>
  Effect.gen(function* () {
    const companyId = yield* freshCompany()
    const userId = yield* account(companyId)
    yield* Effect.gen(function* () {
      const { templateId, listId, senderId } = yield* wanted(companyId, people)
      const { Scheduler } = yield* client
      const run = runDraft({ templateId, listId, senderId, ...more })
      const { data } = yield* Scheduler.SaveOutreachRun({ headers: {}, payload: { hashedId: null, run } })
      yield* work({ companyId, hashedId: data.hashedId, userId })
    }).pipe(asCompany(companyId, { userId }))
  })

const detail = (hashedId: string) =>
  Effect.gen(function* () {
    const { Scheduler } = yield* client
    return (yield* Scheduler.GetOutreachRunDetail({ query: { hashedId } })).data
  })

/** Settles the run at a moment, in so many processes at once; gives what became of its dates, newest first. */
const settledAt = (companyId: CompanyId, hashedId: string, at: number, processes = 1) =>
  Effect.gen(function* () {
    yield* moveTo(at)
    const { runId } = yield* detail(hashedId)
    yield* Effect.all(
      Array.from({ length: processes }, () => settleOutreachRun(companyId, runId)),
      { concurrency: "unbounded" },
    )
    const { past } = yield* detail(hashedId)
    return past.map(({ date, state, reason, campaign }) => [date, state, reason ?? campaign?.name ?? null])
  })

const campaigns = Effect.gen(function* () {
  const { Campaign } = yield* client
  return (yield* Campaign.GetCampaigns({ query: {} })).data.map(({ name, state }) => [name, state])
})

for (const [name, database] of testDatabases) {
  const services = Layer.mergeAll(schedulerHandlers, campaignHandlers, templateHandlers).pipe(
    Layer.provideMerge(callingAs),
    Layer.provideMerge(storeOn(database)),
  )
  layer(services, { excludeTestServices: true, timeout: 120_000 })(`dates of outreach runs on ${name}`, (it) => {
    it.effect("launch one campaign each, of eight processes at once and of one that comes again", () =>
      withRun(({ companyId, hashedId, userId }) =>
        Effect.gen(function* () {
          expect(yield* settledAt(companyId, hashedId, first - hour)).toEqual([])
          const launched = [["2026-11-25", "launched", "Weekly survey, Nov 25"]]
          expect(yield* settledAt(companyId, hashedId, first, 8)).toEqual(launched)
          expect(yield* settledAt(companyId, hashedId, first + hour)).toEqual(launched)
          expect(yield* campaigns).toEqual([["Weekly survey, Nov 25", "running"]])
          const { sql, company } = yield* Database
          const made = yield* company(companyId)(sql<{ actor: number | null; asked: number }>`
            select (meta ->> 'actorId')::int as actor, (meta ->> 'onBehalfOf')::int as asked from events
            where company_id = ${companyId} and type in ('CampaignCreated', 'CampaignLaunched')`)
          expect(made).toEqual([
            { actor: null, asked: userId },
            { actor: null, asked: userId },
          ])
          expect((yield* detail(hashedId)).next).toMatchObject({ date: "2026-12-02" })
        }),
      ),
    )

    it.effect("to a long list wait for someone else than who set the run up", () =>
      withRun(({ companyId, hashedId }) =>
        Effect.gen(function* () {
          const { sql, company } = yield* Database
          yield* company(companyId)(sql`update companies set confirm_above = 1 where company_id = ${companyId}`)
          yield* settledAt(companyId, hashedId, first)
          const [date] = (yield* detail(hashedId)).past
          expect(date?.campaign?.state).toBe("unconfirmed")
          const { Campaign } = yield* client
          const payload = { campaignHashedId: date?.campaign?.hashedId ?? "", action: "confirm" } as const
          const confirm = Campaign.ChangeState({ headers: {}, payload })
          expect(yield* Effect.flip(confirm)).toMatchObject({ problem: "NotAllowedNow" })
          const other = asCompany(companyId, { userId: UserId.make(1) })
          expect((yield* other(confirm)).data.state).toBe("running")
        }),
      ),
    )

    it.effect("are caught up within a day, and missed after it; never are two sent at once", () =>
      withRun(({ companyId, hashedId }) =>
        Effect.gen(function* () {
          expect(yield* settledAt(companyId, hashedId, first + 24 * hour + 1)).toEqual([["2026-11-25", "missed", null]])
          expect(yield* settledAt(companyId, hashedId, first + 3 * week + 23 * hour)).toEqual([
            ["2026-12-16", "launched", "Weekly survey, Dec 16"],
            ["2026-12-09", "missed", null],
            ["2026-12-02", "missed", null],
            ["2026-11-25", "missed", null],
          ])
          expect(yield* campaigns).toHaveLength(1)
        }),
      ),
    )

    it.effect("fail with the reason where the person may no longer launch, and leave no campaign behind", () =>
      withRun(({ companyId, hashedId, userId }) =>
        Effect.gen(function* () {
          const { sql, company } = yield* Database
          yield* company(companyId)(sql`update accounts set access_ids = '{3,11}' where user_id = ${userId}`)
          expect(yield* settledAt(companyId, hashedId, first)).toEqual([["2026-11-25", "failed", "rights"]])
          yield* company(companyId)(sql`update accounts set access_ids = '{3,11,17}' where user_id = ${userId}`)
          yield* company(companyId)(sql`update companies set features = '{1,3}' where company_id = ${companyId}`)
          expect((yield* settledAt(companyId, hashedId, first + week))[0]).toEqual(["2026-12-02", "failed", "rights"])
          yield* company(companyId)(sql`update companies set features = '{3,11,17}', status = 'suspended'
            where company_id = ${companyId}`)
          expect((yield* settledAt(companyId, hashedId, first + 2 * week))[0]).toEqual([
            "2026-12-09",
            "failed",
            "contract",
          ])
          expect(yield* campaigns).toEqual([])
        }),
      ),
    )

    it.effect("say that no one of the list can be reached", () =>
      withRun(({ companyId, hashedId }) =>
        Effect.gen(function* () {
          const { sql, company } = yield* Database
          yield* company(companyId)(sql`delete from list_members where company_id = ${companyId}`)
          expect(yield* settledAt(companyId, hashedId, first)).toEqual([["2026-11-25", "failed", "noOne"]])
        }),
      ),
    )

    it.effect("pass while the run is paused or they are skipped, and the last one ends it", () =>
      withRun(
        ({ companyId, hashedId }) =>
          Effect.gen(function* () {
            const { Scheduler } = yield* client
            const change = (action: "pause" | "resume" | "delete") =>
              Scheduler.ChangeOutreachRunState({ headers: {}, payload: { hashedId, action } })
            yield* change("pause")
            expect(yield* settledAt(companyId, hashedId, first)).toEqual([])
            yield* moveTo(first + hour)
            yield* change("resume")
            expect(yield* settledAt(companyId, hashedId, first + 2 * hour)).toEqual([])
            yield* Scheduler.SkipOccurrence({ headers: {}, payload: { hashedId, date: "2026-12-02", skip: true } })
            expect(yield* settledAt(companyId, hashedId, first + week)).toEqual([])
            expect(yield* settledAt(companyId, hashedId, first + 2 * week)).toHaveLength(1)
            yield* settledAt(companyId, hashedId, first + 2 * week)
            expect((yield* detail(hashedId)).state).toBe("ended")
            yield* change("delete")
            expect(yield* Effect.flip(detail(hashedId))).toMatchObject({ problem: "NotFound" })
          }),
        { ends: "after", count: 4 },
      ),
    )

    it.effect("stand on the calendar with what is to come, and are no other company’s", () =>
      withRun(({ companyId, hashedId }) =>
        Effect.gen(function* () {
          const { Scheduler } = yield* client
          yield* settledAt(companyId, hashedId, first)
          yield* Scheduler.SkipOccurrence({ headers: {}, payload: { hashedId, date: "2026-12-09", skip: true } })
          const query = { from: "2026-11-22", to: "2026-12-16" }
          const { data } = yield* Scheduler.GetOutreachRuns({ query })
          expect(data.runs).toMatchObject([{ hashedId, setUpBy: "Someone", next: { date: "2026-12-02" } }])
          expect(data.occurrences.map(({ date, state }) => [date, state])).toEqual([
            ...[
              ["2026-11-25", "launched"],
              ["2026-12-02", "planned"],
            ],
            ...[
              ["2026-12-09", "skipped"],
              ["2026-12-16", "planned"],
            ],
          ])
          const other = yield* freshCompany()
          const asOther = asCompany(other)
          expect((yield* asOther(Scheduler.GetOutreachRuns({ query }))).data).toMatchObject({
            runs: [],
            occurrences: [],
          })
          expect(yield* Effect.flip(asOther(detail(hashedId)))).toMatchObject({ problem: "NotFound" })
        }),
      ),
    )
  })
}
