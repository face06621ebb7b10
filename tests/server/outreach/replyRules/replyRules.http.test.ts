import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { TemplateId } from "#schemas/ids.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import { readReplyRules } from "#server/outreach/replyRules/replyRule.queries.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { messageText, phoneOf } from "#tests/support/outreach.ts"
import {
  absent,
  created,
  draft,
  freshCompany,
  handlers,
  makeClient,
  makeTranslator,
  saved,
} from "#tests/support/outreachCalls.ts"
import { rule } from "#tests/support/replyRuleSamples.ts"

const parking = rule({ said: "parking", effect: "answer", text: "Behind the house." })
const score = rule({ match: "number", from: 0, to: 10, effect: "setValue", name: "score" })

const save = Effect.fnUntraced(function* (templateId: TemplateId, rules: ReadonlyArray<ReplyRule>, headers = {}) {
  const { Template } = yield* makeClient
  return (yield* Template.SaveReplyRules({ headers, payload: { templateId, rules } })).data
})
const publish = Effect.fnUntraced(function* (templateId: TemplateId) {
  const { Template } = yield* makeClient
  yield* Template.PublishTemplate({ headers: {}, query: { templateId } })
})
const attempt = Effect.fnUntraced(function* (temphashedId: string, rules: ReadonlyArray<ReplyRule>) {
  const { Template } = yield* makeClient
  return (yield* Template.TryReplyRules({ payload: { temphashedId, rules } })).data
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the rules of a template", (it) => {
  it.effect("make its next version, and stay with every version after", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { templateId, hashedId } = yield* saved(companyId)
        const rules = yield* save(templateId, [parking, score])
        expect(rules.rules).toEqual([parking, score])
        expect((yield* Template.GetReplyRules({ query: { temphashedId: hashedId } })).data).toEqual(rules)
        // The same again is no version.
        expect((yield* save(templateId, [parking, score])).streamVersion).toBe(rules.streamVersion)
        yield* Template.CreateTemplateByCompanyId(
          draft(companyId, templateId, `${messageText} https://clinic.example/`),
        )
        yield* Template.SaveCurlParameter({
          headers: {},
          payload: { primaryId: 0, templateId, key: "a", value: "1", in: "query" },
        })
        yield* (yield* makeTranslator).Translate.SaveTranslation({
          headers: {},
          payload: {
            templateId,
            language: "es",
            text: "Hola {{ firstName }}, {{ companyName }}. ALTO https://clinic.example/",
          },
        })
        expect(yield* readReplyRules(companyId, templateId, 5)).toEqual([parking, score])
        yield* save(templateId, [])
        expect(yield* readReplyRules(companyId, templateId, 5)).toEqual([parking, score])
        expect(yield* readReplyRules(companyId, templateId, 6)).toEqual([])
        const { data } = yield* Template.GetTemplateVersions({ query: { temphashedId: hashedId } })
        expect(data.versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
        expect(data.history.filter(({ type }) => type === "TemplateReplyRulesChanged")).toHaveLength(2)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are kept as a draft and not published where they break a rule, with a sentence for each", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { templateId } = yield* saved(companyId)
        yield* publish(templateId)
        yield* save(templateId, [parking, rule({ said: "stop" }), rule({ said: "PARKING" })])
        expect(yield* Effect.flip(publish(templateId))).toMatchObject({
          problem: "Invalid",
          errors: [
            { message: "“stop” opts out before any rule is read. Choose another word." },
            { message: "Two rules do different things for “parking”. Keep one of them." },
            { message: "Two rules do different things for “PARKING”. Keep one of them." },
          ],
        })
        yield* save(templateId, [parking])
        yield* publish(templateId)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are refused where a field is wrong, where someone was first, and of another company", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const theirs = yield* freshCompany()
      const { templateId, hashedId } = yield* saved(companyId).pipe(asCompany(companyId))
      const { streamVersion } = yield* save(templateId, [parking]).pipe(asCompany(companyId))
      const stale = save(templateId, [score], { "if-match": String(streamVersion - 1) }).pipe(asCompany(companyId))
      expect(yield* Effect.flip(stale)).toMatchObject({ problem: "StaleVersion" })
      expect(yield* Effect.flip(save(templateId, []).pipe(asCompany(theirs)))).toMatchObject(absent)
      expect(yield* Effect.flip(attempt(hashedId, []).pipe(asCompany(theirs)))).toMatchObject(absent)
      const { Template } = yield* makeClient.pipe(asCompany(theirs))
      const read = Template.GetReplyRules({ query: { temphashedId: hashedId } })
      expect(yield* Effect.flip(read.pipe(asCompany(theirs)))).toMatchObject(absent)
    }),
  )

  it.effect("are tried on past replies before they are published, and nothing is done by it", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { campaignId, templateId } = yield* created(companyId)
        const { data: templates } = yield* Template.GetTemplates({ query: {} })
        const temphashedId = templates.find((one) => one.templateId === templateId)?.hashedId ?? ""
        const other = yield* saved(companyId)
        expect(yield* attempt(other.hashedId, [parking])).toMatchObject({ replies: 0, missed: null })

        const { sql, company } = yield* Database
        yield* company(companyId)(sql`
          insert into campaign_runs (company_id, campaign_id, sender_id, template_id, template_version, state)
          values (${companyId}, ${campaignId}, 1, ${templateId}, 1, 'running') on conflict do nothing`)
        const wrote = ["Parking", "parking.", "9", "Is it far?", "is it far", "Parking?", "STOP"]
        for (const body of wrote)
          yield* company(companyId)(sql`
            insert into inbound_messages (company_id, sender_id, phone, body, request, campaign_id, recipient_id, at)
            values (${companyId}, 1, ${phoneOf(companyId, 1)}, ${body}, ${body === "STOP" ? "optOut" : "other"},
              ${campaignId}, 1, now())`)
        const stop = rule({ match: "pattern", said: "(" })
        const found = yield* attempt(temphashedId, [score, parking, stop])
        expect(found).toEqual({
          problems: [expect.stringContaining("cannot be read")],
          replies: 6,
          matched: [1, 2, 0],
          unsure: { replies: 1, texts: [{ text: "Parking?", count: 1 }] },
          unmatched: { replies: 2, texts: [{ text: "is it far", count: 2 }] },
          missed: null,
        })
        expect(yield* company(companyId)(sql`select from notices where company_id = ${companyId}`)).toEqual([])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("name the columns that a response file may hold", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { templateId, hashedId } = yield* saved(companyId)
        yield* save(templateId, [score])
        yield* save(templateId, [])
        const { data } = yield* Template.GetResponseHeaders({ query: { templatehashedId: hashedId } })
        expect(data.at(-1)).toEqual({ source: "reply:score", name: "score" })
      }).pipe(asCompany(companyId))
    }),
  )
})
