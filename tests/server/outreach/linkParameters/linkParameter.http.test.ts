import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { asCompany } from "#tests/support/callingAs.ts"
import { makeList, phoneOf, senderIdOf } from "#tests/support/outreach.ts"
import {
  absent,
  audienceOf,
  draft as template,
  freshCompany,
  handlers,
  makeClient,
  reservedCampaign,
  saved,
} from "#tests/support/outreachCalls.ts"
import { TemplateId, noneOf } from "#schemas/ids.ts"

const text = "Hi {{ firstName }}, {{ companyName }}: https://clinic.example/visit. Reply STOP to opt out."

const save = Effect.fnUntraced(function* (
  templateId: TemplateId,
  key: string,
  more: { readonly primaryId?: number; readonly value?: string; readonly order?: number; readonly in?: "path" } = {},
) {
  const client = yield* makeClient
  const payload = { primaryId: 0, templateId, key, value: "{{ externalId }}", in: "query" as const, ...more }
  return (yield* client.Template.SaveCurlParameter({ headers: {}, payload })).data
})
const keysOf = Effect.fnUntraced(function* (temphashedId: string) {
  const client = yield* makeClient
  const { data } = yield* client.Template.GetCurlParameter({ query: { temphashedId } })
  return data.map(({ key, order }) => `${order} ${key}`)
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the link parameters of a template", (it) => {
  it.effect("are added, changed, moved and deleted, each in the template's next version", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, hashedId, name } = yield* saved(companyId, text)
        const first = yield* save(templateId, "a")
        yield* save(templateId, "b")
        const third = yield* save(templateId, "c", { order: 1 })
        expect(yield* keysOf(hashedId)).toEqual(["1 c", "2 a", "3 b"])
        yield* save(templateId, "c", { primaryId: third.primaryId, order: 3 })
        const changed = yield* save(templateId, "aa", { primaryId: first.primaryId, value: "1" })
        expect(changed).toEqual({ ...first, key: "aa", value: "1", order: 1 })
        expect(yield* keysOf(hashedId)).toEqual(["1 aa", "2 b", "3 c"])
        yield* client.Template.CreateTemplateByCompanyId(template(companyId, templateId, `${text} Thank you.`, name))
        expect(yield* keysOf(hashedId)).toEqual(["1 aa", "2 b", "3 c"])
        yield* client.Template.DeleteCurlParameter({ headers: {}, query: { primaryId: changed.primaryId } })
        expect(yield* keysOf(hashedId)).toEqual(["1 b", "2 c"])
        const again = client.Template.DeleteCurlParameter({ headers: {}, query: { primaryId: changed.primaryId } })
        expect(yield* Effect.flip(again)).toMatchObject(absent)
        expect((yield* client.Template.GetTemplate({ query: { temphashedId: hashedId } })).data.linkParameters).toBe(2)
        const { data } = yield* client.Template.GetTemplateVersions({ query: { temphashedId: hashedId } })
        expect(data.versions.map(({ parameters }) => parameters.map(({ key }) => key).join(""))).toEqual([
          "",
          "a",
          "ab",
          "cab",
          "abc",
          "aabc",
          "aabc",
          "bc",
        ])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are changed in the version one saw, or not at all", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { templateId, hashedId, streamVersion } = yield* saved(companyId, text)
        const { primaryId, value, in: place } = yield* save(templateId, "a")
        yield* save(templateId, "b")
        const headers = { "if-match": String(streamVersion + 1) }
        const moved = { primaryId, templateId, key: "a", value, in: place, order: 2 }
        const stale = { problem: "StaleVersion" }
        expect(yield* Effect.flip(Template.SaveCurlParameter({ headers, payload: moved }))).toMatchObject(stale)
        expect(yield* Effect.flip(Template.DeleteCurlParameter({ headers, query: { primaryId } }))).toMatchObject(stale)
        expect(yield* keysOf(hashedId)).toEqual(["1 a", "2 b"])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are refused with a sentence where they cannot be", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { templateId, name } = yield* saved(companyId, text)
        const refusalOf = (...given: Parameters<typeof save>) => Effect.flip(save(...given))
        yield* save(templateId, "a")
        expect(yield* refusalOf(templateId, "a")).toMatchObject({
          problem: "Invalid",
          errors: [{ field: "key", message: "This parameter name is already used." }],
        })
        expect(yield* refusalOf(templateId, "b", { value: "{{ zip" })).toMatchObject({ errors: [{ field: "value" }] })
        for (const [value, sentence] of [
          ["{{ firstName.constructor }}", "{{ firstName }} has no parts."],
          ["{% if zip.size %}yes{% endif %}", "{{ zip }} has no parts."],
          ["ftp://maria:secret@files.example/x", "A link begins with ftp://."],
          ["https://maria:secret@files.example/x", "holds a user name or a password"],
        ] as const) {
          expect(yield* refusalOf(templateId, "b", { value })).toMatchObject({
            problem: "Invalid",
            errors: [{ field: "value", message: expect.stringContaining(sentence) }],
          })
        }
        expect(yield* refusalOf(templateId, "b", { in: "path" })).toMatchObject({
          problem: "Invalid",
          message: expect.stringContaining("no place {b}"),
        })
        expect(yield* refusalOf(templateId, "b", { primaryId: 900_001 })).toMatchObject(absent)
        for (let n = 2; n <= 20; n += 1) yield* save(templateId, `p${n}`)
        expect(yield* refusalOf(templateId, "p21")).toMatchObject({
          errors: [{ field: "key", message: "A link has 20 parameters at most." }],
        })
        const client = yield* makeClient
        const inner = template(companyId, templateId, "See https://169.254.169.254/latest", name)
        expect(yield* Effect.flip(client.Template.CreateTemplateByCompanyId(inner))).toMatchObject({
          problem: "Invalid",
          errors: [{ field: "text", message: expect.stringContaining("patients cannot reach") }],
        })
        const linkless = yield* saved(companyId, "Hi. Reply STOP to opt out.")
        expect(yield* refusalOf(linkless.templateId, "a")).toMatchObject({
          message: expect.stringContaining("has no link"),
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("reach patients once published, and a campaign keeps those of its version", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId } = yield* saved(companyId, text)
        yield* save(templateId, "who", { value: "{{ firstName }}" })
        yield* client.Template.PublishTemplate({ headers: {}, query: { templateId } })
        yield* save(templateId, "more", { value: "1" })
        const payload = {
          companyId,
          campaignId: yield* reservedCampaign,
          campaignType: "SMS",
          name: "Visit",
          purpose: "Survey",
          templateId,
          listId: yield* makeList(companyId, 2),
          senderId: yield* senderIdOf(companyId),
          startAt: null,
        } as const
        const sample = Effect.map(
          client.Campaign.CheckCampaign({ payload: audienceOf(payload) }),
          ({ data }) => data.samples[0]?.text,
        )
        expect(yield* sample).toContain("https://clinic.example/visit?who=Person1. Reply")
        yield* client.Template.PublishTemplate({ headers: {}, query: { templateId } })
        expect(yield* sample).toContain("https://clinic.example/visit?who=Person1&more=1. Reply")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are previewed on patients before they are saved", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { hashedId } = yield* saved(companyId, text)
        yield* makeList(companyId, 8)
        const draft = { primaryId: 0, key: "who", value: "{{ firstName }}{{ nothing }}", in: "query" as const }
        const ask = (search?: string) =>
          Effect.map(
            client.Template.PreviewLink({
              payload: { temphashedId: hashedId, draft, ...(search === undefined ? {} : { search }) },
            }),
            ({ data }) => data,
          )
        const shown = yield* ask()
        expect(shown.link).toBe("https://clinic.example/visit")
        expect(shown.problems).toEqual(["{{ nothing }} is not a known variable."])
        expect(shown.samples).toHaveLength(5)
        expect(shown.samples[0]).toMatchObject({
          url: "https://clinic.example/visit?who=Person1",
          missing: ["nothing"],
        })
        expect((yield* ask(phoneOf(companyId, 7))).samples.map(({ url }) => url)).toEqual([
          "https://clinic.example/visit?who=Person7",
        ])
        const { templateId } = (yield* client.Template.GetTemplates({ query: {} })).data[0] ?? {
          templateId: noneOf(TemplateId),
        }
        yield* save(templateId, "who")
        expect((yield* ask()).problems).toContain("This parameter name is already used.")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are another company's as if they were not there", () =>
    Effect.gen(function* () {
      const mine = yield* freshCompany()
      const theirs = yield* freshCompany()
      const [template, parameter] = yield* Effect.gen(function* () {
        const made = yield* saved(theirs, text)
        return [made, yield* save(made.templateId, "a")] as const
      }).pipe(asCompany(theirs))
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { templateId, hashedId } = template
        const { primaryId } = parameter
        const gone = <A, E, R>(call: Effect.Effect<A, E, R>) =>
          Effect.map(Effect.flip(call), (refusal) => expect(refusal).toMatchObject(absent))
        yield* gone(Template.GetCurlParameter({ query: { temphashedId: hashedId } }))
        yield* gone(Template.DeleteCurlParameter({ headers: {}, query: { primaryId } }))
        yield* gone(Template.PreviewLink({ payload: { temphashedId: hashedId } }))
        yield* gone(save(templateId, "b"))
        yield* gone(save(templateId, "b", { primaryId }))
      }).pipe(asCompany(mine))
    }),
  )
})
