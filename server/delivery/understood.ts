import type { PgClient } from "@effect/sql-pg/PgClient"
import type { CampaignId, CompanyId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { InboundMessage } from "#schemas/outreach/delivery.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { MessageId } from "#schemas/people/conversation.ts"
import type { Consent } from "#schemas/people/patient.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import { readRequest, type OwnWords, type ReplyRequest } from "#server/outreach/optOuts/optOut.rule.ts"
import type { Place } from "./recipientRows.ts"
import { readByRules, type RuledText, type RulesInUse } from "./ruleReplies.ts"

/** Whose number texts came to. */
export type Receiver = { readonly e164: string; readonly company_id: CompanyId; readonly sender_id: SenderId }

type KnownRecipient = {
  readonly phone: string
  /** When a text that comes late was written, as an ISO instant. */
  readonly written_at: string | null
  readonly consent: Consent
  /** Whether the person has written, or consent was recorded, since a text that comes late was written. */
  readonly is_overtaken: boolean
  /** The newest campaign by this number that may have reached the person when they wrote, so none whose text the carrier refused: what they answer. */
  readonly campaign_id: CampaignId | null
  readonly recipient_id: number | null
  /** What that campaign's text was about, if anything. */
  readonly about: string | null
  readonly template_id: TemplateId | null
  readonly template_version: number | null
  readonly rules: ReadonlyArray<ReplyRule> | null
  readonly language: string | null
}

const writtenAt = ({ writtenAt: at }: InboundMessage): string | null =>
  at === undefined ? null : new Date(at).toISOString()
const nameOf = (phone: string, at: string | null): string => `${phone} ${at ?? ""}`

/** Who wrote to a number of ours, what they answer, and whether a text that comes late was followed by another word of theirs. */
export const knownOf = (sql: PgClient, { company_id, sender_id }: Receiver, messages: ReadonlyArray<InboundMessage>) =>
  sql<KnownRecipient>`
    select asked.phone, asked.written_at, newest.*,
      asked.written_at is not null and (
        exists (select from inbound_messages i where i.company_id = ${company_id} and i.phone = asked.phone
          and i.at >= asked.written_at::timestamptz)
        or exists (select from opt_outs o where o.company_id = ${company_id} and o.phone = asked.phone
          and o.at >= asked.written_at::timestamptz)) as is_overtaken,
      ${lastConsent(sql, textFacts.name, { company: sql`${company_id}::int`, phone: sql`asked.phone` })} as consent
    from (select distinct phone, written_at from jsonb_to_recordset(
      ${sql.json(messages.map((message) => ({ phone: message.from, written_at: writtenAt(message) })))})
      as said (phone text, written_at text)) asked
    left join lateral (
      select r.campaign_id, r.recipient_id, r.about, c.template_id, c.template_version, v.reply_rules as rules,
        coalesce(p.language, (select languages ->> 0 from companies where company_id = r.company_id), 'en') as language
      from recipients r join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
      left join template_versions v on v.company_id = c.company_id and v.template_id = c.template_id
        and v.version = c.template_version
      left join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
      where r.company_id = ${company_id} and r.phone = asked.phone and coalesce(r.sender_id, c.sender_id) = ${sender_id} and r.started_at is not null
        and (asked.written_at is null or r.started_at <= asked.written_at::timestamptz)
        and not (r.state = 'failed' and r.sent_at is null and r.failed_code <> 'unanswered')
      order by r.started_at desc, r.campaign_id desc limit 1) newest on true`

/** A text with what it asks for, and where it belongs. */
export type Understood = {
  readonly message: InboundMessage
  readonly meaning: ReplyRequest["kind"]
  readonly place: Place | undefined
  readonly about: string | null
  /** The rules that read it, and what they say. */
  readonly ruled: Pick<RuledText, "inUse" | "verdict"> | undefined
  /** Whether it comes late and the person has had another word since: then only what asks for no more texts is acted on. */
  readonly isOvertaken: boolean
}

/** What a request does to consent. */
export const consentAfter: Partial<Record<ReplyRequest["kind"], Consent>> = {
  optOut: "revoked",
  optIn: "granted",
  unclear: "unclear",
}

/** What a text means from someone whose last word is known: "Yes" and its like may answer a question, and no one opts out twice. */
const meaningOf = (request: ReplyRequest, last: Consent): ReplyRequest["kind"] => {
  if (request.kind === "unclear" && last === "revoked") return "other"
  if (request.kind !== "optIn" || last === "revoked") return request.kind
  return last === "unclear" && request.word !== "YES" ? "optIn" : "other"
}

/** The rules for what a person answers, if there are any. */
const rulesFor = (person: KnownRecipient | undefined): RulesInUse | undefined => {
  const { template_id = null, template_version = null, rules = null, language = null } = person ?? {}
  if (template_id === null || template_version === null || rules === null || language === null) return undefined
  return rules.length === 0 ? undefined : { templateId: template_id, version: template_version, rules, language }
}

/** Later texts know of earlier ones. Rules read only what asks for nothing, of people who have not opted out and perhaps have not. */
export const understand = (
  messages: ReadonlyArray<InboundMessage>,
  known: ReadonlyArray<KnownRecipient>,
  own: OwnWords,
) => {
  const asWritten = new Map(known.map((one) => [nameOf(one.phone, one.written_at), one]))
  const consents = new Map(known.map((one) => [one.phone, one.consent]))
  return messages.map((message): Understood => {
    const before = consents.get(message.from) ?? "unknown"
    const request = readRequest(message.body, own)
    const person = asWritten.get(nameOf(message.from, writtenAt(message)))
    const isOvertaken = person?.is_overtaken ?? false
    const asked = isOvertaken && request.kind === "optIn" ? "other" : meaningOf(request, before)
    const isRuled = !isOvertaken && asked === "other" && before !== "revoked" && before !== "unclear"
    const inUse = isRuled ? rulesFor(person) : undefined
    const ruled = inUse === undefined ? undefined : { inUse, verdict: readByRules(inUse, message.body) }
    const optsOut = ruled?.verdict.kind === "rule" && ruled.verdict.rule.effect === "optOut"
    const meaning = optsOut ? "optOut" : asked
    const consent = consentAfter[meaning]
    if (consent !== undefined) consents.set(message.from, consent)
    const { campaign_id = null, recipient_id = null, about = null } = person ?? {}
    const place =
      campaign_id === null || recipient_id === null ? undefined : { campaignId: campaign_id, recipientId: recipient_id }
    return { message, meaning, place, about, ruled, isOvertaken }
  })
}

/** What rules have read, with the numbers under which the texts are kept. */
export const ruledTexts = (understood: ReadonlyArray<Understood>, numbers: ReadonlyArray<MessageId>) =>
  understood.flatMap(({ message, place, about, ruled }, index): ReadonlyArray<RuledText> => {
    const messageId = numbers[index]
    if (ruled === undefined || place === undefined || messageId === undefined) return []
    return [{ messageId, phone: message.from, body: message.body, place, about, ...ruled }]
  })
