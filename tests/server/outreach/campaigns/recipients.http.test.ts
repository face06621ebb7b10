import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { recipientShares, recipientStates, type Recipient } from "#schemas/outreach/recipient.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { listedShares, peopleIn } from "#schemas/outreach/progress.ts"
import type { RecipientFilter, recipientList } from "#schemas/outreach/recipientFilter.ts"
import { AppointmentStatus } from "#schemas/scheduling/appointment.ts"
import { campaignHandlers } from "#server/program/contract.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"

const handlers = campaignHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededOn(embeddedDatabase)))
const makeClient = HttpApiTest.groups(Api, ["Campaign"])

/** An appointment that someone made by the link of a text: which of some people, of this campaign or another, and where it stands. */
const linked = fc.record({
  person: fc.nat(9),
  isOther: fc.boolean(),
  status: fc.constantFrom(...AppointmentStatus.literals),
  day: fc.integer({ min: 10, max: 28 }),
})
type Linked = typeof linked extends fc.Arbitrary<infer One> ? One : never

/** Statuses that count for nothing: a seat that is only held, given back, or a visit that was cancelled. */
const noVisit: ReadonlyArray<string> = ["pending", "released", "cancelled"]

/** Appointments as they are stored, like the demo's but made by links. */
const storeLinked = Effect.fnUntraced(function* (
  campaignId: number,
  ids: ReadonlyArray<number>,
  made: ReadonlyArray<Linked>,
) {
  const { sql, company } = yield* Database
  const rows = made.map(({ person, isOther, status, day }, index) => ({
    id: 900_000 + index,
    state: status,
    patch: {
      ...{ status, campaignId: isOther ? campaignId + 1 : campaignId, recipientId: ids[person] },
      ...{ startsAt: `2026-12-${day}T15:00:00.000Z`, zone: "America/Chicago" },
    },
  }))
  yield* company(demoIds.northwind)(
    sql`delete from read_models where company_id = ${demoIds.northwind} and category = 'appointment' and id >= 900000`,
  )
  yield* company(demoIds.northwind)(sql`
    insert into read_models (company_id, category, id, version, stream_version, state, row, updated_at)
    select m.company_id, m.category, (e ->> 'id')::int, m.version, m.stream_version, e ->> 'state', m.row || (e -> 'patch'),
      m.updated_at
    from read_models m, jsonb_array_elements(${sql.json(rows)}::jsonb) e
    where m.company_id = ${demoIds.northwind} and m.category = 'appointment' and m.id = (
      select min(id) from read_models where company_id = ${demoIds.northwind} and category = 'appointment')`)
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the people of a campaign", (it) => {
  const everyoneOf = (campaignHashedId: string, filter: RecipientFilter, search?: string, sort?: string) =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const rows: Array<Recipient> = []
      let cursor: string | undefined
      do {
        const page = cursor === undefined ? {} : { cursor }
        const query = { pageSize: 7, ...page, ...(sort === undefined ? {} : { sort }) }
        const reply = yield* search === undefined
          ? Campaign.GetRecipients({ query: { campaignHashedId, ...filter, ...query, pageSize: 50 } })
          : Campaign.SearchRecipients({ query, payload: { campaignHashedId, search, ...filter } })
        rows.push(...reply.data)
        cursor = reply.next
      } while (cursor !== undefined)
      return rows
    })

  it.effect("are as many in each list as its tab counts, and those who answered say what", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const campaigns = (yield* Campaign.GetCampaigns({ query: { pageSize: 3 } })).data
      expect(campaigns.length).toBe(3)
      for (const { campaignHashedId, counts } of campaigns) {
        const { sent } = (yield* Campaign.GetCampaignDetail({ query: { campaignHashedId } })).data
        for (const share of recipientShares) {
          const rows = yield* everyoneOf(campaignHashedId, { share })
          const counted = share === "sent" ? sent : peopleIn(counts, listedShares[share])
          expect([share, rows.length]).toEqual([share, counted])
          const silent = rows.filter(({ replies }) => replies.every(({ text }) => text === ""))
          if (share === "replied") expect(silent.length).toBe(0)
          if (share === "failed" || share === "leftOut") expect(silent.length).toBe(rows.length)
        }
      }
      expect(campaigns.some(({ counts }) => peopleIn(counts, listedShares.replied) > 0)).toBe(true)
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("read the text with their own values, as the first of those who got it shows", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const [running] = (yield* Campaign.GetCampaigns({ query: { pageSize: 1, state: "completed" } })).data
      const { campaignHashedId = "", campaignId = 0 } = running ?? {}
      const { firstText, text } = (yield* Campaign.GetCampaignDetail({ query: { campaignHashedId } })).data
      expect(text).toContain("{{ firstName }}")
      const [first] = (yield* everyoneOf(campaignHashedId, { share: "delivered" })).filter(
        ({ patient }) => patient === firstText?.patient,
      )
      expect(firstText?.text).toContain(first?.patient.split(" ")[0])
      expect(firstText?.text).not.toContain("{{")
      expect(firstText?.segments).toEqual(segmentsOf(firstText?.text ?? ""))
      const { sql, company } = yield* Database
      const looks = yield* company(demoIds.northwind)(
        sql`select 1 from events where type = 'RecipientsViewed' and data = ${sql.json({ campaignId, people: 1 })}`,
      )
      expect(looks.length).toBe(1)
      const [planned] = (yield* Campaign.GetCampaigns({ query: { pageSize: 1, state: "scheduled" } })).data
      const waiting = { campaignHashedId: planned?.campaignHashedId ?? "" }
      expect((yield* Campaign.GetCampaignDetail({ query: waiting })).data.firstText).toBeNull()
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("stand in the order that is asked for, each once over all pages, looked for or not", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const { sql, company } = yield* Database
      const [first] = (yield* Campaign.GetCampaigns({ query: { pageSize: 1, state: "completed" } })).data
      const { campaignHashedId = "", campaignId = 0 } = first ?? {}
      const names = new Map(
        (yield* company(demoIds.northwind)(sql<{ id: number; name: string }>`
          select r.recipient_id as id, p.last_key || '\u0001' || p.first_key as name from recipients r
          join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
          where r.company_id = ${demoIds.northwind} and r.campaign_id = ${campaignId}`)).map(({ id, name }) => [
          id,
          name,
        ]),
      )
      const keys: Record<(typeof recipientList.columns)[number], (row: Recipient) => string> = {
        person: ({ recipientId }) => names.get(recipientId) ?? "",
        state: ({ state, reason }) => `${String.fromCodePoint(97 + recipientStates.indexOf(state))} ${reason ?? ""}`,
        reply: ({ replies }) => replies[0]?.at ?? "",
        updated: ({ updatedOn }) => updatedOn,
      }
      const everyone = (yield* everyoneOf(campaignHashedId, {})).map(({ recipientId }) => recipientId)
      for (const [column, key] of Object.entries(keys))
        for (const search of [undefined, "m"])
          for (const direction of ["", "-"]) {
            const rows = yield* everyoneOf(campaignHashedId, {}, search, `${direction}${column}`)
            const found = rows.map(key)
            const ordered = direction === "" ? found.toSorted() : found.toSorted().toReversed()
            expect([column, found]).toEqual([column, ordered])
            const ids = rows.map(({ recipientId }) => recipientId).toSorted((one, other) => one - other)
            if (search === undefined) expect(ids).toEqual(everyone)
            else expect([ids.length > 1, new Set(ids).size]).toEqual([true, ids.length])
          }
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("are as many for each reason and each zone that holds them as the page counts", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const campaigns = (yield* Campaign.GetCampaigns({ query: { pageSize: 10 } })).data
      const seen = { excluded: 0, failures: 0 }
      for (const { campaignHashedId } of campaigns) {
        const { excluded, failures, held } = (yield* Campaign.GetCampaignDetail({ query: { campaignHashedId } })).data
        for (const { reason, count } of excluded)
          expect((yield* everyoneOf(campaignHashedId, { share: "leftOut", reason })).length).toBe(count)
        for (const { code, count } of failures)
          expect((yield* everyoneOf(campaignHashedId, { share: "failed", reason: code })).length).toBe(count)
        for (const { until, zone, people } of held)
          expect((yield* everyoneOf(campaignHashedId, { heldUntil: until, zone })).length).toBe(people)
        seen.excluded += excluded.length
        seen.failures += failures.length
      }
      expect(Math.min(seen.excluded, seen.failures)).toBeGreaterThan(0)
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("are counted and listed as booked by a plain count of what they made and what was cancelled", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const [first] = (yield* Campaign.GetCampaigns({ query: { pageSize: 1, state: "completed" } })).data
      if (first === undefined) return yield* Effect.die("the demo has no completed campaign")
      const { campaignId, campaignHashedId } = first
      const all = (yield* everyoneOf(campaignHashedId, {})).map(({ recipientId }) => recipientId)
      for (const made of [
        [],
        ...fc.sample(fc.array(linked, { minLength: 1, maxLength: 30 }), { numRuns: 6, seed: 33 }),
      ]) {
        yield* storeLinked(campaignId, all, made)
        const visits = made.filter(({ isOther, status }) => !isOther && !noVisit.includes(status))
        const expected = [...new Set(visits.map(({ person }) => all[person]))].toSorted((a, b) => (a ?? 0) - (b ?? 0))
        const { booked } = (yield* Campaign.GetCampaignDetail({ query: { campaignHashedId } })).data
        // The demo's completed campaign has no link in its text.
        expect(booked).toBe(expected.length === 0 ? null : expected.length)
        const yes = yield* everyoneOf(campaignHashedId, { booked: "yes" })
        expect(yes.map(({ recipientId }) => recipientId)).toEqual(expected)
        const latest = (id: number) => visits.findLast(({ person }) => all[person] === id)?.day
        expect(yes.map((row) => row.booked)).toEqual(
          yes.map(({ recipientId }) => ({
            startsAt: `2026-12-${latest(recipientId)}T15:00:00.000Z`,
            zone: "America/Chicago",
          })),
        )
        const no = yield* everyoneOf(campaignHashedId, { booked: "no" })
        expect(no.filter((row) => row.booked !== null)).toEqual([])
        expect(no.length).toBe(all.length - expected.length)
        const [one] = yes
        if (one?.phone !== undefined && one.phone !== "") {
          const found = yield* everyoneOf(campaignHashedId, { booked: "no" }, one.phone)
          expect(found.map(({ recipientId }) => recipientId)).not.toContain(one.recipientId)
        }
      }
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("are found by name in either order and by phone, page by page, and only those of the campaign", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const [first] = (yield* Campaign.GetCampaigns({ query: { pageSize: 1, state: "completed" } })).data
      const campaignHashedId = first?.campaignHashedId ?? ""
      const all = yield* everyoneOf(campaignHashedId, {})
      const [letter] = all[0]?.patient.toLowerCase() ?? ""
      const begins = ({ patient }: Recipient): boolean =>
        patient.toLowerCase().startsWith(letter ?? "") ||
        patient
          .toLowerCase()
          .split(" ")
          .slice(1)
          .join(" ")
          .startsWith(letter ?? "")
      const found = yield* everyoneOf(campaignHashedId, {}, letter)
      const ids = (rows: ReadonlyArray<Recipient>) =>
        rows.map(({ recipientId }) => recipientId).toSorted((a, b) => a - b)
      expect(ids(found)).toEqual(ids(all.filter(begins)))
      expect(found.length).toBeGreaterThan(7)
      const one = all.find(({ phone }) => phone !== "")
      expect(ids(yield* everyoneOf(campaignHashedId, {}, one?.phone))).toContain(one?.recipientId)
      const failed = yield* everyoneOf(campaignHashedId, { share: "failed" }, letter)
      expect(ids(failed)).toEqual(ids(all.filter((row) => row.state === "failed" && begins(row))))
      expect(yield* everyoneOf(campaignHashedId, {}, "nobody is called this")).toEqual([])
    }).pipe(asCompany(demoIds.northwind)),
  )
})
