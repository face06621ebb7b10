import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SenderId } from "#schemas/ids.ts"
import type { CheckedPerson, CheckedShare } from "#schemas/outreach/checkedPeople.ts"
import type { ReviseCampaign } from "#schemas/outreach/campaign.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { noon } from "#tests/support/outreach.ts"
import { audienceOf, created, freshCompany, handlers, makeClient } from "#tests/support/outreachCalls.ts"

const hour = 3_600_000
const inHours = (hours: number): string => new Date(noon + hours * hour).toISOString()

type Made = Effect.Success<ReturnType<typeof created>>
const draftOf = ({ companyId: _, campaignId: __, campaignType: ___, ...draft }: Made): ReviseCampaign => draft

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("a draft", (it) => {
  it.effect("is changed at the version that was seen, and says at which field it cannot be", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const made = yield* created(companyId)
        const revise = (over: Partial<ReviseCampaign>, version: number) =>
          client.Campaign.ReviseCampaign({
            headers: { "if-match": String(version) },
            payload: { ...draftOf(made), ...over },
          })
        const { data } = yield* revise({ name: "Renamed" as never, startAt: inHours(5) }, 1)
        expect(data).toMatchObject({ name: "Renamed", startAt: inHours(5), state: "draft", streamVersion: 2 })
        expect(yield* Effect.flip(revise({}, 1))).toMatchObject({ problem: "StaleVersion" })
        const past = revise({ startAt: inHours(-1) }, 2)
        expect(yield* Effect.flip(past)).toMatchObject({ problem: "Invalid", errors: [{ field: "startAt" }] })
        const unsent = revise({ senderId: SenderId.make(999_999) }, 2)
        expect(yield* Effect.flip(unsent)).toMatchObject({ problem: "Invalid", errors: [{ field: "senderId" }] })
        // What the engine reads is what was saved last.
        const { sql, company } = yield* Database
        const runs = yield* company(companyId)(
          sql<{ start: Date }>`select start_at as start from campaign_runs where campaign_id = ${made.campaignId}`,
        )
        expect(runs.map(({ start }) => start.toISOString())).toEqual([inHours(5)])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("keeps its last whole check without names, which is old once what it judged is changed", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const made = yield* created(companyId, 4)
        const { campaignHashedId } = made
        const kept = Effect.map(client.Campaign.GetCampaignDetail({ query: { campaignHashedId } }), ({ data }) => data)
        expect((yield* kept).check).toBeNull()
        const audience = audienceOf(made)
        // A check of a change that is not saved says nothing about the draft.
        yield* client.Campaign.CheckCampaign({ payload: { ...audience, startAt: inHours(20) } })
        expect((yield* kept).check).toBeNull()
        yield* client.Campaign.CheckCampaign({ payload: audience })
        const { check } = yield* kept
        expect(check).toMatchObject({ isOld: false, total: 4, eligible: 4, at: expect.any(String) })
        expect(JSON.stringify(check)).not.toContain("Person")
        yield* client.Campaign.ReviseCampaign({ headers: {}, payload: { ...draftOf(made), name: "Renamed" as never } })
        expect((yield* kept).check).toMatchObject({ isOld: false })
        yield* client.Campaign.ReviseCampaign({ headers: {}, payload: { ...draftOf(made), startAt: inHours(20) } })
        expect((yield* kept).check).toMatchObject({ isOld: true, at: check?.at })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("lists the people whom each number of its check counts, a page at a time, with what they lack", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const made = yield* created(companyId, 12)
        const { sql, company } = yield* Database
        const people = yield* company(companyId)(
          sql<{ id: number }>`select patient_id as id from patients where company_id = ${companyId} order by 1`,
        )
        const ids = people.map(({ id }) => id)
        yield* company(companyId)(sql`
          update patients set phone = case when patient_id = ${ids[0]} then null when patient_id = ${ids[2]}
              then (select phone from patients where company_id = ${companyId} and patient_id = ${ids[1]}) else phone end,
            first_name = case when patient_id in (${ids[4]}, ${ids[7]}) then '' else first_name end
          where company_id = ${companyId}`)
        const audience = { ...audienceOf(made), startAt: inHours(12) }
        const { data: check } = yield* client.Campaign.PreviewCampaign({ payload: audience })
        const everyoneIn = Effect.fnUntraced(function* (share: CheckedShare) {
          const rows: Array<CheckedPerson> = []
          let cursor: string | undefined
          do {
            const query = { pageSize: 2, ...(cursor === undefined ? {} : { cursor }) }
            const page = yield* client.Campaign.GetCheckedPeople({ query, payload: { ...audience, share } })
            rows.push(...page.data)
            cursor = page.next
          } while (cursor !== undefined)
          return rows
        })
        expect(new Set(check.excluded.map(({ reason }) => reason))).toEqual(
          new Set(["noPhone", "duplicatePhone", "missingVariable"]),
        )
        for (const { reason, count } of check.excluded) {
          const rows = yield* everyoneIn(reason)
          expect([reason, rows.length]).toEqual([reason, count])
          expect(rows.every((row) => row.reason === reason)).toBe(true)
        }
        expect((yield* everyoneIn("leftOut")).map(({ patientId }) => patientId)).toEqual([
          ids[0],
          ids[2],
          ids[4],
          ids[7],
        ])
        expect((yield* everyoneIn("missingVariable")).map(({ missing }) => missing)).toEqual([
          ["firstName"],
          ["firstName"],
        ])
        const waiting = check.held.reduce((sum, held) => sum + held.people, 0)
        expect([(yield* everyoneIn("held")).length, waiting > 0]).toEqual([waiting, true])
        expect(yield* everyoneIn("segments")).toEqual([])
        const looks = yield* company(companyId)(
          sql`select 1 from events where type = 'CampaignChecked' and data ->> 'people' = '2'`,
        )
        expect(looks.length).toBeGreaterThan(0)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("is checked for when each zone gets it, at the pace of its number, with people of every kind", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const made = yield* created(companyId, 20)
        const { sql, company } = yield* Database
        yield* company(companyId)(
          Effect.gen(function* () {
            yield* sql`update senders set segments_per_second = 2 where company_id = ${companyId}`
            yield* sql`update patients set timezone = 'America/New_York' where company_id = ${companyId}`
            yield* sql`update patients set timezone = 'Asia/Tokyo', zip = '94110'
                       where company_id = ${companyId} and first_name = 'Person20'`
          }),
        )
        const { data } = yield* client.Campaign.CheckCampaign({ payload: { ...audienceOf(made), startAt: inHours(1) } })
        expect(data.zones).toEqual([
          {
            zone: "America/New_York",
            people: 19,
            from: inHours(1),
            to: new Date(noon + hour + 9_500).toISOString(),
            isLate: false,
          },
          {
            zone: "Asia/Tokyo",
            people: 1,
            from: "2026-11-18T23:00:00.000Z",
            to: "2026-11-18T23:00:00.500Z",
            isLate: false,
          },
        ])
        expect(data.samples).toHaveLength(10)
        expect(data.samples.slice(0, 2).map(({ patient, place, at, zone }) => [patient, place, at, zone])).toEqual([
          ["Person1 Doe", expect.any(String), inHours(1), "America/New_York"],
          ["Person20 Doe", "CA 94110", "2026-11-18T23:00:00.000Z", "Asia/Tokyo"],
        ])
        expect(data.isPartial).toBe(false)
        // Half an hour before the evening's end, at a number too slow for all of them.
        yield* company(companyId)(
          sql`update patients set timezone = 'America/New_York' where company_id = ${companyId}`,
        )
        const evening = "2026-11-19T01:59:55.000Z"
        const late = yield* client.Campaign.CheckCampaign({ payload: { ...audienceOf(made), startAt: evening } })
        expect(late.data.zones.map(({ isLate }) => isLate)).toEqual([true])
      }).pipe(asCompany(companyId))
    }),
  )
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("a scheduled campaign", (it) => {
  it.effect("begins at another time while it has not begun, at the version that was seen", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const made = yield* created(companyId)
        const { campaignHashedId } = made
        const reschedule = (startAt: string, headers = {}) =>
          client.Campaign.RescheduleCampaign({ headers, payload: { campaignHashedId, startAt } })
        expect(yield* Effect.flip(reschedule(inHours(8)))).toMatchObject({ problem: "NotAllowedNow" })
        yield* client.Campaign.ReviseCampaign({ headers: {}, payload: { ...draftOf(made), startAt: inHours(5) } })
        yield* client.Campaign.ChangeState({ headers: {}, payload: { campaignHashedId, action: "launch" } })
        expect(yield* Effect.flip(reschedule(inHours(8), { "if-match": "1" }))).toMatchObject({
          problem: "StaleVersion",
        })
        expect(yield* Effect.flip(reschedule(inHours(-1)))).toMatchObject({ errors: [{ field: "startAt" }] })
        const { data } = yield* reschedule(inHours(8), { "if-match": "3" })
        expect(data).toMatchObject({ state: "scheduled", startAt: inHours(8), streamVersion: 4 })
        const { sql, company } = yield* Database
        const [run] = yield* company(companyId)(
          sql<{ start: Date }>`select start_at as start from campaign_runs where campaign_id = ${made.campaignId}`,
        )
        expect(run?.start.toISOString()).toBe(inHours(8))
        const { data: detail } = yield* client.Campaign.GetCampaignDetail({ query: { campaignHashedId } })
        expect(detail.history.map(({ type }) => type)).toEqual([
          "CampaignCreated",
          "CampaignRevised",
          "CampaignScheduled",
          "CampaignRescheduled",
        ])
      }).pipe(asCompany(companyId))
    }),
  )
})
