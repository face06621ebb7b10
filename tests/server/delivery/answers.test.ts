import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option, Queue, Stream } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { MessageId } from "#schemas/people/conversation.ts"
import type { OutgoingMessage, SendOutcome } from "#server/delivery/Carrier.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { dropNotices, queueNotice, sendNotices } from "#server/delivery/notices.ts"
import { isReplyNews, repliesChanged } from "#server/delivery/replyNews.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { carrier, messageSid, post, publicUrl, textFrom } from "#tests/support/signedWebhooks.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import {
  engineParts,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  phoneOf,
  senderIdOf,
  senderNumber,
  storeOn,
} from "#tests/support/outreach.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { claim } from "#server/delivery/claim.ts"

const services = Webhooks.layer(publicUrl).pipe(
  Layer.provideMerge(engineParts),
  Layer.provideMerge(Layer.mergeAll(storeOn(embeddedDatabase), carrier)),
)

/** A company whose first person was texted and wrote back, with an answer that waits. */
const answered = Effect.fnUntraced(function* (id: number) {
  const [companyId, campaignId] = [CompanyId.make(id), CampaignId.make(id)]
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId)
  const listId = yield* makeList(companyId, 1)
  yield* makeTemplate(companyId, TemplateId.make(id))
  yield* makeCampaign(companyId, { campaignId, listId, templateId: TemplateId.make(id) })
  yield* launchCampaign(companyId, campaignId)
  yield* planRecipients(companyId, campaignId)
  const database = yield* Database
  const { sql, company } = database
  const senderId = yield* senderIdOf(companyId)
  yield* claim(database, { companyId, senderId, channel: textChannel, most: 10, now: noon, turn: 1 })
  yield* textFrom(companyId, 1, "Is there parking?")
  const [text] = yield* company(companyId)(
    sql<{ id: MessageId }>`select inbound_id::int as id from inbound_messages where company_id = ${companyId}`,
  )
  const messageId = text?.id ?? MessageId.make(1)
  const notice = { companyId, senderId, phone: phoneOf(companyId, 1), body: "Behind the house." }
  const at = new Date(noon).toISOString()
  yield* company(companyId)(queueNotice(sql, { ...notice, at, answer: { messageId, byName: "Ada" } }))
  const sent: Array<OutgoingMessage> = []
  const send = (outcome: SendOutcome) => {
    const channel = {
      ...textChannel,
      send: (message: OutgoingMessage) => Effect.sync(() => (sent.push(message), outcome)),
    }
    return sendNotices(database, { companyId, senderId, channel }, publicUrl)
  }
  const state = Effect.map(
    company(companyId)(sql<{ state: string }>`select state from notices where company_id = ${companyId}`),
    ([row]) => row?.state,
  )
  const report = (status: string, key = sent.at(-1)?.key ?? "") =>
    post(`${webhookPaths.status}?key=${encodeURIComponent(key)}`, {
      MessageSid: messageSid(7_000_000 + id),
      MessageStatus: status,
    })
  return { companyId, campaignId, senderId, sent, send, state, report, database }
})

const accepted: SendOutcome = { _tag: "Accepted", sid: messageSid(7_000_000) }

layer(services, { excludeTestServices: true, timeout: 60_000 })("an answer to a reply", (it) => {
  it.effect("leaves once from the number that was texted, and is announced to the campaign's page", () =>
    Effect.gen(function* () {
      const { companyId, campaignId, send, sent, state } = yield* answered(41)
      expect(yield* send(accepted)).toEqual([campaignId])
      expect(yield* send(accepted)).toEqual([])
      expect(sent).toMatchObject([
        { from: senderNumber(companyId), to: phoneOf(companyId, 1), body: "Behind the house." },
      ])
      expect(yield* state).toBe("sent")
    }),
  )

  it.effect("to a text of no campaign is announced to open pages: that it came, was sent, and arrived", () =>
    Effect.gen(function* () {
      const { companyId, senderId, send, report, database } = yield* answered(46)
      const { sql, company } = database
      const news = yield* Queue.unbounded<string>()
      yield* (yield* EventStore).changes.pipe(
        Stream.filter((change) => change.companyId === companyId && isReplyNews(change)),
        Stream.runForEach(({ type }) => Queue.offer(news, type)),
        Effect.forkChild,
      )
      // Heard once the stream listens.
      yield* notifyChanges(sql, [repliesChanged(companyId)]).pipe(
        Effect.andThen(Effect.timeoutOption(Queue.take(news), "50 millis")),
        Effect.repeat({ until: Option.isSome }),
      )
      yield* send(accepted)
      yield* Queue.clear(news)
      yield* textFrom(companyId, 9, "Are you open?")
      yield* Queue.take(news)
      const [text] = yield* company(companyId)(
        sql<{ id: MessageId }>`select max(inbound_id)::int as id from inbound_messages where company_id = ${companyId}`,
      )
      const notice = {
        companyId,
        senderId,
        phone: phoneOf(companyId, 9),
        body: "From nine.",
        at: new Date(noon).toISOString(),
      }
      const answer = { messageId: text?.id ?? MessageId.make(1), byName: "Ada" }
      yield* company(companyId)(queueNotice(sql, { ...notice, answer }))
      expect(yield* send(accepted)).toEqual([])
      yield* Queue.take(news)
      yield* report("delivered")
      yield* Queue.take(news)
    }),
  )

  it.effect("says what the carrier reports of it, in any order and repeated, and never goes back", () =>
    Effect.gen(function* () {
      const { send, state, report } = yield* answered(42)
      yield* send(accepted)
      for (const status of ["delivered", "sent", "delivered", "undelivered"]) expect(yield* report(status)).toBe(204)
      expect(yield* state).toBe("delivered")
      const other = yield* answered(43)
      yield* other.send(accepted)
      yield* other.report("undelivered", `${other.sent[0]?.key ?? ""}0`)
      expect(yield* other.state).toBe("sent")
      yield* other.report("undelivered")
      expect(yield* other.state).toBe("failed")
    }),
  )

  it.effect("is not sent to who opted out while it waited", () =>
    Effect.gen(function* () {
      const { companyId, campaignId, send, sent, state } = yield* answered(44)
      yield* textFrom(companyId, 1, "STOP")
      expect(yield* send(accepted)).toEqual([campaignId])
      expect([sent, yield* state]).toEqual([[], "failed"])
    }),
  )

  it.effect("is never sent again where the carrier did not say, until a report says that it took it", () =>
    Effect.gen(function* () {
      const { companyId, senderId, send, sent, state, report, database } = yield* answered(45)
      yield* send({ _tag: "Unknown", reason: "no answer" })
      yield* dropNotices(database, companyId, senderId)
      yield* send(accepted)
      expect([sent.length, yield* state]).toEqual([1, "unknown"])
      yield* report("delivered")
      expect(yield* state).toBe("delivered")
    }),
  )
})
