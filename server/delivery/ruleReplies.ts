import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { ReplyRule, RuleEffect } from "#schemas/outreach/replyRule.ts"
import type { MessageId } from "#schemas/people/conversation.ts"
import { compileRules, type CompiledRules, type RuleVerdict } from "#server/outreach/replyRules/replyRules.rule.ts"
import { bookingLinkWriter } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import type { TextAnswer } from "#server/scheduling/texts/answer.rule.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { queueNotice } from "./notices.ts"
import type { Place } from "./recipientRows.ts"
import { repliesChanged } from "./replyNews.ts"

/** Rules of a version that are in use, with what decides which of them a person's replies are read by. */
export type RulesInUse = {
  readonly templateId: TemplateId
  readonly version: number
  readonly rules: ReadonlyArray<ReplyRule>
  /** BCP 47. */
  readonly language: string
}

/** Versions whose rules are kept compiled: those that people answer now. */
const mostCompiled = 100
/** By what the rules say, so that no change of them is missed. */
const compiled = new Map<string, CompiledRules>()

const compiledOf = (rules: ReadonlyArray<ReplyRule>): CompiledRules => {
  const key = JSON.stringify(rules)
  const ready = compiled.get(key) ?? compileRules(rules)
  compiled.delete(key)
  compiled.set(key, ready)
  if (compiled.size > mostCompiled) compiled.delete(compiled.keys().next().value ?? "")
  return ready
}

/** What the rules of the template that a person answers say about their text. */
export const readByRules = ({ rules, language }: RulesInUse, body: string): RuleVerdict =>
  compiledOf(rules)(body, language)

/** What a verdict comes to. What is to be done to an appointment goes to a person where the text was about none. */
export const outcomeOf = (verdict: RuleVerdict, about: string | null): RuleEffect | "unsure" | "none" => {
  if (verdict.kind !== "rule") return verdict.kind
  const { effect } = verdict.rule
  return about === null && (effect === "confirm" || effect === "cancel") ? "handOver" : effect
}

const appointmentAnswers: Partial<Record<RuleEffect, TextAnswer>> = { confirm: "Y", cancel: "N" }

/** What a rule makes of an answer to a text about something: null where another rule or a person sees to it; undefined where no rule says anything. */
export const answerByRule = (verdict: RuleVerdict | undefined): TextAnswer | null | undefined => {
  if (verdict === undefined || verdict.kind === "none") return undefined
  return verdict.kind === "rule" ? (appointmentAnswers[verdict.rule.effect] ?? null) : null
}

/** A text that rules have read. */
export type RuledText = {
  readonly messageId: MessageId
  readonly phone: string
  readonly body: string
  readonly place: Place
  readonly about: string | null
  readonly inUse: RulesInUse
  readonly verdict: RuleVerdict
}

/** Who answered, as the conversation names it. */
const byName = "Reply rule"
/** Most texts that rules send to a recipient in a day: a machine may answer each of them. */
const mostAnswers = 5
/** The longest value, in characters. */
const longestValue = 100

/** How many texts rules have sent to each recipient in the last day. */
const countAnswers = (sql: PgClient, companyId: CompanyId, { campaignId, recipientId }: Place, at: string) =>
  Effect.map(
    sql<{ count: number }>`
      select count(*)::int as count from rule_replies
      where company_id = ${companyId} and campaign_id = ${campaignId} and recipient_id = ${recipientId}
        and outcome in ('answer', 'book') and at > ${at}::timestamptz - interval '1 day'`,
    ([row]) => row?.count ?? 0,
  )

const answer = Effect.fnUntraced(function* (
  sql: PgClient,
  { companyId, senderId }: { readonly companyId: CompanyId; readonly senderId: SenderId },
  { messageId, phone, place }: RuledText,
  rule: ReplyRule,
  at: string,
) {
  if (rule.effect === "answer") {
    const notice = { companyId, senderId, phone, body: rule.text, at, answer: { messageId, byName } }
    return yield* queueNotice(sql, notice)
  }
  const linkOf = yield* bookingLinkWriter(companyId, Date.parse(at))
  const body = `${rule.text} ${linkOf(place.campaignId, place.recipientId)}`
  yield* queueNotice(sql, { companyId, senderId, phone, body, at })
})

const valueOf = ({ verdict, body }: RuledText) => {
  if (verdict.kind !== "rule" || verdict.rule.effect !== "setValue") return { name: null, value: null }
  const { name, value } = verdict.rule
  return { name, value: value === "" ? [...body.trim()].slice(0, longestValue).join("") : value }
}

/**
 * Does what rules say about texts, and keeps what became of each; in the transaction that takes the texts in, so once.
 * Opt-outs are the caller's, and what is done to appointments the worker's of texts about them.
 */
export const obeyRules = Effect.fnUntraced(function* (
  sql: PgClient,
  sender: { readonly companyId: CompanyId; readonly senderId: SenderId },
  texts: ReadonlyArray<RuledText>,
  at: string,
) {
  const { companyId } = sender
  let isWaiting = false
  for (const text of texts) {
    const { messageId, place, inUse, verdict, about } = text
    const wanted = outcomeOf(verdict, about)
    const sends = wanted === "answer" || wanted === "book"
    const tooMany = sends && (yield* countAnswers(sql, companyId, place, at)) >= mostAnswers
    const outcome = tooMany ? "handOver" : wanted
    const { name, value } = valueOf(text)
    yield* sql`
      insert into rule_replies (company_id, inbound_id, template_id, version, campaign_id, recipient_id, outcome, name, value, at)
      values (${companyId}, ${messageId}, ${inUse.templateId}, ${inUse.version}, ${place.campaignId},
        ${place.recipientId}, ${outcome}, ${name}, ${value}, ${at}::timestamptz)`
    if (sends && !tooMany && verdict.kind === "rule") yield* answer(sql, sender, text, verdict.rule, at)
    isWaiting ||= outcome === "handOver" || outcome === "unsure"
  }
  if (isWaiting) yield* notifyChanges(sql, [repliesChanged(companyId)])
})
