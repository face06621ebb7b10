import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { asCompany } from "#tests/support/callingAs.ts"
import { messageText } from "#tests/support/outreach.ts"
import { absent, created, draft, freshCompany, handlers, makeClient, saved } from "#tests/support/outreachCalls.ts"

const later = `${messageText} Thank you.`

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the versions of a template", (it) => {
  it.effect("say who wrote and published which text when", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, hashedId, name } = yield* saved(companyId)
        yield* client.Template.PublishTemplate({ headers: {}, query: { templateId } })
        yield* client.Template.CreateTemplateByCompanyId(draft(companyId, templateId, later, `${name} again`))
        yield* client.Template.RetireTemplate({ headers: {}, payload: { templateId } })
        const { data } = yield* client.Template.GetTemplateVersions({ query: { temphashedId: hashedId } })
        expect(data.history.map(({ type, version }) => [type, version])).toEqual([
          ["TemplateDrafted", 1],
          ["TemplatePublished", 1],
          ["TemplateRevised", 2],
          ["TemplateRetired", null],
        ])
        expect(new Set(data.history.map(({ actor }) => actor))).toEqual(new Set(["User 1"]))
        expect(data.versions.map((one) => [one.version, one.name, one.text, one.publishedOn !== null])).toEqual([
          [1, name, messageText, true],
          [2, `${name} again`, later, false],
        ])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("count the campaigns that use them and are not over", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, campaignHashedId } = yield* created(companyId)
        const [template] = (yield* client.Template.GetTemplates({ query: {} })).data
        const use = Effect.map(
          client.Template.GetTemplateUse({ query: { temphashedId: template?.hashedId ?? "" } }),
          ({ data }) => data,
        )
        expect(template?.templateId).toBe(templateId)
        const newest = [{ hashedId: campaignHashedId, name: expect.any(String) as string }]
        expect(yield* use).toEqual([{ version: 1, state: "draft", campaigns: 1, newest }])
        yield* client.Campaign.ChangeState({ headers: {}, payload: { campaignHashedId, action: "launch" } })
        expect(yield* use).toEqual([{ version: 1, state: "running", campaigns: 1, newest }])
        yield* client.Campaign.ChangeState({ headers: {}, payload: { campaignHashedId, action: "cancel" } })
        expect(yield* use).toEqual([])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("refuse what was asked of an older version, and change nothing", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, streamVersion, name } = yield* saved(companyId)
        const headers = { "if-match": String(streamVersion) }
        yield* client.Template.CreateTemplateByCompanyId(draft(companyId, templateId, later, name))
        const wishes = [
          client.Template.CreateTemplateByCompanyId({ ...draft(companyId, templateId, messageText, name), headers }),
          client.Template.PublishTemplate({ headers, query: { templateId } }),
          client.Template.RetireTemplate({ headers, payload: { templateId } }),
          client.Template.DeleteTemplate({ headers, query: { templateId } }),
        ]
        for (const wish of wishes) expect(yield* Effect.flip(wish)).toMatchObject({ problem: "StaleVersion" })
        const [now] = (yield* client.Template.GetTemplates({ query: {} })).data
        expect(now).toMatchObject({ state: "draft", version: 2, streamVersion: streamVersion + 1, text: later })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are another company's as if they were not there", () =>
    Effect.gen(function* () {
      const mine = yield* freshCompany()
      const theirs = yield* freshCompany()
      const { templateId, hashedId } = yield* saved(theirs).pipe(asCompany(theirs))
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const query = { temphashedId: hashedId }
        for (const call of [
          Template.GetTemplateVersions({ query }),
          Template.GetTemplateUse({ query }),
          Template.RetireTemplate({ headers: {}, payload: { templateId } }),
        ])
          expect(yield* Effect.flip(call)).toMatchObject(absent)
      }).pipe(asCompany(mine))
    }),
  )
})
