import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { defaultSettings, type GlobalSettings } from "#schemas/administration/globalSettings.ts"
import { judgeContract } from "#server/administration/companies/company.commands.ts"
import { contractWork } from "#server/administration/companies/contract.job.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { receiveTexts } from "#server/delivery/inboundMessages.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { systemContext } from "#server/handle.ts"
import { checkCampaign } from "#server/outreach/campaigns/checkCampaign.queries.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { writeGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import {
  awaitEvent,
  countsOf,
  engineOn,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  messageText,
  noon,
  phoneOf,
  sendCommand,
  senderIdOf,
  senderNumber,
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"

const at = new Date(noon).toISOString()

const settle = (settings: Partial<GlobalSettings>) =>
  Effect.flatMap(Database, ({ sql, everyCompany }) =>
    everyCompany(writeGlobalSettings(sql, { ...defaultSettings, ...settings })),
  )

/** A company with two patients in Miami and a campaign to them, launched at noon. */
const running = Effect.fnUntraced(function* (companyId: CompanyId) {
  yield* (yield* MovableClock).move(noon)
  yield* settle({})
  yield* makeCompany(companyId)
  const listId = yield* makeList(companyId, 2)
  const database = yield* Database
  yield* database.company(companyId)(database.sql`update patients set zip = '33101' where company_id = ${companyId}`)
  yield* makeTemplate(companyId, TemplateId.make(companyId))
  yield* makeCampaign(companyId, { campaignId: CampaignId.make(1), listId, templateId: TemplateId.make(companyId) })
  yield* launchCampaign(companyId, CampaignId.make(1))
  yield* planRecipients(companyId, CampaignId.make(1))
  const senderId = yield* senderIdOf(companyId)
  const claimAt = (now: number) =>
    claim(database, { companyId, senderId, channel: textChannel, most: 10, now, turn: 1 })
  return { database, listId, claimAt }
})

const hour = 3_600_000

for (const [name, database] of testDatabases) {
  const parts = engineOn(database)
  layer(parts, { excludeTestServices: true })(`the rules of sending on ${name}`, (it) => {
    it.effect("a state’s hours hold its people, by their ZIP", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const { claimAt } = yield* running(companyId)
        yield* settle({ quietHours: [{ state: "FL", from: "08:00", to: "20:00" }] })
        expect((yield* claimAt(noon + 8.5 * hour)).claimed).toEqual([])
        expect((yield* countsOf(companyId, CampaignId.make(1))).rows).toEqual({ held: 2 })
      }),
    )

    it.effect("a company’s holiday holds everyone to the next day", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(2)
        const { database: store, claimAt } = yield* running(companyId)
        yield* store.company(companyId)(
          store.sql`update companies set holidays = '[{"date":"2026-11-18","name":"Founders’ day"}]' where company_id = 2`,
        )
        expect((yield* claimAt(noon)).claimed).toEqual([])
        const [held] = yield* store.company(companyId)(
          store.sql<{ until: string }>`
            select distinct to_char(held_until at time zone 'America/New_York', 'MM-DD HH24:MI') as until
            from recipients where company_id = 2`,
        )
        expect(held?.until).toBe("11-19 08:00")
      }),
    )

    it.effect("a country that is taken away while a campaign runs loses no one of it", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(6)
        const { database: store, claimAt } = yield* running(companyId)
        yield* store.company(companyId)(store.sql`update companies set text_countries = '["MX"]' where company_id = 6`)
        expect((yield* claimAt(noon)).claimed).toHaveLength(2)
      }),
    )

    it.effect("a capped number gets no further text, and the check says so before", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(3), CampaignId.make(2)]
        const { database: store, listId, claimAt } = yield* running(companyId)
        yield* settle({ capTexts: 1, capDays: 7 })
        expect((yield* claimAt(noon)).claimed).toHaveLength(2)
        yield* store.company(companyId)(
          store.sql`update recipients set state = case recipient_id when 1 then state else 'failed' end where company_id = 3`,
        )
        yield* makeCampaign(companyId, { campaignId, listId, templateId: TemplateId.make(3) })
        const request = {
          channel: textChannel,
          companyId,
          campaignId,
          listId,
          text: messageText,
          parameters: [],
          translations: [],
          startAt: null,
        }
        expect((yield* checkCampaign(request)).excluded).toEqual([{ reason: "frequencyCap", count: 1 }])
        yield* launchCampaign(companyId, campaignId)
        yield* planRecipients(companyId, campaignId)
        expect((yield* claimAt(noon + hour)).claimed.map(({ to }) => to)).toEqual([phoneOf(companyId, 2)])
        const people = yield* store.company(companyId)(
          store.sql`select state, count(*)::int as people from recipients
            where company_id = 3 and campaign_id = 2 group by state order by state`,
        )
        expect(people).toEqual([
          { state: "excluded", people: 1 },
          { state: "sending", people: 1 },
        ])
      }),
    )

    it.effect("a word that was added opts out, however it is written", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(4)
        const { database: store } = yield* running(companyId)
        yield* settle({ optOutWords: [{ language: "vi", word: "ngừng" }] })
        const message = {
          id: "in-1",
          sid: "SM1",
          from: phoneOf(companyId, 1),
          to: senderNumber(companyId),
          body: " NGỪNG! ",
        }
        yield* receiveTexts(store, yield* SendGate, at, [message])
        const said = yield* store.company(companyId)(
          store.sql<{
            consent: string
          }>`select consent from opt_outs where company_id = 4 and phone = ${phoneOf(companyId, 1)}`,
        )
        expect(said).toEqual([{ consent: "revoked" }])
      }),
    )

    it.effect("nothing starts for a company whose contract does not run, and what runs pauses when it ends", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(5)
        const { database: store, listId } = yield* running(companyId)
        yield* makeCampaign(companyId, { campaignId: CampaignId.make(2), listId, templateId: TemplateId.make(5) })
        yield* store.company(companyId)(
          store.sql`update companies set contract_end = '2026-11-01' where company_id = 5`,
        )
        yield* store.company(companyId)(store.sql`
          insert into events (company_id, stream_id, version, type, data, meta, at) values
          (5, 'company-5', 1, 'CompanyCreated', '{"companyId":5,"revision":1,"contractStart":null,"contractEnd":"2026-11-01"}',
           '{"commandId":"t","actorId":null,"companyId":null,"actingCompanyId":5,"correlationId":"t","causationId":null,"at":"2026-11-01T00:00:00.000Z","sessionId":null,"address":null}', ${at}::timestamptz)`)
        yield* judgeContract(systemContext(companyId, "judge"), companyId, "2026-11-18")
        yield* awaitEvent(companyId, CampaignId.make(1), "CampaignPaused").pipe(Effect.provide(contractWork))
        const refused = yield* Effect.flip(launchCampaign(companyId, CampaignId.make(2)))
        expect(refused.problem).toBe("NotAllowedNow")
        const resumed = yield* Effect.flip(sendCommand(companyId, CampaignId.make(1), { _tag: "ResumeCampaign" }))
        expect(resumed.message).toContain("The contract of this company does not run")
      }),
    )
  })
}
