import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { defaultSettings, type GlobalSettings } from "#schemas/administration/globalSettings.ts"
import { Api } from "#schemas/api.ts"
import { CampaignId, TemplateId, type CompanyId } from "#schemas/ids.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import type { MultiCampaignDraft } from "#schemas/outreach/multiCampaign.ts"
import { writeGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { multiCampaignHandlers } from "#server/program/contract.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { day, hour, ladderCompany } from "#tests/support/ladders.ts"
import { engineOn, launchCampaign, makeCampaign, makeTemplate, noon, phoneOf } from "#tests/support/outreach.ts"

const services = multiCampaignHandlers.pipe(
  Layer.provideMerge(callingAs),
  Layer.provideMerge(engineOn(embeddedDatabase)),
)
const makeClient = HttpApiTest.groups(Api, ["MultiCampaign"])

/** Saves a ladder and checks it, as staff of its company do. */
const check = Effect.fnUntraced(function* (companyId: CompanyId, draft: MultiCampaignDraft) {
  const { MultiCampaign: client } = yield* makeClient
  return yield* Effect.gen(function* () {
    const { hashedId } = (yield* client.SaveMultiCampaign({ headers: {}, payload: { hashedId: null, draft } })).data
    const { data } = yield* client.CheckLadder({ payload: { hashedId } })
    return data
  }).pipe(asCompany(companyId))
})

const numbersOf = ({ texts }: LadderCheck) =>
  texts.map(({ stepId, variant, eligible, leftOut }) => ({
    ...{ stepId, variant, eligible },
    leftOut: leftOut.map(({ words, people }) => [words, people]).toSorted(),
  }))

const updatePatient = Effect.fnUntraced(function* (
  companyId: CompanyId,
  n: number,
  { kind = "mobile", language = null }: { readonly kind?: string; readonly language?: string | null },
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    update patients set phone_kind = ${kind}, language = ${language}
    where company_id = ${companyId} and phone = ${phoneOf(companyId, n)}`)
})

layer(services, { excludeTestServices: true, timeout: 60_000 })("the check of a ladder before its launch", (it) => {
  it.effect("says of each step who could get it, and why the others would be left out, with what to do", () =>
    Effect.gen(function* () {
      const { companyId, listId, step } = yield* ladderCompany(1, 5)
      yield* updatePatient(companyId, 1, { kind: "landline" })
      const { sql, company } = yield* Database
      yield* company(companyId)(sql`
        update patients set phone = null where company_id = ${companyId} and phone = ${phoneOf(companyId, 2)}`)
      const found = yield* check(companyId, ladderDraft(listId, [step(1, "SMS"), step(2, "IVR"), step(3, "SMS")]))
      const reasons = [
        ["No valid phone number", 1],
        ["The number is a landline", 1],
      ]
      expect(numbersOf(found)).toEqual([
        { stepId: 1, variant: 0, eligible: 3, leftOut: reasons },
        { stepId: 2, variant: 0, eligible: 4, leftOut: reasons.slice(0, 1) },
        { stepId: 3, variant: 0, eligible: 3, leftOut: reasons },
      ])
      expect(found.texts[0]?.leftOut.every(({ advice }) => advice !== "")).toBe(true)
      expect(found).toMatchObject({ people: 5, reached: 4, needsConfirmation: false, troubles: [] })
      // Two texts of one segment to three people, and a call to four.
      expect(found.most).toEqual({ texts: 6, segments: 6, calls: 4 })
      const again = [step(1, "SMS", { retries: 2 }), step(2, "IVR")]
      const tried = yield* check(companyId, ladderDraft(listId, again, { name: "Again", mostTouches: 2 }))
      // Three people get two of their three texts at most, and four the call.
      expect(tried.most).toEqual({ texts: 6, segments: 6, calls: 4 })
    }),
  )

  it.effect(
    "judges each text of a test by itself, and takes the dearest that each person could get for what it costs at most",
    () =>
      Effect.gen(function* () {
        const { companyId, listId, step } = yield* ladderCompany(2, 4)
        const long = TemplateId.make(29)
        yield* makeTemplate(
          companyId,
          long,
          `{{ companyName }}: ${"words ".repeat(40)}{{ clinic }} Reply STOP to opt out.`,
        )
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`
        update patients set custom = '{"clinic":"Main"}' where company_id = ${companyId} and phone <> ${phoneOf(companyId, 1)}`)
        const test = { templateIds: [long], minimumPeople: 50, judgeBy: "replied", afterHours: 24 } as const
        const found = yield* check(companyId, ladderDraft(listId, [step(1, "SMS", { test })]))
        expect(numbersOf(found)).toEqual([
          { stepId: 1, variant: 0, eligible: 4, leftOut: [] },
          { stepId: 1, variant: 1, eligible: 3, leftOut: [[expect.stringContaining("value"), 1]] },
        ])
        expect(found.texts.map(({ segments }) => segments)).toEqual([4, 6])
        // One of them could get the short text alone.
        expect(found).toMatchObject({ reached: 4, most: { texts: 4, segments: 7, calls: 0 } })
      }),
  )

  it.effect("counts by language, with who gets the company's own, and names a language without a way to opt out", () =>
    Effect.gen(function* () {
      const { companyId, listId, text, step } = yield* ladderCompany(3, 4)
      yield* updatePatient(companyId, 1, { language: "es" })
      yield* updatePatient(companyId, 2, { language: "vi" })
      yield* updatePatient(companyId, 3, { language: "ko" })
      const { sql, company } = yield* Database
      const translate = (language: string, translated: string) =>
        company(companyId)(sql`
          insert into template_translations (company_id, template_id, version, language, text, state, origin, source_version)
          values (${companyId}, ${text}, 1, ${language}, ${translated}, 'approved', 'person', 1)`)
      yield* translate("es", "Hola {{ firstName }}, {{ companyName }}. Responda ALTO para no recibir más.")
      yield* translate("vi", "{{ companyName }}: {{ firstName }}")
      const [first] = (yield* check(companyId, ladderDraft(listId, [step(1, "SMS")]))).texts
      expect(first?.languages.map(({ language, spoken, people }) => [language, spoken, people]).toSorted()).toEqual([
        ["en", "en", 1],
        ["en", "ko", 1],
        ["es", "es", 1],
        ["vi", "vi", 1],
      ])
      expect(first?.withoutOptOut).toEqual(["vi"])
    }),
  )

  it.effect(
    "says which step’s template is not published, which number cannot send, and that a second person confirms",
    () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(4, 3)
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`update companies set confirm_above = 2 where company_id = ${companyId}`)
        yield* company(companyId)(sql`
        update senders set trouble_code = 'unreachable', trouble_since = '2026-11-18T16:00Z' where sender_id = ${senders[1]}`)
        const absent = step(1, "SMS", { templateId: TemplateId.make(4_999) })
        const found = yield* check(companyId, ladderDraft(listId, [absent, step(2, "IVR")]))
        expect(found.texts.map(({ isPublished, eligible }) => [isPublished, eligible])).toEqual([
          [false, 0],
          [true, 3],
        ])
        expect(found.troubles).toMatchObject([{ stepId: 2, words: "The carrier could not be reached", standIn: null }])
        expect(found).toMatchObject({ people: 3, reached: 3, needsConfirmation: true })
      }),
  )

  it.effect("expects no more than the most, the same each time, and by when the last one leaves", () =>
    Effect.gen(function* () {
      const { companyId, listId, step } = yield* ladderCompany(5, 30)
      const draft = ladderDraft(listId, [step(1, "SMS"), step(2, "IVR", { onlyIf: "noReply" })], {
        startAt: new Date(noon + hour).toISOString(),
      })
      const { expected, most } = yield* check(companyId, draft)
      expect(expected).toMatchObject({ simulated: 30, isAssumed: true, texts: 30 })
      expect(expected.calls).toBeGreaterThan(0)
      expect(expected.calls).toBeLessThan(most.calls)
      expect(Date.parse(expected.lastAt ?? "")).toBeGreaterThanOrEqual(noon + 2 * day)
      expect((yield* check(companyId, { ...draft, name: "The same again" })).expected).toEqual(expected)
    }),
  )

  it.effect("leaves who was texted today out of the steps alone that are due before the cap is over", () =>
    Effect.gen(function* () {
      const { companyId, listId, text, step } = yield* ladderCompany(6, 3)
      const { sql, company, everyCompany } = yield* Database
      const settle = (settings: Partial<GlobalSettings>) =>
        everyCompany(writeGlobalSettings(sql, { ...defaultSettings, ...settings }))
      const campaignId = CampaignId.make(1)
      yield* makeCampaign(companyId, { campaignId, listId, templateId: text })
      yield* launchCampaign(companyId, campaignId)
      yield* planRecipients(companyId, campaignId)
      yield* company(companyId)(sql`
        update recipients set state = 'sent', sent_at = ${new Date(noon).toISOString()}::timestamptz
        where company_id = ${companyId} and phone = ${phoneOf(companyId, 1)}`)
      const steps = [step(1, "SMS"), step(2, "SMS", { waitMinutes: 3 * 1_440, onlyIf: "always" })]
      yield* settle({ capTexts: 1, capDays: 2 })
      const soon = yield* check(companyId, ladderDraft(listId, steps))
      expect(soon.texts.map(({ eligible }) => eligible)).toEqual([2, 3])
      expect(soon.most.texts).toBe(5)
      yield* settle({ capTexts: 1, capDays: 7 })
      const late = yield* check(companyId, ladderDraft(listId, steps, { name: "Late" }))
      expect(late.texts.map(({ eligible, leftOut }) => [eligible, leftOut.map(({ people }) => people)])).toEqual([
        [2, [1]],
        [2, [1]],
      ])
      // The first text of the ladder counts as well: the second reaches no one.
      expect(late.expected.texts).toBe(2)
      yield* settle({})
    }),
  )

  it.effect("expects one message to a number that two people of the list share", () =>
    Effect.gen(function* () {
      const { companyId, listId, step } = yield* ladderCompany(7, 4)
      const { sql, company } = yield* Database
      yield* company(companyId)(sql`
        update patients set phone = ${phoneOf(companyId, 1)} where company_id = ${companyId} and phone = ${phoneOf(companyId, 2)}`)
      const found = yield* check(companyId, ladderDraft(listId, [step(1, "SMS")]))
      expect(found).toMatchObject({ reached: 3, most: { texts: 3 }, expected: { texts: 3 } })
    }),
  )
})
