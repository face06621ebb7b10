import { Effect, Layer } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { callChannel } from "#server/delivery/channels/callChannel.ts"
import { claim, type Claimed } from "#server/delivery/claim.ts"
import { recordEnded } from "#server/delivery/ledger.ts"
import { readSendKey } from "#server/delivery/sendKey.rule.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import {
  engineParts,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  senderIdOf,
  storeOn,
} from "#tests/support/outreach.ts"
import { answerOf, carrier, post, publicUrl } from "#tests/support/signedWebhooks.ts"

/** What answers signed webhooks on a database in this process. */
export const callServices = Webhooks.layer(publicUrl).pipe(
  Layer.provideMerge(engineParts),
  Layer.provideMerge(Layer.mergeAll(storeOn(embeddedDatabase), carrier)),
)

const sidOf = (place: number): string => `CA${place.toString(16).padStart(32, "0")}`

/** A call that was taken for a recipient, with the id that the carrier gave it. */
export type Call = Pick<Claimed, "key"> & { readonly companyId: CompanyId; readonly sid: string; readonly to: string }

/** A running campaign of calls whose people are all being called; company, template and campaign have the same number. */
export const prepareCalls = Effect.fnUntraced(function* (id: number, flow: CallFlow = fluShotCall, people = 1) {
  const [companyId, campaignId, templateId] = [CompanyId.make(id), CampaignId.make(id), TemplateId.make(id)]
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId, 100, "IVR")
  const listId = yield* makeList(companyId, people)
  yield* makeTemplate(companyId, templateId, JSON.stringify(flow), "IVR")
  yield* makeCampaign(companyId, { campaignId, listId, templateId, channel: "IVR" })
  yield* launchCampaign(companyId, campaignId)
  yield* planRecipients(companyId, campaignId)
  return yield* claimCalls(companyId, noon, Math.max(people, 10))
})

/** Takes the next people to call, at an instant in milliseconds since 1970. */
export const claimCalls = Effect.fnUntraced(function* (companyId: CompanyId, now: number, most = 10) {
  const database = yield* Database
  const senderId = yield* senderIdOf(companyId)
  const { claimed } = yield* claim(database, { companyId, senderId, channel: callChannel, most, now, turn: 1 })
  return claimed.map(({ key, to }, index): Call => ({
    companyId,
    key,
    to,
    sid: sidOf(companyId * 1_000 + index + (now - noon) / 60_000),
  }))
})

/** The first of the calls, of which there must be one. */
export const firstOf = (calls: ReadonlyArray<Call>) =>
  calls[0] === undefined ? Effect.die("no one was called") : Effect.succeed(calls[0])

/** The address of a webhook for a call; `log` as the TwiML before gave it. */
export const addressOf = (path: string, { key }: Call, log?: string) =>
  `${path}?${new URLSearchParams({ key, ...(log === undefined ? {} : { log }) })}`

/** What the carrier is answered when it asks what a call does; `log` and form as the TwiML before gave and got them. */
export const step = (call: Call, log?: string, form: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(
    answerOf(addressOf(webhookPaths.callStep, call, log), { CallSid: call.sid, CallStatus: "in-progress", ...form }),
    (answer) => Effect.promise(() => answer.text()),
  )

/** Posts a signed report of a call and gives the status of the answer. */
export const reported = (call: Call, status: string, more: Readonly<Record<string, string>> = {}) =>
  post(addressOf(webhookPaths.callStatus, call), { CallSid: call.sid, CallStatus: status, ...more })

const answered = Effect.fnUntraced(function* ({ companyId, key }: Call, fact: RecipientFact) {
  const place = readSendKey(key)
  if (place === undefined) return yield* Effect.die("no such key")
  const { campaignId, recipientId } = place
  const at = new Date(noon).toISOString()
  yield* recordEnded(yield* Database, companyId, at, callChannel, [{ campaignId, recipientId, key, facts: [fact] }])
})

/** Records that the carrier answered that it took a call, which may be after the first reports of it. */
export const taken = (call: Call) => answered(call, { _tag: "SendAccepted", sid: call.sid })

/** Records that the carrier did not take a call now: it may be tried again at once. */
export const notTaken = (call: Call) => answered(call, { _tag: "SendDeferred", code: "20429", until: null })

/** What is recorded of a call. */
export const callOf = Effect.fnUntraced(function* ({ companyId, key }: Call) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{
      status: string
      seconds: number | null
      flow: string | null
      pressed: unknown
      is_machine: boolean
      left_message: boolean
      recordings: unknown
    }>`
      select status, seconds, flow, pressed, is_machine, left_message, recordings from calls where company_id = ${companyId} and send_key = ${key}`,
  )
  return row ?? (yield* Effect.die("no such call"))
})

/** What the person of a call said about being reached, the first word first. */
export const consentOf = Effect.fnUntraced(function* ({ companyId, to }: Call) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<{ channel: string; consent: string; evidence: string }>`
      select channel, consent, evidence from opt_outs where company_id = ${companyId} and phone = ${to} order by opt_out_id`,
  )
})
