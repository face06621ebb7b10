import { Effect } from "effect"
import { CompanyId, type PatientId, type SenderId, TemplateId } from "#schemas/ids.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import { MultiCampaignId, type MultiCampaignDraft } from "#schemas/outreach/multiCampaign.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { claim, type Claimed } from "#server/delivery/claim.ts"
import { recordEnded } from "#server/delivery/ledger.ts"
import { readLostReceipts } from "#server/delivery/lostReceipts.ts"
import { releaseHeld } from "#server/delivery/releaseHeld.ts"
import { systemContext } from "#server/handle.ts"
import { commandMultiCampaign } from "#server/outreach/multiCampaigns/multiCampaign.commands.ts"
import { settleMultiCampaigns } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { numberSteps } from "#server/outreach/multiCampaigns/stepCampaigns.commands.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { fluShotCall } from "./callFlows.ts"
import { ladderStep } from "./ladderSamples.ts"
import { makeCompany, makeList, makeTemplate, noon, senderIdOf } from "./outreach.ts"

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A company with a number for texts and one for calls, and a published template of each. */
export const ladderCompany = Effect.fnUntraced(function* (id: number, people: number) {
  const companyId = CompanyId.make(id)
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId)
  const texting = yield* senderIdOf(companyId)
  const { sql, company } = yield* Database
  const [added] = yield* company(companyId)(sql<{ id: SenderId }>`
    insert into senders (company_id, e164, label, segments_per_second, channel)
    values (${companyId}, ${`+1646555${String(1000 + id)}`}, 'Calls', 100000, 'IVR') returning sender_id as id`)
  const calling = added?.id ?? (yield* Effect.die("no number"))
  const [text, call] = [TemplateId.make(id * 10 + 1), TemplateId.make(id * 10 + 2)]
  yield* makeTemplate(companyId, text)
  yield* makeTemplate(companyId, call, JSON.stringify({ ...fluShotCall, retries: [] }), "IVR")
  const listId = yield* makeList(companyId, people)
  const step = (stepId: number, channel: "SMS" | "IVR", more: Partial<LadderStep> = {}): LadderStep =>
    ladderStep(stepId, {
      channel,
      ...(channel === "SMS" ? { templateId: text, senderId: texting } : { templateId: call, senderId: calling }),
      ...more,
    })
  return { companyId, listId, step, text, senders: [texting, calling] as const }
})

/** Saves and launches a ladder as the system. */
export const launchLadder = Effect.fnUntraced(function* (companyId: CompanyId, id: number, facts: MultiCampaignDraft) {
  const multiCampaignId = MultiCampaignId.make(id)
  const context = systemContext(companyId, `ladder-${id}`)
  const { company } = yield* Database
  yield* company(companyId)(
    Effect.gen(function* () {
      yield* commandMultiCampaign(context, multiCampaignId, { _tag: "SaveMultiCampaign", multiCampaignId, facts })
      const campaigns = yield* numberSteps(facts.steps)
      yield* commandMultiCampaign(context, multiCampaignId, { _tag: "LaunchMultiCampaign", campaigns })
    }),
  )
  return multiCampaignId
})

/** A message that was handed to a carrier, and by which step. */
export type Sent = Claimed & { readonly channel: "SMS" | "IVR"; readonly at: number }

/** How a message ends: what is recorded of it at once. */
export type Answer = (sent: Sent) => ReadonlyArray<RecipientFact>

/** What else happens once answers are recorded: bookings. */
type Meanwhile = (sent: ReadonlyArray<Sent>) => Effect.Effect<void, never, Database>

const nothing: Meanwhile = () => Effect.void

const channelNames = ["SMS", "IVR"] as const

/** Records how messages ended, and of calls that were taken whether someone answered. */
const recordAnswers = Effect.fnUntraced(function* (
  companyId: CompanyId,
  name: "SMS" | "IVR",
  messages: ReadonlyArray<Sent>,
  answer: Answer,
) {
  const database = yield* Database
  const entries = messages.map((one) => {
    const { campaignId, recipientId, key } = one
    return { campaignId, recipientId, key, facts: answer(one) }
  })
  const at = new Date(messages[0]?.at ?? 0).toISOString()
  yield* recordEnded(database, companyId, at, channelOf(name), entries)
  if (name === "SMS") return
  const calls = entries
    .filter(({ facts }) => facts.some(({ _tag }) => _tag === "SendAccepted"))
    .map(({ key, facts }) => ({ key, status: facts.some(isFailure) ? "no-answer" : "completed" }))
  yield* database.company(companyId)(database.sql`
    update calls set ended_at = ${at}::timestamptz, sid = 'CA' || g.key, status = g.status
    from jsonb_to_recordset(${database.sql.json(calls)}) as g (key text, status text)
    where company_id = ${companyId} and send_key = g.key`)
})

const isFailure = ({ _tag }: RecipientFact): boolean => _tag === "MessageFailed"

/** Takes people on, sends what is due by both numbers, and records how it ends, until nothing is left to do at this instant. */
export const runNow = Effect.fnUntraced(function* (
  companyId: CompanyId,
  senders: readonly [SenderId, SenderId],
  now: number,
  answer: Answer,
  meanwhile: Meanwhile = nothing,
) {
  const database = yield* Database
  yield* (yield* MovableClock).move(now)
  const sent: Array<Sent> = []
  for (let round = 0; round < 20; round += 1) {
    yield* settleMultiCampaigns
    let isIdle = true
    for (const [index, name] of channelNames.entries()) {
      const channel = channelOf(name)
      const senderId = senders[index] ?? senders[0]
      yield* releaseHeld(database, companyId, senderId, now)
      const { settled } = yield* readLostReceipts(database, { companyId, senderId, channel }, now)
      if (settled > 0) isIdle = false
      const { claimed, more } = yield* claim(database, { companyId, senderId, channel, most: 500, now, turn: round })
      // Who gets nothing instead has to be looked at as well.
      if (more) isIdle = false
      if (claimed.length === 0) continue
      const messages = claimed.map((one): Sent => ({ ...one, channel: name, at: now }))
      yield* recordAnswers(companyId, name, messages, answer)
      yield* meanwhile(messages)
      sent.push(...messages)
    }
    if (isIdle) return sent
  }
  return yield* Effect.die("there is always more to send")
})

/** When a person of a ladder has to be looked at next, in milliseconds since 1970; null when everyone has ended. */
export const nextLook = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ at: Date | null }>`
    select least((select min(next_at) from journeys where company_id = ${companyId} and ended_at is null),
      (select min(judge_at) from ladder_tests where company_id = ${companyId} and not decided),
      (select min(coalesce(held_until, updated_at)) from recipients where company_id = ${companyId} and state in ('held', 'queued'))) as at`)
  return row?.at?.getTime() ?? null
})

/** Where each person of a ladder stands, by number. */
export const journeysOf = Effect.fnUntraced(function* (companyId: CompanyId, id: MultiCampaignId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(sql<{ p: PatientId; phone: string; state: string; endedAs: string | null }>`
    select j.patient_id as p, p.phone, j.state, j.ended_as as "endedAs" from journeys j
    join patients p on p.company_id = j.company_id and p.patient_id = j.patient_id
    where j.company_id = ${companyId} and j.multi_campaign_id = ${id} order by 1`)
})

/** How many people of a company stand where, as they are counted, and as a reading of everyone finds them. */
export const countedPeople = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const inOrder = sql`order by 1, 2, 3, 4`
  const counted = yield* company(companyId)(sql`
    select multi_campaign_id as id, at_rung as rung, ended_as as "end", way, people from journey_counts
    where company_id = ${companyId} and people <> 0 ${inOrder}`)
  const found = yield* company(companyId)(sql`
    select multi_campaign_id as id, at_rung as rung, coalesce(ended_as, '') as "end", way, count(*)::int as people from journeys
    where company_id = ${companyId} group by 1, 2, 3, 4 ${inOrder}`)
  return { counted, found }
})

/** Runs a ladder to its end at virtual speed; gives everything that was sent. */
export const runToEnd = Effect.fnUntraced(function* (
  companyId: CompanyId,
  senders: readonly [SenderId, SenderId],
  answer: Answer,
  from: number = noon,
  meanwhile: Meanwhile = nothing,
) {
  const sent: Array<Sent> = []
  let now = from
  for (let look = 0; look < 2_000; look += 1) {
    sent.push(...(yield* runNow(companyId, senders, now, answer, meanwhile)))
    const next = yield* nextLook(companyId)
    if (next === null) return sent
    now = Math.max(now + 1_000, next)
  }
  return yield* Effect.die("the ladder does not end")
})
