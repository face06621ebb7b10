import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { recordEntries } from "#server/delivery/ledger.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { makeDashboard } from "#server/reporting/dashboard/dashboard.queries.ts"
import { readNextSends, readRunning } from "#server/reporting/dashboard/sending.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import {
  carrierOf,
  countsOf,
  engineParts,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  recordedCarrier,
  sendCommand,
  storeOn,
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const at = new Date(noon).toISOString()
const hour = 3_600_000
const everything = { userType: 2, accessIds: [1, 3, 4, 5, 15, 17] } as const
const campaignId = CampaignId.make(1)

/** A company with a list, a template and a campaign that is created. */
const created = Effect.fnUntraced(function* (companyId: CompanyId, people: number, segmentsPerSecond: number) {
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId, segmentsPerSecond)
  const listId = yield* makeList(companyId, people)
  const templateId = TemplateId.make(companyId)
  yield* makeTemplate(companyId, templateId)
  yield* makeCampaign(companyId, { campaignId, listId, templateId })
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`insert into hashed_ids values (${companyId}, 'campaign', 1, ${`public-id-of-a-campaign-${companyId}`}) on conflict do nothing`,
  )
  return yield* Database
})

for (const [name, database] of testDatabases) {
  const parts = engineParts.pipe(Layer.provideMerge(Layer.mergeAll(storeOn(database), carrierOf(recordedCarrier()))))
  layer(parts, { excludeTestServices: true })(`what Home says of campaigns on ${name}`, (it) => {
    it.effect("how far a running one is, how fast, who is held, and when it ends", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const store = yield* created(companyId, 12, 2)
        expect(yield* readRunning(companyId)).toMatchObject({ running: [], runningCount: 0 })
        yield* sendCommand(companyId, campaignId, { _tag: "LaunchCampaign", now: at })
        yield* planRecipients(companyId, campaignId)
        const place = (recipientId: number) => ({ campaignId, recipientId })
        const until = new Date(noon + hour).toISOString()
        const sent = (recipientId: number, fact: object) =>
          recordEntries(store, companyId, at, [
            { ...place(recipientId), facts: [{ _tag: "SendStarted", key: `key ${recipientId}` }] },
            {
              ...place(recipientId),
              facts: [{ _tag: "SendAccepted", sid: `SM${recipientId}` }, fact as { readonly _tag: "MessageDelivered" }],
            },
          ])
        for (const recipientId of [1, 2, 3]) yield* sent(recipientId, { _tag: "MessageDelivered" })
        yield* sent(4, { _tag: "MessageFailed", code: "30005" })
        yield* recordEntries(store, companyId, at, [
          { ...place(5), facts: [{ _tag: "RecipientHeld", until }] },
          { ...place(6), facts: [{ _tag: "RecipientHeld", until }] },
        ])
        yield* (yield* MovableClock).move(noon + 4 * 60_000)

        expect(yield* readRunning(companyId)).toMatchObject({
          running: [
            {
              total: 12,
              counts: { delivered: 3, failed: 1, held: 2, queued: 6 },
              perMinute: 1,
              // Two are released after an hour, and leave at two segments a second.
              endsAt: new Date(noon + hour + 1_000).toISOString(),
            },
          ],
          runningCount: 1,
          waiting: 6,
          held: { people: 2, from: until },
        })
        const home = yield* makeDashboard(companyId, everything)
        expect(home.days?.at(-1)).toMatchObject({ delivered: 3, failed: 1, underway: 0 })
        expect(home.failedIn).toBe(home.running?.[0]?.campaignHashedId)
        expect(home.needsYou[0]).toMatchObject({ urgent: true, link: { text: "See 1 person" } })
        expect(home).not.toHaveProperty("firstSteps")
        yield* countsOf(companyId, campaignId)
      }),
    )

    it.effect("what starts next, when it is done, and the steps before the first text", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(2)
        yield* created(companyId, 4, 2)
        expect((yield* makeDashboard(companyId, everything)).firstSteps).toMatchObject({
          hasPeople: true,
          template: "published",
          campaign: "draft",
        })
        const { sql, company } = yield* Database
        const startAt = new Date(noon + hour).toISOString()
        yield* company(companyId)(
          sql`update read_models set state = 'scheduled', row = row || jsonb_build_object('state', 'scheduled', 'startAt', ${startAt}::text)
              where company_id = ${companyId} and category = 'campaign'`,
        )
        expect(yield* readNextSends(companyId)).toMatchObject([
          { people: 4, startAt, endsAt: new Date(noon + hour + 2_000).toISOString() },
        ])
      }),
    )
  })
}
