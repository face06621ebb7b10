import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { creationStatus } from "#schemas/outreach/campaign.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { publishableCall } from "#tests/support/callFlows.ts"
import {
  absent,
  draft,
  freshCompany,
  handlersWithCalls,
  ivrCall,
  makeIvrClient,
  reservedTemplate,
  saved,
  wanted,
} from "#tests/support/outreachCalls.ts"
import { senderNumber } from "#tests/support/outreach.ts"

layer(handlersWithCalls, { excludeTestServices: true, timeout: 60_000 })("call flows", (it) => {
  it.effect("are saved, listed, changed and published apart from texts", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach, Template } = yield* makeIvrClient
        const text = yield* saved(companyId)
        const templateId = yield* reservedTemplate
        const { data: first } = yield* Outreach.SaveIvr(ivrCall(companyId, templateId))
        expect(first).toMatchObject({
          state: "draft",
          version: 1,
          steps: 8,
          flow: publishableCall,
          variables: ["firstName", "companyName"],
        })

        const { data: list, counts } = yield* Outreach.GetIvrList({ query: {} })
        expect(list.map((one) => [one.name, one.steps])).toEqual([["Flu shot call", 8]])
        expect(counts).toEqual({ draft: 1 })
        const texts = yield* Template.GetTemplates({ query: {} })
        expect([texts.data.map(({ name }) => name), texts.counts]).toEqual([[text.name], { draft: 1 }])

        yield* Template.PublishTemplate({ headers: {}, query: { templateId } })
        const later = { ...publishableCall, ringSeconds: 45 }
        yield* Outreach.SaveIvr(ivrCall(companyId, templateId, undefined, later))
        const { data: found } = yield* Outreach.GetIvr({ query: { temphashedId: first.hashedId } })
        expect(found).toMatchObject({ state: "revised", version: 2, publishedVersion: 1, flow: later })
        const { data: versions } = yield* Outreach.GetIvrVersions({ query: { temphashedId: first.hashedId } })
        expect(versions.versions.map(({ version, flow }) => [version, flow.ringSeconds])).toEqual([
          [1, 30],
          [2, 45],
        ])
        yield* Template.RetireTemplate({ headers: {}, payload: { templateId } })
        yield* Template.DeleteTemplate({ headers: {}, query: { templateId } })
        expect(yield* Effect.flip(Outreach.GetIvr({ query: { temphashedId: first.hashedId } }))).toMatchObject(absent)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are not published with a problem, and say all of them", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach, Template } = yield* makeIvrClient
        const templateId = yield* reservedTemplate
        const flow: CallFlow = {
          ringSeconds: 30,
          retries: [],
          voicemail: { _tag: "EndCall" },
          steps: [
            { _tag: "Say", stepId: 1, name: "Greeting", prompt: { _tag: "Speech", text: "Hello {{ nme }}." }, next: 2 },
            {
              ...{ _tag: "Transfer", stepId: 2, name: "Desk", phone: "555", ringSeconds: 20, next: null },
              prompt: { _tag: "Recording", sound: "x" },
            },
          ],
        }
        yield* Outreach.SaveIvr(ivrCall(companyId, templateId, undefined, flow))
        const refused = yield* Effect.flip(Template.PublishTemplate({ headers: {}, query: { templateId } }))
        expect(refused).toMatchObject({ problem: "Invalid" })
        const { errors = [] } = refused as { readonly errors?: ReadonlyArray<{ field: string; message: string }> }
        expect(new Set(errors.map(({ field }) => field))).toEqual(new Set(["flow"]))
        expect(errors.map(({ message }) => message)).toEqual([
          "Choose what follows “Desk”. The call would end in silence.",
          "Say in “Greeting” who calls, for example: {{ companyName }}.",
          "Enter the number that “Desk” connects with, as in +12125550140.",
          "The recording of “Desk” is not there. Choose another one, or write what it says.",
          expect.stringContaining("“Greeting”: "),
        ])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("have a caller ID, which campaigns take from the published version", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const { sql, company } = yield* Database
      const number = `+1212554${1000 + companyId}`
      yield* company(companyId)(
        sql`insert into senders (company_id, e164, label, segments_per_second, channel)
            values (${companyId}, ${number}, 'Calls', 5, 'IVR')`,
      )
      yield* Effect.gen(function* () {
        const { Outreach, Template } = yield* makeIvrClient
        const templateId = yield* reservedTemplate
        const write = ({ callerId: _, ...flow }: CallFlow, callerId?: string) =>
          Effect.map(
            Outreach.SaveIvr(
              ivrCall(companyId, templateId, undefined, callerId === undefined ? flow : { ...flow, callerId }),
            ),
            ({ data }) => [data.flow.callerId, data.publishedCallerId],
          )
        const listed = Effect.map(Outreach.GetIvrList({ query: {} }), ({ data }) =>
          data.map(({ publishedCallerId }) => publishedCallerId),
        )
        const publish = Template.PublishTemplate({ headers: {}, query: { templateId } })

        for (const [callerId, why] of [
          ["+12125540001", "is no number of the company any more"],
          [senderNumber(companyId), "is a number for texts, and does not call"],
        ] as const) {
          expect(yield* write(publishableCall, callerId)).toEqual([callerId, null])
          const message = `The caller ID ${callerId} ${why}. Choose another one, or leave it to each campaign.`
          expect(yield* Effect.flip(publish)).toMatchObject({
            problem: "Invalid",
            errors: [{ field: "flow", message }],
          })
        }
        yield* write(publishableCall, number)
        yield* publish
        expect(yield* listed).toEqual([number])
        expect(yield* write(publishableCall)).toEqual([undefined, number])
        expect(yield* listed).toEqual([number])
        yield* publish
        expect(yield* listed).toEqual([null])
        expect(yield* Effect.flip(write(publishableCall, "555"))).toMatchObject({ _tag: "SchemaError" })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are no texts: neither is saved, read or sent as the other", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach, Template, Campaign } = yield* makeIvrClient
        const text = yield* saved(companyId)
        expect(yield* Effect.flip(Outreach.SaveIvr(ivrCall(companyId, text.templateId)))).toMatchObject(absent)
        expect(yield* Effect.flip(Outreach.GetIvr({ query: { temphashedId: text.hashedId } }))).toMatchObject(absent)

        const templateId = yield* reservedTemplate
        const { data: flow } = yield* Outreach.SaveIvr(ivrCall(companyId, templateId))
        yield* Template.PublishTemplate({ headers: {}, query: { templateId } })
        const asText = Template.CreateTemplateByCompanyId(draft(companyId, templateId))
        expect(yield* Effect.flip(asText)).toMatchObject(absent)
        const temphashedId = flow.hashedId
        for (const read of [
          Template.GetTemplate({ query: { temphashedId } }),
          Template.GetTemplateVersions({ query: { temphashedId } }),
        ])
          expect(yield* Effect.flip(read as Effect.Effect<unknown, unknown>)).toMatchObject(absent)

        const campaign = { ...(yield* wanted(companyId, 2)), templateId }
        const { data, message } = yield* Campaign.CreateCampaign({ headers: {}, payload: campaign })
        expect([data, message]).toEqual([{ status: creationStatus.invalid }, "Choose a published template."])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are the company’s own", () =>
    Effect.gen(function* () {
      const other = yield* freshCompany()
      const theirs = yield* Effect.gen(function* () {
        const { Outreach } = yield* makeIvrClient
        return (yield* Outreach.SaveIvr(ivrCall(other, yield* reservedTemplate))).data
      }).pipe(asCompany(other))
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach, Template } = yield* makeIvrClient
        expect(yield* Effect.flip(Outreach.GetIvr({ query: { temphashedId: theirs.hashedId } }))).toMatchObject(absent)
        expect(yield* Effect.flip(Outreach.SaveIvr(ivrCall(companyId, theirs.templateId)))).toMatchObject(absent)
        const publish = Template.PublishTemplate({ headers: {}, query: { templateId: theirs.templateId } })
        expect(yield* Effect.flip(publish)).toMatchObject(absent)
      }).pipe(asCompany(companyId))
    }),
  )
})
