import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { recordEntries } from "#server/delivery/ledger.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { readRecipients } from "#server/outreach/recipients/recipientPages.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import {
  engineOn,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  sendCommand,
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const [minute, hour] = [60_000, 3_600_000]
const companyId = CompanyId.make(1)
const campaignId = CampaignId.make(1)
/** When something is looked at: at ten in the evening in New York, on the day of the launch. */
const evening = noon + 10 * hour
const iso = (at: number) => new Date(at).toISOString()

/** What happened to each person of the campaign, in the order of their numbers. */
const happened: ReadonlyArray<ReadonlyArray<RecipientFact>> = [
  [{ _tag: "RecipientHeld", until: iso(noon + 20 * hour) }],
  [{ _tag: "RecipientHeld", until: iso(noon + 12 * hour) }],
  [
    { _tag: "SendStarted", key: "a" },
    { _tag: "SendDeferred", code: "20429", until: iso(evening + minute) },
  ],
  [
    { _tag: "SendStarted", key: "b" },
    { _tag: "SendAccepted", sid: "SM1" },
    { _tag: "MessageFailed", code: "30003" },
    { _tag: "RetryScheduled", key: "b", until: iso(evening + 30 * minute) },
  ],
  [],
]

for (const [name, database] of testDatabases) {
  layer(engineOn(database), { excludeTestServices: true })(`who waits, on ${name}`, (it) => {
    it.effect("is listed with what holds them: hours, the bound of a day, the carrier, another try, a pause", () =>
      Effect.gen(function* () {
        const clock = yield* MovableClock
        yield* clock.move(noon)
        yield* makeCompany(companyId)
        const listId = yield* makeList(companyId, happened.length)
        yield* makeTemplate(companyId, TemplateId.make(1))
        yield* makeCampaign(companyId, { campaignId, listId, templateId: TemplateId.make(1) })
        yield* launchCampaign(companyId, campaignId)
        yield* planRecipients(companyId, campaignId)
        const store = yield* Database
        yield* recordEntries(
          store,
          companyId,
          iso(noon),
          happened.map((facts, place) => ({ campaignId, recipientId: place + 1, facts })),
        )
        yield* store.company(companyId)(store.sql`
          update recipients set about = 'multiCampaign-1' where company_id = ${companyId} and recipient_id = 2`)
        const listed = Effect.map(
          readRecipients(companyId, campaignId, { pageSize: 10, after: undefined, country: "US" }),
          ({ recipients }) => recipients.map(({ why }) => why),
        )
        yield* clock.move(evening)
        expect(yield* listed).toMatchObject([
          { code: null, words: expect.stringMatching(/^Federal law/) },
          { code: null, words: expect.stringMatching(/as one person may get in a day$/) },
          { code: "20429", words: "The carrier asked us to slow down" },
          { code: "30003", advice: expect.stringMatching(/sent again by itself/) },
          null,
        ])
        yield* sendCommand(companyId, campaignId, { _tag: "PauseCampaign" })
        yield* clock.move(noon + 30 * hour)
        expect((yield* listed)[0]?.words).toBe("The campaign is paused")
      }),
    )
  })
}
