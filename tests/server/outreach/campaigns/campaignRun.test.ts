import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { saveLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { findLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import {
  awaitEvent,
  countsOf,
  engine,
  engineOn,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeDraft,
  makeList,
  makeTemplate,
  phoneOf,
  recordedCarrier,
} from "#tests/support/outreach.ts"

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  const parts = engineOn(database, carrier)
  layer(parts, { excludeTestServices: true })(`a campaign's run on ${name}`, (it) => {
    it.effect("sends to everyone once and completes", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const { campaignId } = yield* makeDraft(companyId, 1_200)
        yield* launchCampaign(companyId, campaignId)
        yield* awaitEvent(companyId, campaignId, "CampaignCompleted").pipe(Effect.provide(engine()))
        expect(carrier.sent).toHaveLength(1_200)
        expect(new Set(carrier.sent.map(({ to }) => to)).size).toBe(1_200)
        const first = carrier.sent.find(({ to }) => to === phoneOf(companyId, 1))
        expect(first?.body).toBe("Hi Person1, Clinic 1 asks how your visit was. Reply STOP to opt out.")
        expect(yield* countsOf(companyId, campaignId)).toEqual({
          rows: { sent: 1_200 },
          counters: { sent: 1_200 },
        })
      }),
    )

    it.effect("writes the link parameters of its template's version for each person", () =>
      Effect.gen(function* () {
        const [companyId, templateId, campaignId] = [CompanyId.make(2), TemplateId.make(2), CampaignId.make(2)]
        yield* makeCompany(companyId)
        const listId = yield* makeList(companyId, 2)
        yield* makeTemplate(
          companyId,
          templateId,
          "{{ companyName }}: https://clinic.example/visit. Reply STOP to opt out.",
        )
        const parameter = {
          primaryId: 1,
          templateId,
          key: "who",
          value: "{{ firstName }}.{{ campaignId }}",
          in: "query",
          order: 1,
        } as const
        const { company } = yield* Database
        yield* company(companyId)(
          Effect.andThen(
            saveLinkParameters(companyId, templateId, 1, [parameter]),
            saveLinkParameters(companyId, templateId, 2, [{ ...parameter, key: "x" }]),
          ),
        )
        yield* makeCampaign(companyId, { campaignId, listId, templateId })
        yield* launchCampaign(companyId, campaignId)
        yield* awaitEvent(companyId, campaignId, "CampaignCompleted").pipe(Effect.provide(engine()))
        const bodies = carrier.sent.filter(({ to }) => to === phoneOf(companyId, 1)).map(({ body }) => body)
        expect(bodies).toEqual(["Clinic 2: https://clinic.example/visit?who=Person1.2. Reply STOP to opt out."])
      }),
    )

    it.effect("writes each recipient a link to book by, which says who got it, as long as it was planned", () =>
      Effect.gen(function* () {
        const [companyId, templateId, campaignId] = [CompanyId.make(3), TemplateId.make(3), CampaignId.make(3)]
        yield* makeCompany(companyId)
        const listId = yield* makeList(companyId, 3)
        yield* makeTemplate(companyId, templateId, "{{ companyName }}: {{ bookingLink }} Reply STOP to opt out.")
        yield* makeCampaign(companyId, { campaignId, listId, templateId })
        yield* launchCampaign(companyId, campaignId)
        yield* awaitEvent(companyId, campaignId, "CampaignCompleted").pipe(Effect.provide(engine()))
        const links = carrier.sent.flatMap(({ to, body }) => {
          const [, token] = /^Clinic 3: http:\/\/localhost:8080\/a#(\S{36}) Reply/.exec(body) ?? []
          return token === undefined ? [] : [{ to, token }]
        })
        const subjects = yield* Effect.forEach(links, ({ token }) => findLink(token))
        const phones = yield* (yield* Database).company(companyId)(
          (yield* Database).sql<{ id: number; phone: string }>`
            select recipient_id as id, phone from recipients where company_id = ${companyId}`,
        )
        expect(links).toHaveLength(3)
        expect(subjects).toEqual(
          links.map(({ to }) => {
            const recipientId = phones.find(({ phone }) => phone === to)?.id
            return { purpose: "book", companyId, campaignId, recipientId }
          }),
        )
      }),
    )
  })
}
