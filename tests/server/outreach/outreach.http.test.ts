import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, ListId, SenderId, TemplateId, UserId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { makeList, messageText, noon, phoneOf } from "#tests/support/outreach.ts"

import {
  handlers,
  makeClient,
  day,
  freshCompany,
  reservedTemplate,
  reservedCampaign,
  draft,
  saved,
  wanted,
  created,
  absent,
  audienceOf,
} from "#tests/support/outreachCalls.ts"

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the calls of the Template group", (it) => {
  it.effect("save a draft under a reserved id, revise it, publish it, delete it", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const first = yield* saved(companyId)
        expect(first).toMatchObject({
          state: "draft",
          version: 1,
          publishedVersion: null,
          variables: ["firstName", "companyName"],
        })
        expect(first.hashedId).toMatch(/^[A-Za-z0-9_-]{22}$/)
        yield* client.Template.PublishTemplate({ headers: {}, query: { templateId: first.templateId } })
        const second = yield* client.Template.CreateTemplateByCompanyId(
          draft(companyId, first.templateId, `${messageText} Thank you.`, first.name),
        )
        expect(second.data).toMatchObject({
          state: "revised",
          version: 2,
          publishedVersion: 1,
          hashedId: first.hashedId,
        })
        const listed = yield* client.Template.GetTemplates({ query: {} })
        expect(listed.data.map(({ templateId, text }) => [templateId, text])).toEqual([
          [first.templateId, `${messageText} Thank you.`],
        ])
        yield* client.Template.DeleteTemplate({ headers: {}, query: { templateId: first.templateId } })
        expect((yield* client.Template.GetTemplates({ query: {} })).data).toEqual([])
        expect(
          yield* Effect.flip(client.Template.DeleteTemplate({ headers: {}, query: { templateId: first.templateId } })),
        ).toMatchObject(absent)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("refuse a taken name with its field, until the other one is deleted", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId } = yield* saved(companyId, messageText, "Visit survey")
        expect(yield* Effect.flip(saved(companyId, messageText, "VISIT survey"))).toMatchObject({
          problem: "AlreadyExists",
          errors: [{ field: "name", message: "A template with this name already exists." }],
        })
        yield* client.Template.DeleteTemplate({ headers: {}, query: { templateId } })
        expect((yield* saved(companyId, messageText, "Visit survey")).state).toBe("draft")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("refuse to publish what breaks a rule, and say so for the text", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId } = yield* saved(companyId, "Hello {{ firstNmae }}")
        const refusal = yield* Effect.flip(client.Template.PublishTemplate({ headers: {}, query: { templateId } }))
        expect(refusal).toMatchObject({
          problem: "Invalid",
          errors: [
            { field: "text", message: "{{ firstNmae }} is not a known variable. Did you mean {{ firstName }}?" },
            { field: "text", message: "Name the company, for example: {{ companyName }}." },
            { field: "text", message: "Add how to opt out, for example: Reply STOP to opt out." },
          ],
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("take an id from its holder only, and for a day", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const templateId = yield* reservedTemplate
        const save = client.Template.CreateTemplateByCompanyId(draft(companyId, templateId))
        expect(yield* Effect.flip(save.pipe(asCompany(companyId, { userId: UserId.make(2) })))).toMatchObject(absent)
        expect(
          yield* Effect.flip(client.Template.CreateTemplateByCompanyId(draft(companyId, TemplateId.make(999_999)))),
        ).toMatchObject(absent)
        yield* (yield* MovableClock).move(noon + day + 60_000)
        expect(yield* Effect.flip(save)).toMatchObject(absent)
        yield* (yield* MovableClock).move(noon + day - 60_000)
        expect((yield* save).data.templateId).toBe(templateId)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("keep companies apart", () =>
    Effect.gen(function* () {
      const mine = yield* freshCompany()
      const theirs = yield* freshCompany()
      const template = yield* saved(theirs).pipe(asCompany(theirs))
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const query = { templateId: template.templateId }
        expect(yield* Effect.flip(client.Template.PublishTemplate({ headers: {}, query }))).toMatchObject(absent)
        expect(yield* Effect.flip(client.Template.DeleteTemplate({ headers: {}, query }))).toMatchObject(absent)
        expect(
          yield* Effect.flip(client.Template.CreateTemplateByCompanyId(draft(mine, template.templateId))),
        ).toMatchObject(absent)
        expect(
          yield* Effect.flip(client.Template.CreateTemplateByCompanyId(draft(theirs, template.templateId))),
        ).toMatchObject(absent)
        expect(
          yield* Effect.flip(client.Template.GetTemplatesByCompany({ query: { companyId: theirs } })),
        ).toMatchObject(absent)
        expect((yield* client.Template.GetTemplates({ query: {} })).data).toEqual([])
        const superAdmin = asCompany(mine, { userType: 1, accessIds: [13] })
        const seen = yield* client.Template.GetTemplatesByCompany({ query: { companyId: theirs } }).pipe(superAdmin)
        expect(seen.data).toHaveLength(1)
      }).pipe(asCompany(mine))
    }),
  )

  it.effect("preview a text on real patients, with what is missing, and record who was shown", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const listId = yield* makeList(companyId, 7)
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const preview = yield* client.Template.PreviewMessage({
          payload: { text: "Hi {{ firstName }} “{{ zip }}” {{ nme }}", listId },
        })
        expect(preview.data.problems).toContain("{{ nme }} is not a known variable.")
        expect(preview.data.samples).toHaveLength(5)
        expect(preview.data.samples[0]).toMatchObject({
          patient: "Person1 Doe",
          missing: ["zip", "nme"],
          segments: { encoding: "UCS-2", nonGsm: ["“", "”"] },
        })
        const broken = yield* client.Template.PreviewMessage({ payload: { text: "Hi {{ firstName" } })
        expect(broken.data).toMatchObject({ variables: [], samples: [] })
        expect(broken.data.problems[0]).toContain("check the braces")
        const { sql, company } = yield* Database
        const events = yield* company(companyId)(sql`select type, data from events where stream_id like 'audit-%'`)
        expect(events).toEqual([{ type: "MessagePreviewed", data: { people: 5 } }])
      }).pipe(asCompany(companyId))
    }),
  )
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the calls of the Campaign group", (it) => {
  it.effect("say before launching who gets it, who does not and why", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const payload = yield* wanted(companyId, 20)
        const { sql, company } = yield* Database
        yield* company(companyId)(
          Effect.gen(function* () {
            const change = (person: number, what: string) =>
              sql.unsafe(
                `update patients set ${what} where company_id = ${companyId} and first_name = 'Person${person}'`,
              )
            yield* change(1, "phone = null")
            yield* change(2, "phone_kind = 'landline'")
            yield* change(4, `phone = '${phoneOf(companyId, 3)}'`)
            yield* change(5, "first_name = ''")
            yield* change(6, "timezone = 'Asia/Tokyo'")
            yield* change(9, "phone = '+14165550123'")
            yield* change(10, "phone = '+18005550123', timezone = null")
            yield* sql`insert into opt_outs (company_id, phone, channel, consent, at, source)
                       values (${companyId}, ${phoneOf(companyId, 7)}, 'SMS', 'revoked', '2026-01-01', 'staff'),
                              (${companyId}, ${phoneOf(companyId, 8)}, 'SMS', 'revoked', '2026-01-01', 'staff'),
                              (${companyId}, ${phoneOf(companyId, 8)}, 'SMS', 'granted', '2026-01-02', 'staff')`
          }),
        )
        const { data } = yield* client.Campaign.CheckCampaign({ payload: audienceOf(payload) })
        expect(data).toMatchObject({ total: 20, eligible: 14, segments: [{ segments: 1, people: 14 }] })
        expect(Object.fromEntries(data.excluded.map(({ reason, count }) => [reason, count]))).toEqual({
          noPhone: 1,
          landline: 1,
          duplicatePhone: 1,
          missingVariable: 1,
          optedOut: 1,
          otherCountry: 1,
        })
        expect(data.held).toEqual([
          // The number may be anywhere in the country: the westernmost zone opens last.
          { until: "2026-11-18T18:00:00.000Z", zone: "America/Adak", people: 1 },
          { until: "2026-11-18T23:00:00.000Z", zone: "Asia/Tokyo", people: 1 },
        ])
        expect(data.samples).toHaveLength(10)
        const past = client.Campaign.CheckCampaign({
          payload: { ...audienceOf(payload), startAt: "2026-11-18T16:59:00.000Z" },
        })
        expect(yield* Effect.flip(past)).toMatchObject({ problem: "Invalid", errors: [{ field: "startAt" }] })
        const unsent = client.Campaign.CheckCampaign({
          payload: { ...audienceOf(payload), senderId: SenderId.make(999_999) },
        })
        expect(yield* Effect.flip(unsent)).toMatchObject({ message: "Choose a number to send from." })
        const night = yield* client.Campaign.CheckCampaign({
          payload: { ...audienceOf(payload), startAt: "2026-11-19T04:00:00.000Z" },
        })
        expect(night.data.held).toEqual([
          { until: "2026-11-19T13:00:00.000Z", zone: "America/New_York", people: 12 },
          { until: "2026-11-19T18:00:00.000Z", zone: "America/Adak", people: 1 },
        ])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("answer the outcome of a creation in data.status", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const payload = yield* wanted(companyId, 2)
        const create = (over: Partial<typeof payload>) =>
          client.Campaign.CreateCampaign({ headers: {}, payload: { ...payload, ...over } as typeof payload })
        const invalid = yield* Effect.forEach(
          [
            { templateId: TemplateId.make(999_999) },
            { listId: ListId.make(999_999) },
            { senderId: SenderId.make(999_999) },
            { campaignId: CampaignId.make(999_999) },
            { startAt: new Date(noon - 1).toISOString() as never },
            { campaignType: "IVR" as never },
            { campaignType: "MSIC" as never },
          ],
          create,
        )
        expect(invalid.map(({ data }) => data)).toEqual(invalid.map(() => ({ status: 1 })))
        expect(invalid.map(({ message }) => message)).toEqual([
          "Choose a published template.",
          "Choose a list of patients.",
          "Choose a number to send from.",
          "This campaign number is not reserved for you any more. Start again.",
          "The start time has passed. Choose a later one.",
          "Choose a published template.",
          "A campaign sends texts or makes calls. Choose SMS or IVR.",
        ])
        const good = yield* create({})
        expect(good.data).toMatchObject({ status: 2, campaignId: payload.campaignId })
        const again = yield* create({ campaignId: yield* reservedCampaign })
        expect(again).toMatchObject({ data: { status: 3 }, message: "A campaign with this name already exists." })
        expect((yield* create({ name: "Another" as never })).data).toEqual({ status: 0 })

        const { sql, company } = yield* Database
        yield* company(companyId)(sql`update patients set phone = null where company_id = ${companyId}`)
        const empty = yield* create({ campaignId: yield* reservedCampaign, name: "For no one" as never })
        expect(empty.data).toEqual({ status: 4 })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("launch, pause, resume and cancel as the lifecycle allows, and refuse deletion while it runs", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { campaignHashedId } = yield* created(companyId)
        const change = (action: "launch" | "pause" | "resume" | "cancel", headers = {}) =>
          client.Campaign.ChangeState({ headers, payload: { campaignHashedId, action } })
        const remove = client.Campaign.DeleteCampaign({ headers: {}, query: { campaignHashedId, campaignType: "SMS" } })
        expect(yield* Effect.flip(change("pause"))).toMatchObject({
          problem: "NotAllowedNow",
          allowed: ["CampaignRevised", "CampaignSubmitted", "CampaignScheduled", "CampaignLaunched", "CampaignDeleted"],
        })
        expect(yield* Effect.flip(change("launch", { "if-match": '"7"' }))).toMatchObject({ problem: "StaleVersion" })
        expect((yield* change("launch", { "if-match": '"1"' })).data).toMatchObject({
          state: "running",
          launchedOn: expect.any(String),
        })
        expect(yield* Effect.flip(remove)).toMatchObject({ problem: "NotAllowedNow" })
        expect((yield* change("pause")).data.state).toBe("paused")
        expect((yield* change("resume")).data.state).toBe("running")
        expect((yield* change("cancel")).data).toMatchObject({ state: "cancelled", endedOn: expect.any(String) })
        const { data } = yield* client.Campaign.GetCampaignDetail({ query: { campaignHashedId } })
        expect(data.history.map(({ type }) => type)).toEqual([
          "CampaignCreated",
          "CampaignLaunched",
          "CampaignPaused",
          "CampaignResumed",
          "CampaignCancelled",
        ])
        expect(data.text).toBe(messageText)
        yield* remove
        expect((yield* client.Campaign.GetCampaigns({ query: {} })).data).toEqual([])
        expect(yield* Effect.flip(change("launch"))).toMatchObject(absent)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("answer for another company's campaign exactly as for none", () =>
    Effect.gen(function* () {
      const theirs = yield* freshCompany()
      const mine = yield* freshCompany()
      const other = yield* created(theirs).pipe(asCompany(theirs))
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const calls = (campaignHashedId: string) => [
          client.Campaign.GetCampaignDetail({ query: { campaignHashedId } }),
          client.Campaign.GetRecipients({ query: { campaignHashedId } }),
          client.Campaign.ChangeState({ headers: {}, payload: { campaignHashedId, action: "launch" } }),
          client.Campaign.DeleteCampaign({ headers: {}, query: { campaignHashedId, campaignType: "SMS" } }),
        ]
        const refusals = (campaignHashedId: string) =>
          Effect.forEach(calls(campaignHashedId), (call) =>
            Effect.map(Effect.flip(call as Effect.Effect<unknown, object>), (refusal) => ({
              ...refusal,
              correlationId: "",
            })),
          )
        expect(yield* refusals(other.campaignHashedId)).toEqual(yield* refusals("AAAAAAAAAAAAAAAAAAAAAA"))
        const { campaignHashedId: _, ...payload } = other
        expect(yield* Effect.flip(client.Campaign.CreateCampaign({ headers: {}, payload }))).toMatchObject(absent)
        expect(
          yield* Effect.flip(client.Campaign.CheckCampaign({ payload: { ...audienceOf(payload), companyId: mine } })),
        ).toMatchObject(absent)
        expect((yield* client.Campaign.GetCampaigns({ query: {} })).data).toEqual([])
        expect((yield* client.Campaign.GetSenders()).data).toHaveLength(1)
      }).pipe(asCompany(mine))
    }),
  )

  it.effect("page through campaigns, newest first, and find them by name", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const payload = yield* wanted(companyId, 1)
        for (const name of ["Spring recall", "50% off_season", "Autumn recall"]) {
          yield* client.Campaign.CreateCampaign({
            headers: {},
            payload: { ...payload, campaignId: yield* reservedCampaign, name } as never,
          })
        }
        const first = yield* client.Campaign.GetCampaigns({ query: { pageSize: 2 } })
        expect(first.data.map(({ name }) => name)).toEqual(["Autumn recall", "50% off_season"])
        const second = yield* client.Campaign.GetCampaigns({ query: { pageSize: 2, cursor: first.next ?? "" } })
        expect(second.data.map(({ name }) => name)).toEqual(["Spring recall"])
        expect(second.next).toBeUndefined()
        const found = yield* client.Campaign.GetCampaigns({ query: { search: "RECALL" } })
        expect(found.data).toHaveLength(2)
        expect((yield* client.Campaign.GetCampaigns({ query: { search: "0%_" } })).data).toEqual([])
        const { purpose } = payload
        const ofPurpose = yield* client.Campaign.GetCampaigns({ query: { purpose } })
        expect([ofPurpose.data.length, ofPurpose.counts]).toEqual([3, { draft: 3 }])
        const ofAnother = yield* client.Campaign.GetCampaigns({ query: { purpose: "Appointment" } })
        expect([ofAnother.data, ofAnother.counts]).toEqual([[], {}])
        expect(yield* Effect.flip(client.Campaign.GetCampaigns({ query: { cursor: "x" } }))).toMatchObject({
          problem: "BadRequest",
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("reserve ids for those only who may use them", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const client = yield* makeClient
      const generate = (type: "Campaign" | "Template" | "Company", more: object) =>
        Effect.result(client.Campaign.GenerateId({ query: { type } })).pipe(
          asCompany(companyId, more),
          Effect.map(({ _tag }) => _tag),
        )
      expect(yield* generate("Campaign", { accessIds: [3] })).toBe("Success")
      expect(yield* generate("Campaign", { accessIds: [5] })).toBe("Failure")
      expect(yield* generate("Template", { accessIds: [5] })).toBe("Success")
      expect(yield* generate("Template", { accessIds: [3] })).toBe("Failure")
      expect(yield* generate("Company", { accessIds: [13] })).toBe("Failure")
      expect(yield* generate("Company", { accessIds: [13], userType: 1 })).toBe("Success")
    }),
  )
})
