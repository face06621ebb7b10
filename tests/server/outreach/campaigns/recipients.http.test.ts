import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { recipientShares, type Recipient, type RecipientShare } from "#schemas/outreach/campaign.ts"
import { listedShares, peopleIn } from "#schemas/outreach/progress.ts"
import { campaignHandlers } from "#server/program/contract.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"

const handlers = campaignHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededOn(embeddedDatabase)))
const makeClient = HttpApiTest.groups(Api, ["Campaign"])

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the people of a campaign", (it) => {
  const everyoneOf = (campaignHashedId: string, share: RecipientShare) =>
    Effect.gen(function* () {
      const { Campaign } = yield* makeClient
      const rows: Array<Recipient> = []
      let cursor: string | undefined
      do {
        const page = cursor === undefined ? {} : { cursor }
        const reply = yield* Campaign.GetRecipients({ query: { campaignHashedId, share, pageSize: 50, ...page } })
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
        for (const share of recipientShares) {
          const rows = yield* everyoneOf(campaignHashedId, share)
          expect([share, rows.length]).toEqual([share, peopleIn(counts, listedShares[share])])
          const silent = rows.filter(({ replies }) => replies.every(({ text }) => text === ""))
          expect(silent.length).toBe(share === "replied" ? 0 : rows.length)
        }
      }
      expect(campaigns.some(({ counts }) => peopleIn(counts, listedShares.replied) > 0)).toBe(true)
    }).pipe(asCompany(demoIds.northwind)),
  )
})
