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

/** Carrier codes after which no text reaches the number: wrong, cut off, a landline, without texts, or opted out. */
const unreachable = ["21211", "21610", "21612", "21614", "21635", "30004", "30005", "30006"]

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the list of those whose text failed", (it) => {
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

  it.effect("holds who may be reached by another text, once, and no one else", () =>
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
