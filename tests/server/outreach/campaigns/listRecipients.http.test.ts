import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import type { ListId } from "#schemas/ids.ts"
import { campaignHandlers } from "#server/program/contract.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"

const handlers = campaignHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededOn(embeddedDatabase)))
const makeClient = HttpApiTest.groups(Api, ["Campaign"])
const headers = { "idempotency-key": "list-of-the-failed" }
const notBooked = { "idempotency-key": "list-of-those-who-have-not-booked" }

/** Carrier codes after which no text reaches the number: wrong, cut off, a landline, without texts, or opted out. */
const unreachable = ["21211", "21610", "21612", "21614", "21635", "30004", "30005", "30006"]

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("a list of some people of a campaign", (it) => {
  /** A campaign with failures of both kinds, and the phones of each. */
  const withFailures = Effect.gen(function* () {
    const { Campaign } = yield* makeClient
    for (const campaign of (yield* Campaign.GetCampaigns({ query: { pageSize: 50 } })).data) {
      const query = { campaignHashedId: campaign.campaignHashedId, share: "failed", pageSize: 200 } as const
      const failed = (yield* Campaign.GetRecipients({ query })).data
      const [lasting, passing] = [true, false].map((is) =>
        failed.filter(({ reason }) => unreachable.includes(reason ?? "") === is).map(({ phone }) => phone),
      )
      if (lasting!.length > 0 && passing!.length > 0 && failed.length < 200) return { campaign, lasting, passing }
    }
    return yield* Effect.die("no campaign of the demo failed in both ways")
  })
  const namesAndPhones = Effect.fnUntraced(function* (listId: ListId) {
    const { sql, company } = yield* Database
    return yield* company(demoIds.northwind)(
      sql<{ name: string; people: number; phone: string }>`
        select l.name, l.people, p.phone from patient_lists l
        join list_members m on m.company_id = l.company_id and m.list_id = l.list_id
        join patients p on p.company_id = m.company_id and p.patient_id = m.patient_id where l.list_id = ${listId}`,
    )
  })

  it.effect("of those whose text failed holds who may be reached by another text, once, and no one else", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const { campaign, passing } = yield* withFailures
      const payload = { campaignHashedId: campaign.campaignHashedId }
      const { listId, people } = (yield* Campaign.ListFailed({ headers, payload })).data
      const rows = yield* namesAndPhones(listId)
      expect(rows.map(({ phone }) => phone).toSorted()).toEqual(passing!.toSorted())
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([`${campaign.name}: failed`]))
      expect([people, rows[0]?.people]).toEqual([passing!.length, passing!.length])
      const again = (yield* Campaign.ListFailed({ headers, payload })).data
      expect((yield* namesAndPhones(again.listId))[0]?.name).toBe(`${campaign.name}: failed 2`)
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("of those who have not booked holds who got the text, but for who booked by its link or opted out", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const { campaign } = yield* withFailures
      const payload = { campaignHashedId: campaign.campaignHashedId }
      const { sql, company } = yield* Database
      const northwind = company(demoIds.northwind)
      const texted = northwind(sql<{ id: number; phone: string }>`
        select recipient_id as id, phone from recipients
        where campaign_id = ${campaign.campaignId} and state in ('sent', 'delivered', 'replied') order by recipient_id`)
      const [first, second, ...others] = yield* texted
      yield* northwind(sql`
        insert into read_models (company_id, category, id, version, stream_version, state, row, updated_at)
        select m.company_id, m.category, 900000, m.version, m.stream_version, 'booked',
          m.row || jsonb_build_object('campaignId', ${campaign.campaignId}::int, 'recipientId', ${first!.id}::int), m.updated_at
        from read_models m where m.category = 'appointment' order by m.id limit 1`)
      yield* northwind(sql`
        update recipients set state = 'optedOut' where campaign_id = ${campaign.campaignId} and recipient_id = ${second!.id}`)
      const { listId, people } = (yield* Campaign.ListNotBooked({ headers: notBooked, payload })).data
      const rows = yield* namesAndPhones(listId)
      expect(rows.map(({ phone }) => phone).toSorted()).toEqual(others.map(({ phone }) => phone).toSorted())
      expect([people, rows[0]?.name]).toEqual([others.length, `${campaign.name}: not booked`])
      expect(
        yield* Campaign.ListNotBooked({ headers: notBooked, payload }).pipe(asCompany(demoIds.harbor), Effect.flip),
      ).toMatchObject({ problem: "NotFound" })
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("is not made where no text reaches any of them, and not of another company's campaign", () =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const { campaign } = yield* withFailures
      const payload = { campaignHashedId: campaign.campaignHashedId }
      const { sql, company } = yield* Database
      const lists = company(demoIds.northwind)(sql<{ name: string }>`select name from patient_lists`)
      const before = yield* lists
      expect(
        yield* Campaign.ListFailed({ headers, payload }).pipe(asCompany(demoIds.harbor), Effect.flip),
      ).toMatchObject({ problem: "NotFound" })
      yield* company(demoIds.northwind)(
        sql`update recipients set reason = '21614' where campaign_id = ${campaign.campaignId} and state = 'failed'`,
      )
      expect(yield* Effect.flip(Campaign.ListFailed({ headers, payload }))).toMatchObject({ problem: "NotAllowedNow" })
      expect(yield* lists).toEqual(before)
    }).pipe(asCompany(demoIds.northwind)),
  )
})
