import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { textExclusions } from "#schemas/outreach/textExclusions.ts"
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
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const companyId = CompanyId.make(1)
const campaignId = CampaignId.make(1)
const text = "Hi {{ firstName }}, {{ doctor }} sees you in {{ room }}. Reply STOP to opt out."

for (const [name, database] of testDatabases) {
  layer(engineOn(database), { excludeTestServices: true })(`who was left out, on ${name}`, (it) => {
    it.effect("is listed with the values that their message lacks, and without them once they are filled in", () =>
      Effect.gen(function* () {
        yield* (yield* MovableClock).move(noon)
        yield* makeCompany(companyId)
        const listId = yield* makeList(companyId, 3)
        const { sql, company } = yield* Database
        const know = (person: number, values: Readonly<Record<string, string>>) =>
          company(companyId)(
            sql`update patients set custom = ${sql.json(values)} where company_id = ${companyId} and patient_id = ${person}`,
          )
        yield* know(1, { doctor: "Dr. Lee", room: "4" })
        yield* know(2, { doctor: "Dr. Lee" })
        yield* makeTemplate(companyId, TemplateId.make(1), text)
        yield* makeCampaign(companyId, { campaignId, listId, templateId: TemplateId.make(1) })
        yield* launchCampaign(companyId, campaignId)
        yield* planRecipients(companyId, campaignId)
        const whys = Effect.map(
          readRecipients(companyId, campaignId, { pageSize: 10, after: undefined, country: "US" }),
          ({ recipients }) => recipients.map(({ why }) => why?.words ?? null),
        )
        const plain = textExclusions.missingVariable
        expect(yield* whys).toEqual([null, `${plain}: room`, `${plain}: doctor, room`])
        yield* know(2, { doctor: "Dr. Lee", room: "5" })
        expect(yield* whys).toEqual([null, plain, `${plain}: doctor, room`])
        // A stored text that cannot be read takes away the names of the values, not the list.
        yield* makeTemplate(companyId, TemplateId.make(2), "{% if %}")
        yield* company(companyId)(sql`update campaign_runs set template_id = 2 where company_id = ${companyId}`)
        expect(yield* whys).toEqual([null, plain, plain])
      }),
    )
  })
}
