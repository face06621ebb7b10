import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CompanyId, ImportId, TemplateId } from "#schemas/ids.ts"
import { createCampaign } from "#server/outreach/campaigns/createCampaign.commands.ts"
import { handle, systemContext } from "#server/handle.ts"
import { importStream } from "#server/people/imports/import.commands.ts"
import { readLists } from "#server/people/lists/list.queries.ts"
import { reserveId } from "#server/outreach/reservations/reservation.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { Caller } from "#tests/support/callingAs.ts"
import { makeCompany, makeList, makeTemplate, noon, senderIdOf, storeOn } from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  layer(storeOn(database), { excludeTestServices: true })(`creating a campaign on ${name}`, (it) => {
    it.effect("waits until its list is imported", () =>
      Effect.gen(function* () {
        const [companyId, templateId] = [CompanyId.make(1), TemplateId.make(1)]
        yield* (yield* MovableClock).move(noon)
        yield* makeCompany(companyId)
        const listId = yield* makeList(companyId, 1)
        yield* makeTemplate(companyId, templateId)
        const person = yield* Caller
        const campaignId = yield* reserveId(companyId, person.userId, "Campaign")
        const wanted = {
          campaignId,
          companyId,
          campaignType: "SMS",
          name: "Autumn",
          purpose: "Survey",
          templateId,
          listId,
          senderId: yield* senderIdOf(companyId),
          startAt: null,
        } as const
        const context = systemContext(companyId, "test-import")
        const counts = { rows: 1, valid: 1, rejected: 0 }
        const stored = { rows: 1, added: 1, changed: 0, unchanged: 0, rejected: 0, duplicate: 0 }
        for (const command of [
          { _tag: "UploadListFile", importId: ImportId.make(1), bytes: 10 },
          { _tag: "CheckImport", mappingHash: "hash" },
          { _tag: "StoreCheckedBatch", batch: 1, line: 2, bytes: 10, ...counts },
          { _tag: "CompleteCheck" },
          { _tag: "RunImport", listId },
        ] as const)
          yield* handle(importStream, 1, command, context)
        expect(yield* readLists(companyId)).toMatchObject([{ listId, isBeingImported: true }])
        expect(yield* createCampaign(person, wanted)).toEqual({
          status: 1,
          field: "listId",
          message: "This list is still being imported. Wait until the import is done.",
        })
        yield* handle(importStream, 1, { _tag: "StoreBatch", batch: 1, line: 2, ...stored }, context)
        yield* handle(importStream, 1, { _tag: "CompleteImport" }, context)
        expect(yield* readLists(companyId)).toMatchObject([{ listId, isBeingImported: false }])
        expect(yield* createCampaign(person, wanted)).toMatchObject({ status: 2, campaignId })
      }),
    )

    it.effect(
      "refuses a message that only texts about appointments can fill in, unless a column of the list does",
      () =>
        Effect.gen(function* () {
          const [companyId, templateId] = [CompanyId.make(2), TemplateId.make(2)]
          yield* (yield* MovableClock).move(noon)
          yield* makeCompany(companyId)
          const listId = yield* makeList(companyId, 1)
          yield* makeTemplate(companyId, templateId, "{{ companyName }}: {{ appointmentDate }}. Reply STOP to opt out.")
          const person = { ...(yield* Caller), companyId, actingCompanyId: companyId }
          const campaignId = yield* reserveId(companyId, person.userId, "Campaign")
          const wanted = {
            ...{ campaignId, companyId, templateId, listId, senderId: yield* senderIdOf(companyId) },
            ...({ campaignType: "SMS", name: "Autumn", purpose: "Survey", startAt: null } as const),
          }
          expect(yield* createCampaign(person, wanted)).toEqual({
            status: 1,
            field: "templateId",
            message:
              "Only texts about appointments have {{ appointmentDate }}. Choose another template, or a list with a column of this name.",
          })
          const { sql, company } = yield* Database
          yield* company(companyId)(sql`
          with named as (insert into list_variables (company_id, list_id, name) values (${companyId}, ${listId}, 'appointmentDate'))
          update patients set custom = '{"appointmentDate": "Friday"}' where company_id = ${companyId}`)
          expect(yield* createCampaign(person, wanted)).toMatchObject({ status: 2, campaignId })
        }),
    )
  })
}
