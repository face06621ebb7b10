import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { InboundMessage } from "#schemas/outreach/delivery.ts"
import type { MessageId } from "#schemas/people/conversation.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { OwnWords } from "#server/outreach/optOuts/optOut.rule.ts"
import { selectGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { readAnswer } from "#server/scheduling/texts/answer.rule.ts"
import { type Change, notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { lockConsent } from "./consentLock.ts"
import { announceConsent, type StoredWord } from "./consentNews.ts"
import { inCompany } from "./inCompany.ts"
import { recordInside, type LedgerEntry } from "./ledger.ts"
import { noticeQueued } from "./notices.ts"
import { openPlaces } from "./openPlaces.ts"
import { repliesChanged } from "./replyNews.ts"
import type { SendGate } from "./SendGate.ts"
import { answerByRule, obeyRules } from "./ruleReplies.ts"
import { markSeen } from "./statusReports.ts"
import { consentAfter, knownOf, ruledTexts, understand, type Receiver, type Understood } from "./understood.ts"

const receivers = ({ sql, everyCompany }: Database["Service"], numbers: ReadonlyArray<string>) =>
  everyCompany(
    sql<Receiver>`select e164, company_id, sender_id from senders
                  where e164 in (select jsonb_array_elements_text(${sql.json(numbers)}))`,
  )

const optedOut: RecipientFact = { _tag: "RecipientOptedOut" }
const replied: RecipientFact = { _tag: "ReplyReceived" }
const leftOut: RecipientFact = { _tag: "RecipientExcluded", reason: "unclearReply" }

/** What people said, as it is kept: the texts, consent in their own words, and answers to HELP that are due. Gives the words about consent, and the numbers of the texts in their order. */
const write = Effect.fnUntraced(function* (
  sql: PgClient,
  { company_id, sender_id }: Receiver,
  understood: ReadonlyArray<Understood>,
  at: string,
) {
  const rows = understood.map(({ message, meaning, place }) => ({
    phone: message.from,
    body: message.body,
    meaning,
    consent: consentAfter[meaning] ?? null,
    c: place?.campaignId ?? null,
    r: place?.recipientId ?? null,
  }))
  const written = yield* sql<{ messages: ReadonlyArray<MessageId>; words: ReadonlyArray<StoredWord> }>`
    with said as materialized (
      select * from jsonb_array_elements(${sql.json(rows)}) with ordinality as item (value, place)
      cross join lateral jsonb_to_record(item.value) as s (phone text, body text, meaning text, consent text, c integer, r integer)),
    consents as (
      insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
      select ${company_id}::int, phone, ${textFacts.name}, consent, ${at}::timestamptz, 'reply', body
      from said where consent is not null order by place
      returning opt_out_id::int as id, phone, consent),
    answers as (
      insert into notices (company_id, sender_id, phone, kind, state, at)
      select ${company_id}::int, ${sender_id}::int, phone, 'help', 'queued', ${at}::timestamptz
      from said where meaning = 'help' order by place),
    texts as (
      insert into inbound_messages (company_id, sender_id, phone, body, request, campaign_id, recipient_id, at)
      select ${company_id}::int, ${sender_id}::int, phone, body, meaning, c, r, ${at}::timestamptz
      from said order by place
      returning inbound_id)
    select (select coalesce(jsonb_agg(inbound_id order by inbound_id), '[]') from texts) as messages,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'phone', phone, 'consent', consent) order by id), '[]')
        from consents) as words`
  return written[0] ?? { messages: [], words: [] }
})

/** Wakes the worker that acts on replies; it is no event. */
const textReplied = (companyId: CompanyId): Change => ({
  companyId,
  ...{ stream: "textReplies", type: "TextReplied", version: 0, pos: 0 },
})

/**
 * Keeps what people answered to texts about something, with what was understood, for a worker to act on. Requests
 * about consent and for help are none of these.
 */
const keepAnswers = (sql: PgClient, companyId: CompanyId, understood: ReadonlyArray<Understood>, at: string) => {
  const rows = understood.flatMap(({ message, meaning, place, ruled, isOvertaken }) => {
    if (meaning !== "other" || place === undefined || isOvertaken) return []
    const byRule = answerByRule(ruled?.verdict)
    return [
      { c: place.campaignId, r: place.recipientId, answer: byRule === undefined ? readAnswer(message.body) : byRule },
    ]
  })
  return rows.length === 0
    ? Effect.void
    : sql<{ answer: string | null }>`
        insert into text_replies (company_id, about, campaign_id, recipient_id, answer, at)
        select r.company_id, r.about, r.campaign_id, r.recipient_id, said.answer, ${at}::timestamptz
        from jsonb_array_elements(${sql.json(rows)}) with ordinality as item (value, place)
        cross join lateral jsonb_to_record(item.value) as said (c integer, r integer, answer text)
        join recipients r on r.company_id = ${companyId} and r.campaign_id = said.c and r.recipient_id = said.r
        where r.about is not null order by item.place
        returning answer`.pipe(
        Effect.flatMap((kept) =>
          kept.some(({ answer }) => answer !== null) ? notifyChanges(sql, [textReplied(companyId)]) : Effect.void,
        ),
      )
}

const takeIn = Effect.fnUntraced(function* (
  sql: PgClient,
  receiver: Receiver,
  messages: ReadonlyArray<InboundMessage>,
  at: string,
  own: OwnWords,
) {
  const companyId = receiver.company_id
  yield* lockConsent(sql, companyId)
  const seenNow = yield* markSeen(
    sql,
    companyId,
    messages.map(({ id }) => id),
    at,
  )
  const fresh = [...new Map(messages.filter(({ id }) => seenNow.has(id)).map((one) => [one.id, one])).values()]
  const known = yield* knownOf(sql, receiver, messages)
  const understood = understand(fresh, known, own)
  if (understood.length === 0) return { news: [], campaigns: [] }
  const { messages: numbers, words } = yield* write(sql, receiver, understood, at)
  const news = yield* announceConsent(sql, companyId, words)
  yield* obeyRules(sql, { companyId, senderId: receiver.sender_id }, ruledTexts(understood, numbers), at)
  yield* keepAnswers(sql, companyId, understood, at)
  if (understood.some(({ meaning }) => meaning === "help"))
    yield* notifyChanges(sql, [noticeQueued(companyId, receiver.sender_id)])
  // HELP and START change no campaign: who looks at the person's texts hears of them so.
  if (understood.some(({ place, meaning }) => place === undefined || meaning === "help" || meaning === "optIn"))
    yield* notifyChanges(sql, [repliesChanged(companyId)])
  const entries: Array<LedgerEntry> = []
  for (const { message, meaning } of understood) {
    if (meaning !== "optOut" && meaning !== "unclear") continue
    const fact = meaning === "optOut" ? optedOut : leftOut
    for (const place of yield* openPlaces(sql, companyId, textFacts.name, [message.from]))
      entries.push({ ...place, facts: [fact] })
  }
  for (const { meaning, place } of understood) {
    if (place === undefined || meaning === "help" || meaning === "optIn") continue
    entries.push({ ...place, facts: meaning === "optOut" ? [replied, optedOut] : [replied] })
  }
  yield* recordInside(sql, companyId, at, entries)
  return { news, campaigns: [...new Set(entries.map(({ campaignId }) => campaignId))] }
})

/**
 * Takes in texts from people, in order: obeys STOP, START and HELP, holds back who
 * may have opted out until a person decides, counts anything else as a reply to the newest campaign that reached the person. The
 * number a text came to says which company; texts to no one's number are dropped.
 * @param at when, as an ISO instant
 * @param only the company whose number it has to be, where it was looked up before
 * @returns the campaigns whose numbers moved, with their company
 */
export const receiveTexts = Effect.fn("receiveTexts")(function* (
  database: Database["Service"],
  gate: SendGate["Service"],
  at: string,
  messages: ReadonlyArray<InboundMessage>,
  only?: CompanyId,
) {
  const moved: Array<{ readonly companyId: CompanyId; readonly campaignId: CampaignId }> = []
  const { optOutWords: own } = yield* database.everyCompany(selectGlobalSettings(database.sql))
  for (const receiver of yield* receivers(database, [...new Set(messages.map(({ to }) => to))])) {
    const companyId = receiver.company_id
    if (only !== undefined && companyId !== only) continue
    const mine = messages.filter(({ to }) => to === receiver.e164)
    // A rule of the template that is answered may opt out too.
    const speaking = mine.map(({ from }) => from)
    const taking = takeIn(database.sql, receiver, mine, at, own).pipe(Effect.provideService(Database, database))
    const { campaigns } = yield* gate.whileSaid(companyId, speaking, inCompany(database, companyId, taking))
    moved.push(...campaigns.map((campaignId) => ({ companyId, campaignId })))
  }
  return moved
})
