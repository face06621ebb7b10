import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { CompanyId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { callChannel, callFlowIn } from "#server/delivery/channels/callChannel.ts"
import { readFlowsInUse, readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { spanishCall } from "#tests/support/callTranslations.ts"
import { makeList } from "#tests/support/outreach.ts"
import { publishableCall } from "#tests/support/callFlows.ts"
import {
  absent,
  freshCompany,
  handlersWithCalls,
  ivrCall,
  makeIvrClient,
  makeTranslator,
  reservedCampaign,
  reservedTemplate,
  saved,
} from "#tests/support/outreachCalls.ts"

const made = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { Outreach } = yield* makeIvrClient
  return (yield* Outreach.SaveIvr(ivrCall(companyId, yield* reservedTemplate))).data
})
const write = Effect.fnUntraced(function* (
  templateId: TemplateId,
  text: CallTranslation | string = spanishCall,
  language: "es" | "vi" = "es",
) {
  const payload = { templateId, language, text }
  yield* (yield* makeTranslator).Translate.SaveTranslation({ headers: {}, payload })
})
const publish = Effect.fnUntraced(function* (templateId: TemplateId) {
  yield* (yield* makeIvrClient).Template.PublishTemplate({ headers: {}, query: { templateId } })
})
const found = Effect.fnUntraced(function* (temphashedId: string) {
  const query = { temphashedId, language: "es" } as const
  return (yield* (yield* makeTranslator).Translate.GetTranslation({ query })).data
})
/** What a person of a language hears first of the published version, and by which voice. */
const heardIn = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, language: string | null) {
  const version = yield* readPublishedMessage(companyId, templateId, "IVR")
  if (version === undefined) return yield* Effect.die("Nothing is published")
  const rendered = Result.getOrThrow(callChannel.read(version)).render(
    { firstName: "Ana", companyName: "Clinic" },
    language,
  )
  const flow = callFlowIn(rendered.text)
  const [first] = flow?.steps ?? []
  const text = first !== undefined && "prompt" in first && first.prompt._tag === "Speech" ? first.prompt.text : ""
  return [text, flow?.voice?.language, rendered.language]
})
const own = ["Hello Ana, Clinic calls.", undefined, undefined]
const spanish = ["Hola Ana, le llama Clinic.", "es", "es"]

layer(handlersWithCalls, { excludeTestServices: true, timeout: 60_000 })("the translations of a call flow", (it) => {
  it.effect("are published with its version, and each person hears theirs", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { templateId, hashedId } = yield* made(companyId)
        yield* write(templateId)
        expect(yield* found(hashedId)).toMatchObject({
          ...{ channel: "IVR", source: publishableCall, version: 2 },
          translation: { state: "reviewed", text: spanishCall, before: null },
        })
        yield* publish(templateId)
        expect(yield* heardIn(companyId, templateId, "es")).toEqual(spanish)
        expect(yield* heardIn(companyId, templateId, "es-MX")).toEqual(spanish)
        expect(yield* heardIn(companyId, templateId, "vi")).toEqual(own)
        expect(yield* heardIn(companyId, templateId, null)).toEqual(own)
        const flows = yield* readFlowsInUse(companyId)
        expect(flows.map(({ voice }) => voice?.voiceId)).toEqual([undefined, "carrier:es"])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are listed apart from those of texts", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { templateId, name } = yield* made(companyId)
        yield* write(templateId)
        const text = yield* saved(companyId)
        const { Translate } = yield* makeTranslator
        const listed = (query: { readonly channel?: "SMS" | "IVR" }) =>
          Effect.map(Translate.GetTranslations({ query }), ({ data }) =>
            data.map((one) => [one.name, one.translations.map(({ language }) => language)]),
          )
        expect(yield* listed({ channel: "IVR" })).toEqual([[name, ["es"]]])
        expect(yield* listed({ channel: "SMS" })).toEqual([[text.name, []]])
        expect(yield* listed({})).toEqual([[text.name, []]])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("stay true after other seconds, and are stale after other words", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach } = yield* makeIvrClient
        const { templateId, hashedId } = yield* made(companyId)
        yield* write(templateId)
        const save = (flow: CallFlow) => Outreach.SaveIvr(ivrCall(companyId, templateId, undefined, flow))
        yield* save({ ...publishableCall, ringSeconds: 45 })
        expect((yield* found(hashedId)).translation).toMatchObject({ state: "reviewed", before: null })
        const later: CallFlow = { ...publishableCall, voicemail: { _tag: "EndCall" } }
        yield* save(later)
        expect(yield* found(hashedId)).toMatchObject({
          source: later,
          translation: { state: "stale", before: publishableCall },
        })
        yield* publish(templateId)
        expect(yield* heardIn(companyId, templateId, "es")).toEqual(own)
        const payload = { templateId, language: "es", action: "review" } as const
        const change = (yield* makeTranslator).Translate.ChangeTranslation({ headers: {}, payload })
        expect(yield* Effect.flip(change)).toMatchObject({
          problem: "Invalid",
          message: "The call flow leaves no message on a voicemail.",
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are refused with a step without words, and as one text; a text is refused the words of steps", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { templateId } = yield* made(companyId)
        const prompts = spanishCall.prompts.map((one) => (one.stepId === 3 ? { ...one, text: "" } : one))
        expect(yield* Effect.flip(write(templateId, { ...spanishCall, prompts }))).toMatchObject({
          errors: [{ field: "text.prompts.2.text", message: "Write what “Booking desk” says." }],
        })
        const { message } = yield* Effect.flip(write(templateId, "Hola."))
        expect(message).toBe("This is a call flow. Write the words of each of its steps.")
        expect(yield* Effect.flip(write(templateId, spanishCall, "vi"))).toMatchObject({
          message: "The carrier has no voice that speaks Vietnamese, so calls cannot be said in it.",
        })
        const text = yield* saved(companyId)
        expect(yield* Effect.flip(write(text.templateId))).toMatchObject({
          message: "This is a text. Write it as one text.",
        })
        const { Translate } = yield* makeTranslator
        const preview = (of: TemplateId, words: CallTranslation | string) =>
          Translate.PreviewTranslation({ payload: { templateId: of, language: "es", text: words } })
        expect((yield* preview(templateId, { ...spanishCall, prompts })).data).toEqual({
          problems: ["Write what “Booking desk” says."],
          ...{ breaches: [], segments: null, plain: null, source: null },
        })
        expect(yield* Effect.flip(preview(templateId, "Hola."))).toMatchObject(absent)
        expect(yield* Effect.flip(preview(text.templateId, spanishCall))).toMatchObject(absent)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("keep the call flow from being published with what it could not say", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach } = yield* makeIvrClient
        const [greeting, ...rest] = publishableCall.steps
        const recorded = { ...greeting!, prompt: { _tag: "Recording", sound: "x" } } as never
        const { data } = yield* Outreach.SaveIvr(
          ivrCall(companyId, yield* reservedTemplate, undefined, { ...publishableCall, steps: [recorded, ...rest] }),
        )
        const prompts = spanishCall.prompts.map((one) => (one.stepId === 1 ? { ...one, text: "Hola." } : one))
        yield* write(data.templateId, { ...spanishCall, prompts })
        const refused = yield* Effect.flip(publish(data.templateId))
        expect(refused).toMatchObject({
          errors: [
            {
              field: "flow",
              message: "The recording of “Greeting” is not there. Choose another one, or write what it says.",
            },
            { field: "flow", message: "Spanish: Say in “Greeting” who calls, for example: {{ companyName }}." },
          ],
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are counted by a dry run: who hears which", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Campaign } = yield* makeIvrClient
        const { templateId } = yield* made(companyId)
        yield* write(templateId)
        yield* publish(templateId)
        const listId = yield* makeList(companyId, 3)
        const { sql, company } = yield* Database
        const number = "+12125540104"
        const [sender] = yield* company(companyId)(
          Effect.andThen(
            sql`
              update patients p set language = case o.n when 1 then 'es-MX' when 2 then 'vi' end from
                (select patient_id, row_number() over (order by patient_id) as n from patients where company_id = ${companyId}) o
              where p.company_id = ${companyId} and p.patient_id = o.patient_id`,
            sql<{ senderId: SenderId }>`
              insert into senders (company_id, e164, label, segments_per_second, channel)
              values (${companyId}, ${number}, 'Calls', 1, 'IVR') returning sender_id as "senderId"`,
          ),
        )
        const payload = {
          ...{ companyId, campaignId: yield* reservedCampaign, campaignType: "IVR" as const, templateId, listId },
          ...{ senderId: sender!.senderId, startAt: null },
        } as const
        const { data } = yield* Campaign.CheckCampaign({ payload })
        expect(data.languages.map(({ language, spoken, people }) => [language, spoken, people])).toEqual([
          ["es", "es-MX", 1],
          ["en", "vi", 1],
          ["en", "en", 1],
        ])
        expect(data.samples.find(({ language }) => language === "es")?.text).toContain("Hola Person1")
      }).pipe(asCompany(companyId))
    }),
  )
})
