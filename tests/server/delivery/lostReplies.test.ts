import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { LateText } from "#server/delivery/Carrier.ts"
import { writeSenders } from "#server/administration/companies/sender.queries.ts"
import { receiveTexts } from "#server/delivery/inboundMessages.ts"
import { lostReplyWork, readLostReplies, repliesRead } from "#server/delivery/lostReplies.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import {
  engine,
  engineOn,
  eventually,
  launchCampaign,
  makeCompany,
  makeDraft,
  noon,
  phoneOf,
  recordedCarrier,
  senderIdOf,
  senderNumber,
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const minute = 60_000
const words = ["STOP", "START", "YES", "hello", "please stop texting me"] as const
type Written = { readonly body: (typeof words)[number]; readonly isLost: boolean }

/** All texts of up to three that a person may write, each of them lost or not. */
const conversations = (length: number): ReadonlyArray<ReadonlyArray<Written>> =>
  length === 0
    ? [[]]
    : conversations(length - 1).flatMap((before) =>
        words.flatMap((body) => [true, false].map((isLost) => [...before, { body, isLost }])),
      )
const everyConversation = [1, 2, 3].flatMap(conversations)

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  /** What the carrier has for each number, oldest first, and since when it was asked. */
  const book = new Map<string, ReadonlyArray<LateText>>()
  const asked: Array<{ readonly to: string; readonly since: number }> = []
  const answering = (to: string, since: number) =>
    Effect.sync(() => {
      asked.push({ to, since })
      return book.get(to) ?? []
    })
  carrier.received = answering

  let sids = 0
  const text = (companyId: CompanyId, from: string, body: string, writtenAt = noon + minute): LateText => {
    const sid = `SM-${(sids += 1)}`
    return { id: sid, sid, from, to: senderNumber(companyId), body, writtenAt }
  }
  const inCompany = <A extends object>(companyId: CompanyId, statement: string) =>
    Database.use(({ sql, company }) => company(companyId)(sql.unsafe<A>(statement)))
  /** Brings texts as the carrier does, at a moment. */
  const bring = (messages: ReadonlyArray<LateText>, at = noon + minute) =>
    Effect.gen(function* () {
      const brought = messages.map(({ writtenAt: _, ...message }) => message)
      yield* receiveTexts(yield* Database, yield* SendGate, new Date(at).toISOString(), brought)
    })
  const lookAt = (now: number) =>
    Effect.gen(function* () {
      yield* (yield* MovableClock).move(now)
      yield* readLostReplies(now, now)
    })
  const consentsOf = (companyId: CompanyId) =>
    Effect.map(
      inCompany<{ phone: string; consent: string }>(
        companyId,
        `select distinct on (phone) phone, consent from opt_outs order by phone, opt_out_id desc`,
      ),
      (rows) => new Map(rows.map(({ phone, consent }) => [phone, consent])),
    )

  layer(engineOn(database, carrier), { excludeTestServices: true, timeout: 60_000 })(
    `texts that the carrier could not bring, on ${name}`,
    (it) => {
      it.effect("are taken in once, as replies and as requests; what came to a number before it was ours is not", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const { campaignId } = yield* makeDraft(companyId, 4)
          yield* launchCampaign(companyId, campaignId)
          yield* Effect.provide(eventually(Effect.sync(() => carrier.sent.length === 4)), engine())
          const [early, old, reply, stop] = [
            text(companyId, phoneOf(companyId, 4), "A text before ours", noon - minute),
            text(companyId, phoneOf(companyId, 1), "an old text"),
            text(companyId, phoneOf(companyId, 2), "Thank you"),
            text(companyId, phoneOf(companyId, 3), "STOP"),
          ]
          const kept = Effect.map(
            inCompany<{ body: string }>(companyId, `select body from inbound_messages order by body`),
            (rows) => rows.map(({ body }) => body),
          )
          book.set(senderNumber(companyId), [old])
          yield* lookAt(noon)
          expect(yield* kept).toEqual([])
          book.set(senderNumber(companyId), [early, reply, stop])
          yield* lookAt(noon + 10 * minute)
          yield* lookAt(noon + 20 * minute)
          // The carrier tries once more by itself.
          yield* bring([reply, stop])
          expect(yield* kept).toEqual(["A text before ours", "STOP", "Thank you"])
          expect((yield* consentsOf(companyId)).get(phoneOf(companyId, 3))).toBe("revoked")
          const replied = yield* inCompany<{ phone: string }>(
            companyId,
            `select phone from recipients where replied_at is not null order by phone`,
          )
          expect(replied.map(({ phone }) => phone)).toEqual([2, 3].map((n) => phoneOf(companyId, n)))
          const sinces = asked.filter(({ to }) => to === senderNumber(companyId)).map(({ since }) => since)
          expect(sinces).toEqual([noon, noon + 5 * minute])
        }),
      )

      it.effect("are asked for again since the last answer where the carrier could not be reached", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(2)
          yield* makeCompany(companyId, 100)
          yield* lookAt(noon)
          carrier.received = () => Effect.fail(problem("Unavailable", "It is away."))
          yield* lookAt(noon + 60 * minute)
          carrier.received = answering
          asked.length = 0
          yield* lookAt(noon + 120 * minute)
          expect(asked.find(({ to }) => to === senderNumber(companyId))?.since).toBe(noon)
        }),
      )

      it.effect("are asked for from its first minute where a company puts another number in place of one", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(7)
          yield* makeCompany(companyId, 100)
          yield* lookAt(noon)
          const number = "+12125557777"
          const { company } = yield* Database
          const facts = {
            channel: "SMS",
            carrier: "twilio",
            standIn: null,
            label: "Main",
            segmentsPerSecond: 1,
          } as const
          const senderId = yield* senderIdOf(companyId)
          yield* company(companyId)(writeSenders(companyId, [{ ...facts, senderId, e164: number, concurrentCalls: 1 }]))
          yield* lookAt(noon + 10 * minute)
          yield* lookAt(noon + 20 * minute)
          expect(asked.filter(({ to }) => to === number).map(({ since }) => since)).toEqual([noon + 10 * minute])
        }),
      )

      it.effect("are not asked for where an SMSC brings them", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(3)
          yield* makeCompany(companyId, 100)
          yield* inCompany(companyId, `update senders set carrier = 'smpp' where company_id = 3`)
          asked.length = 0
          yield* lookAt(noon)
          yield* lookAt(noon + 10 * minute)
          expect(asked.some(({ to }) => to === senderNumber(companyId))).toBe(false)
        }),
      )

      it.effect("opt no one in against their last word, whatever was lost of it", () =>
        Effect.gen(function* () {
          const [whole, lossy] = [CompanyId.make(4), CompanyId.make(5)]
          for (const companyId of [whole, lossy]) yield* makeCompany(companyId, 100)
          yield* lookAt(noon)
          const said = (companyId: CompanyId) =>
            everyConversation.flatMap((written, index) =>
              written.map(({ body, isLost }, place) => {
                const at = noon + (place + 1) * minute
                return { isLost, at, message: text(companyId, phoneOf(companyId, index + 1), body, at) }
              }),
            )
          const bringAll = (texts: ReturnType<typeof said>) =>
            Effect.forEach([1, 2, 3], (place) => {
              const at = noon + place * minute
              const some = texts.filter((one) => one.at === at)
              return bring(
                some.map(({ message }) => message),
                at,
              )
            })
          yield* bringAll(said(whole))
          const texts = said(lossy)
          yield* bringAll(texts.filter(({ isLost }) => !isLost))
          book.set(
            senderNumber(lossy),
            texts.map(({ message }) => message),
          )
          yield* lookAt(noon + 10 * minute)
          const [right, found] = [yield* consentsOf(whole), yield* consentsOf(lossy)]
          const mayGetTexts = (consent: string | undefined) => consent !== "revoked" && consent !== "unclear"
          const wrong = everyConversation.filter(
            (_, index) =>
              mayGetTexts(found.get(phoneOf(lossy, index + 1))) && !mayGetTexts(right.get(phoneOf(whole, index + 1))),
          )
          expect(wrong).toEqual([])
          const [kept] = yield* inCompany<{ n: number }>(lossy, `select count(*)::int as n from inbound_messages`)
          expect(kept?.n).toBe(texts.length)
        }),
      )

      it.effect("opt no one in who opted out since in another way", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(8)
          yield* makeCompany(companyId, 100)
          yield* lookAt(noon)
          const [decided, free] = [phoneOf(companyId, 1), phoneOf(companyId, 2)]
          yield* bring([decided, free].map((phone) => text(companyId, phone, "STOP")))
          yield* inCompany(
            companyId,
            `insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
             values (8, '${decided}', 'SMS', 'revoked', '${new Date(noon + 3 * minute).toISOString()}', 'staff', 'By phone')`,
          )
          book.set(
            senderNumber(companyId),
            [decided, free].map((phone) => text(companyId, phone, "START", noon + 2 * minute)),
          )
          yield* lookAt(noon + 10 * minute)
          const consents = yield* consentsOf(companyId)
          expect([consents.get(decided), consents.get(free)]).toEqual(["revoked", "granted"])
        }),
      )

      it.effect("are asked for at the other numbers where one cannot be read, and after the clock was moved back", () =>
        Effect.gen(function* () {
          const [broken, good] = [CompanyId.make(9), CompanyId.make(10)]
          for (const companyId of [broken, good]) yield* makeCompany(companyId, 100)
          yield* lookAt(noon)
          carrier.received = (to, since) =>
            to === senderNumber(broken) ? Effect.die("unreadable") : answering(to, since)
          asked.length = 0
          yield* lookAt(noon + 20 * minute)
          yield* lookAt(noon + 7 * 60 * minute)
          yield* lookAt(noon + 30 * minute)
          carrier.received = answering
          expect(
            asked.filter(({ to }) => to === senderNumber(good)).map(({ since }) => (since - noon) / minute),
          ).toEqual([...[0, 15, 75, 135, 195, 255, 315, 375], 30])
        }),
      )

      it.effect("are waited for before a ladder goes on after a start, and not once they are asked for", () =>
        Effect.gen(function* () {
          yield* makeCompany(CompanyId.make(6), 100)
          yield* lookAt(noon)
          const isAsked = yield* Latch.make(false)
          carrier.received = () => Effect.as(isAsked.await, [])
          // The process of this test may have run for minutes.
          yield* (yield* MovableClock).move(noon + 60 * 24 * minute)
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* Layer.build(lostReplyWork)
              const waiting = yield* Effect.forkChild(repliesRead)
              yield* inCompany(CompanyId.make(6), `select 1`)
              expect(waiting.pollUnsafe()).toBeUndefined()
              yield* isAsked.open
              // Half a minute where no answer were enough; this test has less.
              yield* Effect.timeout(Fiber.join(waiting), "10 seconds")
            }),
          )
          carrier.received = answering
        }),
      )
    },
  )
}
