import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { foundTemplate, readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { inLanguage, readVersion, renderMessage } from "#server/outreach/templates/message.rule.ts"
import { Database } from "#server/store/Database.ts"
import { foundTranslation } from "#server/outreach/translations/translation.queries.ts"
import { asCompany, Caller } from "#tests/support/callingAs.ts"
import { makeList } from "#tests/support/outreach.ts"
import {
  absent,
  audienceOf,
  draft,
  freshCompany,
  handlers,
  makeClient,
  makeTranslator,
  saved,
  wanted,
} from "#tests/support/outreachCalls.ts"

const text = "Hi {{ firstName }}, {{ companyName }} asks how your visit was. Reply STOP to opt out."
const spanish =
  "Hola {{ firstName }}, {{ companyName }} pregunta cómo fue su visita. Responda ALTO para no recibir más."

/** A translation as it is after a change. */
const kept = Effect.fnUntraced(function* (templateId: TemplateId, language: "es" | "vi") {
  return yield* foundTranslation((yield* Caller).actingCompanyId, templateId, language)
})
const write = Effect.fnUntraced(function* (templateId: TemplateId, written = spanish, language: "es" | "vi" = "es") {
  const payload = { templateId, language, text: written }
  yield* (yield* makeTranslator).Translate.SaveTranslation({ headers: {}, payload })
  return yield* kept(templateId, language)
})
const change = Effect.fnUntraced(function* (
  templateId: TemplateId,
  action: "review" | "approve" | "remove",
  language: "es" | "vi" = "es",
) {
  const payload = { templateId, language, action }
  yield* (yield* makeTranslator).Translate.ChangeTranslation({ headers: {}, payload })
  return yield* kept(templateId, language)
})
const publish = Effect.fnUntraced(function* (templateId: TemplateId) {
  const client = yield* makeClient
  yield* client.Template.PublishTemplate({ headers: {}, query: { templateId } })
})
/** What people of a language get of the published version. */
const sentIn = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, language: string | null) {
  const version = yield* readPublishedMessage(companyId, templateId, "SMS")
  if (version === undefined) return yield* Effect.die("Nothing is published")
  const message = Result.getOrThrow(readVersion(version))
  return renderMessage(inLanguage(message, language), { firstName: "Ana", companyName: "Clinic" }).text.slice(0, 8)
})
const speak = Effect.fnUntraced(function* (companyId: CompanyId, languages: ReadonlyArray<string | null>) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    update patients p set language = g.value #>> '{}' from
      (select patient_id, row_number() over (order by patient_id) as n from patients where company_id = ${companyId}) o
      join jsonb_array_elements(${sql.json(languages)}) with ordinality g (value, n) on g.n = o.n
    where p.company_id = ${companyId} and p.patient_id = o.patient_id`)
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the translations of a template", (it) => {
  it.effect("are published with their version, and people get them by their language", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { templateId, version } = yield* saved(companyId, text)
        const written = yield* write(templateId)
        expect(written).toMatchObject({ version: version + 1, translation: { state: "reviewed", origin: "person" } })
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hola Ana")
        expect(yield* sentIn(companyId, templateId, "es-MX")).toBe("Hola Ana")
        expect(yield* sentIn(companyId, templateId, "vi")).toBe("Hi Ana, ")
        expect(yield* sentIn(companyId, templateId, null)).toBe("Hi Ana, ")
        yield* change(templateId, "remove")
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hola Ana")
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hi Ana, ")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("become stale when the text changes, and then no one gets them until someone has compared both", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, hashedId, name } = yield* saved(companyId, text)
        yield* write(templateId)
        yield* change(templateId, "approve")
        yield* client.Template.CreateTemplateByCompanyId(draft(companyId, templateId, text, `${name} renamed`))
        const query = { temphashedId: hashedId, language: "es" } as const
        expect((yield* (yield* makeTranslator).Translate.GetTranslation({ query })).data.translation).toMatchObject({
          state: "approved",
        })
        const after = `${text} Thank you.`
        yield* client.Template.CreateTemplateByCompanyId(draft(companyId, templateId, after, name))
        const stale = (yield* (yield* makeTranslator).Translate.GetTranslation({ query })).data
        expect(stale).toMatchObject({ source: after, translation: { state: "stale", before: text, text: spanish } })
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hi Ana, ")
        expect((yield* change(templateId, "review")).translation).toMatchObject({ state: "reviewed", before: null })
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hola Ana")
        const { steps } = (yield* (yield* makeTranslator).Translate.GetTranslation({ query })).data
        expect(steps.map(({ type }) => type)).toEqual([
          "TranslationWritten",
          "TranslationApproved",
          "TranslationOutdated",
          "TranslationReviewed",
        ])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("keep a template from being published before they are approved, where the company asks for that", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const { sql, company } = yield* Database
      const ask = (approvedOnly: boolean) =>
        company(companyId)(sql`update companies set approved_only = ${approvedOnly} where company_id = ${companyId}`)
      yield* Effect.gen(function* () {
        const { templateId } = yield* saved(companyId, text)
        yield* write(templateId)
        yield* ask(true)
        expect(yield* Effect.flip(publish(templateId))).toMatchObject({
          problem: "Invalid",
          message: expect.stringContaining(
            "Spanish: The translation is not approved. This company publishes only approved translations. Approve or remove it.",
          ),
        })
        expect(yield* kept(templateId, "es")).toMatchObject({ approvedOnly: true, translation: { state: "reviewed" } })
        yield* change(templateId, "approve")
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hola Ana")
        // What no one gets keeps nothing back: the text changes, and its translation is stale.
        const client = yield* makeClient
        const { name } = yield* foundTemplate(companyId, templateId)
        yield* client.Template.CreateTemplateByCompanyId(draft(companyId, templateId, `${text} Thanks.`, name))
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hi Ana, ")
        yield* change(templateId, "review")
        expect(yield* Effect.flip(publish(templateId))).toMatchObject({ problem: "Invalid" })
        yield* ask(false)
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hola Ana")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("cannot be said to say the same while a place of the text is missing in them", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, name } = yield* saved(companyId, text)
        yield* write(templateId)
        yield* client.Template.CreateTemplateByCompanyId(draft(companyId, templateId, `${text} {{ zip }}`, name))
        expect(yield* Effect.flip(change(templateId, "review"))).toMatchObject({
          problem: "Invalid",
          message: "{{ zip }} is missing.",
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are kept by a change of the link, and are not written twice", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const linked = `${text} https://clinic.example/visit`
        const { templateId } = yield* saved(companyId, linked)
        yield* write(templateId, `${spanish} https://clinic.example/visit`)
        const payload = { primaryId: 0, templateId, key: "a", value: "1", in: "query" } as const
        yield* client.Template.SaveCurlParameter({ headers: {}, payload })
        yield* publish(templateId)
        expect(yield* sentIn(companyId, templateId, "es")).toBe("Hola Ana")
        const before = yield* foundTemplate(companyId, templateId)
        yield* write(templateId, `${spanish} https://clinic.example/visit`)
        expect((yield* foundTemplate(companyId, templateId)).version).toBe(before.version)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are refused without the places of the text, and published only when they say how to opt out", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { templateId } = yield* saved(companyId, text)
        expect(yield* Effect.flip(write(templateId, "Hola, {{ companyName }}"))).toMatchObject({
          problem: "Invalid",
          errors: [{ field: "text", message: "{{ firstName }} is missing." }],
        })
        yield* write(templateId, "Hola {{ firstName }}, {{ companyName }} para fin")
        expect(yield* Effect.flip(publish(templateId))).toMatchObject({
          errors: [
            {
              field: "text",
              message: "Spanish: Add how to opt out, for example: Responda ALTO para no recibir más mensajes.",
            },
          ],
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("refuse what their lifecycle does not allow, and are absent for another company", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const template = yield* Effect.gen(function* () {
        const made = yield* saved(companyId, text)
        expect(yield* Effect.flip(change(made.templateId, "approve"))).toMatchObject({ problem: "NotAllowedNow" })
        yield* write(made.templateId)
        yield* change(made.templateId, "approve")
        expect(yield* Effect.flip(change(made.templateId, "approve"))).toMatchObject({
          problem: "NotAllowedNow",
          message: "This translation is approved already.",
        })
        return made
      }).pipe(asCompany(companyId))
      yield* Effect.gen(function* () {
        expect(yield* Effect.flip(write(template.templateId))).toMatchObject(absent)
        const query = { temphashedId: template.hashedId, language: "es" } as const
        expect(yield* Effect.flip((yield* makeTranslator).Translate.GetTranslation({ query }))).toMatchObject(absent)
      }).pipe(asCompany(yield* freshCompany()))
    }),
  )

  it.effect("are counted by a dry run: who gets which, and at what cost", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId } = yield* saved(companyId, text)
        yield* write(templateId, `${spanish} Ñandú ${"—".repeat(20)}`)
        yield* publish(templateId)
        const campaign = {
          ...(yield* wanted(companyId, 1)),
          templateId,
          listId: yield* makeList(companyId, 4, { first: 10 }),
        }
        yield* speak(companyId, [null, "es", "es", "vi", null])
        const { data } = yield* client.Campaign.CheckCampaign({ payload: audienceOf(campaign) })
        expect(data.languages).toEqual([
          { language: "es", spoken: "es", people: 2, segments: 4 },
          { language: "en", spoken: "vi", people: 1, segments: 1 },
          { language: "en", spoken: "en", people: 1, segments: 1 },
        ])
        expect(new Set(data.samples.map(({ language }) => language))).toEqual(new Set(["es", null]))
        expect(data.samples.find(({ language }) => language === "es")?.text).toContain("Hola Person10")
        const spoken = (yield* (yield* makeTranslator).Translate.GetLanguages()).data
        expect(spoken).toEqual({
          from: "en",
          service: null,
          languages: [
            { language: "es", people: 2 },
            { language: "vi", people: 1 },
          ],
        })
      }).pipe(asCompany(companyId))
    }),
  )
})
