import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { readUnclearReplies, decideReply } from "#server/delivery/unclearReplies.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
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
  storeOn,
} from "#tests/support/outreach.ts"
import { rule } from "#tests/support/replyRuleSamples.ts"
import { carrier, messageSid, publicUrl, textFrom } from "#tests/support/signedWebhooks.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const rules: ReadonlyArray<ReplyRule> = [
  rule({ said: "parking", effect: "answer", text: "Behind the house." }),
  rule({ said: "book", effect: "book", text: "Choose your time:" }),
  rule({ match: "number", from: 0, to: 10, effect: "setValue", name: "score" }),
  rule({ match: "yes", effect: "setValue", name: "came", value: "yes" }),
  rule({ said: "moved, not me", effect: "optOut" }),
  rule({ said: "call me", effect: "handOver" }),
  rule({ match: "pattern", said: "call (me|us)", effect: "handOver" }),
  rule({ match: "pattern", said: "doctor", effect: "answer", text: "She is Dr. Lee." }),
  rule({ match: "pattern", said: "nurse", effect: "answer", text: "He is Mr. Roe." }),
  rule({ said: "confirm", effect: "confirm" }),
  rule({ said: "coche", language: "es", effect: "answer", text: "Detrás de la casa." }),
]

let companies = 60
/** Three people who were texted by a campaign whose template has rules. */
const texted = Effect.gen(function* () {
  const id = (companies += 1)
  const [companyId, campaignId, templateId] = [CompanyId.make(id), CampaignId.make(id), TemplateId.make(id)]
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId)
  const listId = yield* makeList(companyId, 3)
  yield* makeTemplate(companyId, templateId, undefined, "SMS", rules)
  const database = yield* Database
  const { sql, company } = database
  const rows = <A extends object>(query: string) =>
    company(companyId)(sql.unsafe<A>(query, [companyId])) as Effect.Effect<ReadonlyArray<A>, never>
  yield* makeCampaign(companyId, { campaignId, listId, templateId })
  yield* launchCampaign(companyId, campaignId)
  yield* planRecipients(companyId, campaignId)
  const senderId = yield* senderIdOf(companyId)
  yield* claim(database, { companyId, senderId, channel: textChannel, most: 10, now: noon, turn: 1 })
  const notices = rows<{ phone: string; kind: string; body: string }>(
    "select phone, kind, body from notices where company_id = $1 order by notice_id",
  )
  const outcomes = Effect.map(
    rows<{ outcome: string; name: string | null; value: string | null }>(
      "select outcome, name, value from rule_replies where company_id = $1 order by inbound_id",
    ),
    (all) => all.map(({ outcome, name, value }) => (name === null ? outcome : `${outcome} ${name}=${value}`)),
  )
  const says = (person: number, ...texts: ReadonlyArray<string>) =>
    Effect.forEach(texts, (text) => textFrom(companyId, person, text), { discard: true })
  return { companyId, rows, notices, outcomes, says }
})

for (const [name, database] of testDatabases) {
  const services = Webhooks.layer(publicUrl).pipe(
    Layer.provideMerge(engineParts),
    Layer.provideMerge(Layer.mergeAll(storeOn(database), carrier)),
  )
  layer(services, { excludeTestServices: true, timeout: 60_000 })(`replies that rules read on ${name}`, (it) => {
    it.effect("are answered once, for a webhook that comes twice", () =>
      Effect.gen(function* () {
        const { companyId, notices, outcomes } = yield* texted
        const sid = messageSid(88_000 + companyId)
        const text = textFrom(companyId, 1, "Parking!", sid)
        yield* Effect.all([text, text], { concurrency: 2 })
        yield* text
        expect(yield* notices).toEqual([{ phone: phoneOf(companyId, 1), kind: "answer", body: "Behind the house." }])
        expect(yield* outcomes).toEqual(["answer"])
      }),
    )

    it.effect("get the person's own link to book by", () =>
      Effect.gen(function* () {
        const { notices, says } = yield* texted
        yield* says(1, "Book")
        yield* says(2, "book")
        const bodies = (yield* notices).map(({ body }) => body)
        for (const body of bodies) expect(body).toMatch(/^Choose your time: https?:\/\/\S+$/)
        expect(new Set(bodies).size).toBe(2)
      }),
    )

    it.effect("set values, what was written or what the rule says; what no rule matches is kept as such", () =>
      Effect.gen(function* () {
        const { says, outcomes, notices } = yield* texted
        yield* says(1, "9", "Yes.", "10 ", "No idea")
        expect(yield* outcomes).toEqual(["setValue score=9", "setValue came=yes", "setValue score=10", "none"])
        expect(yield* notices).toEqual([])
      }),
    )

    it.effect("opt out as a word for it does, and are read by no rule afterwards", () =>
      Effect.gen(function* () {
        const { companyId, says, outcomes, rows, notices } = yield* texted
        yield* says(1, "Not me", "Parking")
        yield* says(2, "STOP", "Parking")
        yield* says(3, "please stop this", "Parking")
        expect(yield* outcomes).toEqual(["optOut"])
        expect(yield* notices).toEqual([])
        expect(yield* rows("select phone, consent from opt_outs where company_id = $1 order by opt_out_id")).toEqual([
          { phone: phoneOf(companyId, 1), consent: "revoked" },
          { phone: phoneOf(companyId, 2), consent: "revoked" },
          { phone: phoneOf(companyId, 3), consent: "unclear" },
        ])
        expect(
          yield* rows("select count(*)::int as n from recipients where company_id = $1 and opted_out_at is not null"),
        ).toEqual([{ n: 2 }])
      }),
    )

    it.effect(
      "wait for a person who sees to them once: handed over, asked, read differently, or about no appointment",
      () =>
        Effect.gen(function* () {
          const { companyId, says, outcomes, rows, notices } = yield* texted
          yield* says(1, "Call me", "Parking?", "doctor or nurse?", "Confirm")
          expect(yield* outcomes).toEqual(["handOver", "unsure", "unsure", "handOver"])
          expect(yield* notices).toEqual([])
          const waiting = yield* readUnclearReplies(companyId)
          expect(waiting.map(({ replyId, text }) => [replyId, text])).toEqual([
            [null, "Call me"],
            [null, "Parking?"],
            [null, "doctor or nurse?"],
            [null, "Confirm"],
          ])
          const [first, second] = waiting.flatMap(({ messageId }) => messageId ?? [])
          if (first === undefined || second === undefined) return yield* Effect.die("Nothing waits")
          const done = decideReply(companyId, { replyId: first, decision: "done" })
          yield* done
          expect(yield* Effect.flip(done)).toMatchObject({ problem: "NotAllowedNow" })
          const elsewhere = decideReply(CompanyId.make(companyId + 1000), { replyId: second, decision: "done" })
          expect(yield* Effect.flip(elsewhere)).toMatchObject({ problem: "NotFound" })
          // Who answers by hand has seen to it.
          yield* rows(`insert into notices (company_id, sender_id, phone, kind, state, at, message_id, by_name)
          select $1, sender_id, phone, 'answer', 'queued', at, inbound_id, 'Ada' from inbound_messages
          where company_id = $1 and inbound_id = ${second}`)
          expect((yield* readUnclearReplies(companyId)).map(({ text }) => text)).toEqual([
            "doctor or nurse?",
            "Confirm",
          ])
        }),
    )

    it.effect("are read by the rules of the person's language", () =>
      Effect.gen(function* () {
        const { companyId, says, outcomes, rows } = yield* texted
        yield* rows(`update patients set language = 'es' where company_id = $1 and phone = '${phoneOf(companyId, 2)}'`)
        yield* says(1, "Coche")
        yield* says(2, "Coche")
        expect(yield* outcomes).toEqual(["none", "answer"])
      }),
    )

    it.effect("get five texts a day at most, since a machine may write back", () =>
      Effect.gen(function* () {
        const { says, outcomes, notices } = yield* texted
        yield* says(1, ...Array.from({ length: 7 }, () => "Parking"))
        yield* says(2, "Parking")
        expect(yield* outcomes).toEqual([
          ...Array.from({ length: 5 }, () => "answer"),
          "handOver",
          "handOver",
          "answer",
        ])
        expect(yield* notices).toHaveLength(6)
      }),
    )
  })
}
