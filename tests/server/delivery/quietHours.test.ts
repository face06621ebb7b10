import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { recordEntries } from "#server/delivery/ledger.ts"
import { releaseHeld } from "#server/delivery/releaseHeld.ts"
import { parseTwilioInbound } from "#server/delivery/twilioForms.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { countsOf, engineOn, launchCampaign, makeDraft, noon, senderIdOf } from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { CampaignId, CompanyId } from "#schemas/ids.ts"

const at = new Date(noon).toISOString()
const day = 86_400_000

const running = Effect.fnUntraced(function* (companyId: CompanyId) {
  yield* makeDraft(companyId, 1)
  yield* launchCampaign(companyId, CampaignId.make(1))
  yield* planRecipients(companyId, CampaignId.make(1))
  return { database: yield* Database, senderId: yield* senderIdOf(companyId) }
})

for (const [name, database] of testDatabases) {
  const parts = engineOn(database)
  layer(parts, { excludeTestServices: true })(`quiet hours on ${name}`, (it) => {
    it.effect("a hold from before the clock was moved back ends", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(1), CampaignId.make(1)]
        const { database: store, senderId } = yield* running(companyId)
        const until = new Date(noon + 9 * day).toISOString()
        yield* recordEntries(store, companyId, at, [
          { campaignId, recipientId: 1, facts: [{ _tag: "RecipientHeld", until }] },
        ])
        yield* releaseHeld(store, companyId, senderId, noon)
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ queued: 1 })
      }),
    )

    it.effect("count where the person is known to live now, not when the campaign was planned", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(2)
        const { database: store, senderId } = yield* running(companyId)
        yield* store.company(companyId)(store.sql`update patients set timezone = 'Asia/Tokyo' where company_id = 2`)
        const found = yield* claim(store, { companyId, senderId, channel: textChannel, most: 10, now: noon, turn: 1 })
        expect(found.claimed).toEqual([])
        expect((yield* countsOf(companyId, CampaignId.make(1))).rows).toEqual({ held: 1 })
      }),
    )

    it.effect("a text from a person never holds what the database cannot keep", () =>
      Effect.gen(function* () {
        const form = { MessageSid: `SM${"0".repeat(32)}`, From: "+12125550100", To: "+12125551001", Body: "STOP\0" }
        expect((yield* parseTwilioInbound(form)).body).toBe("STOP")
      }),
    )
  })
}
