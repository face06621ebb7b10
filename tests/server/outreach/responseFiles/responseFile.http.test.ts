import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { firstLayout } from "#schemas/outreach/firstLayouts.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { noon, phoneOf } from "#tests/support/outreach.ts"
import { absent, created, freshCompany, handlers, makeClient, saved } from "#tests/support/outreachCalls.ts"

const text = "Hi {{ firstName }}, {{ companyName }}: your doctor is {{ doctor }}. Reply STOP to opt out."

/** People of a campaign as the engine would have left them. */
const texted = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId) {
  const { sql, company } = yield* Database
  const at = new Date(noon).toISOString()
  yield* company(companyId)(
    Effect.gen(function* () {
      yield* sql`update campaign_runs set total = 2 where company_id = ${companyId} and campaign_id = ${campaignId}`
      yield* sql`
        insert into recipients (company_id, campaign_id, recipient_id, patient_id, phone, zone, state, segments, attempts, sent_at, replied_at, updated_at)
        select ${companyId}::int, ${campaignId}::int, row_number() over (order by patient_id), patient_id, phone, timezone,
          'replied', 1, 1, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
        from patients where company_id = ${companyId} order by patient_id limit 2`
      yield* sql`
        insert into inbound_messages (company_id, sender_id, phone, body, request, campaign_id, recipient_id, at)
        values (${companyId}, 1, ${phoneOf(companyId, 1)}, '=1+1', 'other', ${campaignId}, 1, ${at}::timestamptz)`
    }),
  )
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the response file of a template", (it) => {
  it.effect("is kept by version, offers what its columns may hold, and is gone when deleted", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { templateId, hashedId } = yield* saved(companyId, text)
        const file = Effect.map(Template.GetResponseFile({ query: { temphashedId: hashedId } }), ({ data }) => data)
        expect(yield* file).toBeNull()
        const { data: headers } = yield* Template.GetResponseHeaders({ query: { templatehashedId: hashedId } })
        expect(headers.map(({ source }) => source)).toEqual([
          ...["campaign", "externalId", "firstName", "lastName", "phone", "language", "zip", "zone", "state", "reason"],
          ...["attempts", "sentAt", "deliveredAt", "failedAt", "repliedAt", "optedOutAt", "segments", "replyText"],
          "list:doctor",
        ])
        const save = (more: object) =>
          Template.SaveResponseFile({ headers: {}, payload: { templateId, ...firstLayout, ...more } })
        yield* save({})
        const columns = [{ header: "Doctor", source: "list:doctor", default: "none" }]
        expect((yield* save({ columns })).data).toMatchObject({ version: 2, columns, streamVersion: 2 })
        expect((yield* save({ columns })).data.version).toBe(2)
        const gone = [{ header: "Gone", source: "list:gone" }]
        expect(yield* Effect.flip(save({ columns: gone }))).toMatchObject({
          problem: "Invalid",
          errors: [{ field: "columns", message: expect.stringContaining("“Gone”") }],
        })
        const stale = Template.DeleteResponseFile({ headers: { "if-match": "1" }, query: { templateId } })
        expect(yield* Effect.flip(stale)).toMatchObject({ problem: "StaleVersion" })
        yield* Template.DeleteResponseFile({ headers: {}, query: { templateId } })
        expect(yield* file).toBeNull()
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("refuses the second of two who begin it, also where one was deleted before", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { templateId } = yield* saved(companyId, text)
        const begin = (fileName: string) =>
          Template.SaveResponseFile({
            headers: { "if-match": "0" },
            payload: { templateId, ...firstLayout, fileName },
          })
        const remove = Template.DeleteResponseFile({ headers: {}, query: { templateId } })
        expect((yield* begin("One")).data.version).toBe(1)
        expect(yield* Effect.flip(begin("Two"))).toMatchObject({ problem: "StaleVersion" })
        yield* remove
        expect((yield* begin("Three")).data).toMatchObject({ fileName: "Three", version: 2 })
        expect(yield* Effect.flip(begin("Four"))).toMatchObject({ problem: "StaleVersion" })
        yield* remove
        const outcomes = yield* Effect.all(
          ["Five", "Six"].map((fileName) =>
            Effect.match(begin(fileName), { onFailure: (refusal) => refusal, onSuccess: ({ data }) => data }),
          ),
          { concurrency: "unbounded" },
        )
        expect(outcomes).toContainEqual(expect.objectContaining({ version: 3 }))
        expect(outcomes).toContainEqual(expect.objectContaining({ problem: "StaleVersion" }))
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("is previewed on the people of the template's last campaign", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const campaign = yield* created(companyId, 2)
        const [template] = (yield* client.Template.GetTemplates({ query: {} })).data
        const payload = {
          temphashedId: template?.hashedId ?? "",
          ...firstLayout,
          columns: [
            { header: "Name", source: "firstName" },
            { header: "Reply", source: "replyText", default: "-" },
            { header: "Sent", source: "sentAt", format: "date" as const },
            { header: "State", source: "state" },
          ],
        }
        const preview = Effect.map(client.Template.PreviewResponseFile({ payload }), ({ data }) => data)
        expect(yield* preview).toMatchObject({ campaign: null, header: ["Name", "Reply", "Sent", "State"], rows: [] })
        yield* texted(companyId, campaign.campaignId)
        expect(yield* preview).toEqual({
          fileName: `${campaign.name} 2026-11-18.csv`,
          campaign: campaign.name,
          header: ["Name", "Reply", "Sent", "State"],
          rows: [
            ["Person1", "=1+1", "2026-11-18", "Replied"],
            ["Person2", "-", "2026-11-18", "Replied"],
          ],
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("is another company's as if it were not there", () =>
    Effect.gen(function* () {
      const mine = yield* freshCompany()
      const theirs = yield* freshCompany()
      const { templateId, hashedId } = yield* saved(theirs, text).pipe(asCompany(theirs))
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const gone = <A, E, R>(call: Effect.Effect<A, E, R>) =>
          Effect.map(Effect.flip(call), (refusal) => expect(refusal).toMatchObject(absent))
        yield* gone(Template.GetResponseFile({ query: { temphashedId: hashedId } }))
        yield* gone(Template.GetResponseHeaders({ query: { templatehashedId: hashedId } }))
        yield* gone(Template.SaveResponseFile({ headers: {}, payload: { templateId, ...firstLayout } }))
        yield* gone(Template.DeleteResponseFile({ headers: {}, query: { templateId } }))
        yield* gone(Template.PreviewResponseFile({ payload: { temphashedId: hashedId, ...firstLayout } }))
      }).pipe(asCompany(mine))
    }),
  )
})
