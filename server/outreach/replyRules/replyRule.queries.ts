import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { AlikeReplies, ReplyRule, ReplyRules, TriedRules } from "#schemas/outreach/replyRule.ts"
import { selectGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { foundTemplate } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { compileRules, patternProblem } from "./replyRules.rule.ts"
import { saidText } from "./replyText.rule.ts"
import { ruleProblems } from "./ruleProblems.rule.ts"

/** The newest replies that rules are tried on, and the kinds of replies that are shown. */
const [tried, shown] = [1_000, 20]

/** The rules of a version of a template. */
export const readReplyRules = Effect.fn("readReplyRules")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  version: number,
) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ rules: ReadonlyArray<ReplyRule> }>`
      select reply_rules as rules from template_versions
      where company_id = ${companyId} and template_id = ${templateId} and version = ${version}`,
  )
  return row?.rules ?? []
})

/** The rules of a template as they stand; fails with NotFound. */
export const foundReplyRules = Effect.fn("foundReplyRules")(function* (companyId: CompanyId, templateId: TemplateId) {
  const { version, streamVersion } = yield* foundTemplate(companyId, templateId)
  const rules = yield* readReplyRules(companyId, templateId, version)
  return { templateId, rules, streamVersion } satisfies ReplyRules
})

/** What keeps rules from being published, with the words that opt out of all companies. */
export const judgeRules = Effect.fn("judgeRules")(function* (rules: ReadonlyArray<ReplyRule>) {
  if (rules.length === 0) return []
  const { sql, everyCompany } = yield* Database
  const { optOutWords } = yield* everyCompany(selectGlobalSettings(sql))
  return ruleProblems(rules, optOutWords)
})

/** Replies that read alike, the commonest first; each as it was written last. */
const alike = (newestFirst: ReadonlyArray<string>) => {
  const counts = new Map<string, { readonly text: string; readonly count: number }>()
  for (const text of newestFirst) {
    const { bare } = saidText(text)
    const before = counts.get(bare)
    counts.set(bare, { text: before?.text ?? text, count: (before?.count ?? 0) + 1 })
  }
  const texts: ReadonlyArray<AlikeReplies> = [...counts.values()].sort((one, other) => other.count - one.count)
  return { replies: newestFirst.length, texts: texts.slice(0, shown) }
}

type Reply = { readonly body: string; readonly language: string }

const readReplies = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  const { sql } = yield* Database
  const { language } = yield* companyFacts(sql, companyId)
  return yield* sql<Reply>`
    select i.body, coalesce(p.language, ${language}) as language
    from campaign_runs c
    join inbound_messages i on i.company_id = c.company_id and i.campaign_id = c.campaign_id
    left join recipients r on r.company_id = i.company_id and r.campaign_id = i.campaign_id
      and r.recipient_id = i.recipient_id
    left join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
    where c.company_id = ${companyId} and c.template_id = ${templateId}
      and (i.request = 'other' or exists (
        select from rule_replies x where x.company_id = i.company_id and x.inbound_id = i.inbound_id))
    order by i.inbound_id desc limit ${tried}`
})

/** What no rule of the published version matched, newest first; null where that version has no rules. */
const readMissed = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, version: number | null) {
  if (version === null || (yield* readReplyRules(companyId, templateId, version)).length === 0) return null
  const { sql } = yield* Database
  const rows = yield* sql<{ body: string }>`
    select i.body from rule_replies x
    join inbound_messages i on i.company_id = x.company_id and i.inbound_id = x.inbound_id
    where x.company_id = ${companyId} and x.template_id = ${templateId} and x.version = ${version} and x.outcome = 'none'
    order by x.inbound_id desc limit ${tried}`
  return rows.map(({ body }) => body)
})

/** Rules that can be compiled: a pattern that cannot be read matches nothing, and is named among the problems. */
const readable = (rules: ReadonlyArray<ReplyRule>): ReadonlyArray<ReplyRule> =>
  rules.map((rule) =>
    rule.match === "pattern" && patternProblem(rule.said) !== undefined ? { ...rule, match: "words", said: "" } : rule,
  )

/** Tries rules on the newest replies to a template's texts; fails with NotFound. Nothing is done by it. */
export const tryReplyRules = Effect.fn("tryReplyRules")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  rules: ReadonlyArray<ReplyRule>,
) {
  const { publishedVersion } = yield* foundTemplate(companyId, templateId)
  const problems = yield* judgeRules(rules)
  const { company } = yield* Database
  const [replies, missed] = yield* company(companyId)(
    Effect.all([readReplies(companyId, templateId), readMissed(companyId, templateId, publishedVersion)]),
  )
  const compiled = compileRules(readable(rules))
  const verdicts = replies.map(({ body, language }) => ({ body, verdict: compiled(body, language) }))
  const matched = rules.map((_, place) =>
    verdicts.reduce((sum, { verdict }) => sum + (verdict.kind === "rule" && verdict.rules.includes(place) ? 1 : 0), 0),
  )
  const ofKind = (kind: "unsure" | "none") =>
    alike(verdicts.filter(({ verdict }) => verdict.kind === kind).map(({ body }) => body))
  return {
    ...{ problems, replies: replies.length, matched },
    ...{ unsure: ofKind("unsure"), unmatched: ofKind("none") },
    missed: missed === null ? null : alike(missed),
  } satisfies TriedRules
})
