import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { smppDeliveries } from "#server/delivery/smpp/smppDeliveries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import {
  awaitEvent,
  engine,
  engineParts,
  eventually,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  phoneOf,
  senderNumber,
  storeOn,
} from "#tests/support/outreach.ts"
import { carriersAtSmsc, quiet, TestSmsc } from "#tests/support/smppWorld.ts"
import type { SmscAnswer, TakenMessage } from "#tests/support/smsc.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const digits = (e164: string): string => e164.slice(1)
/** ESME_RX_T_APPN. */
const comeAgain = 0x64

for (const [name, database] of testDatabases) {
  const parts = Layer.mergeAll(engine({ lookupPauses: [100, 100] }), smppDeliveries).pipe(
    Layer.provideMerge(engineParts),
    Layer.provideMerge(carriersAtSmsc),
    Layer.provideMerge(TestSmsc.layer),
    Layer.provideMerge(storeOn(database)),
    Layer.provide(quiet),
  )

  const prepare = Effect.fnUntraced(function* (companyId: CompanyId, people: number, text?: string) {
    const smsc = yield* TestSmsc
    smsc.answer = () => ({ id: smsc.nextId() })
    const campaignId = CampaignId.make(companyId)
    const templateId = TemplateId.make(companyId)
    yield* (yield* MovableClock).move(noon)
    yield* makeCompany(companyId)
    const { sql, company } = yield* Database
    yield* company(companyId)(sql`update senders set carrier = 'smpp' where company_id = ${companyId}`)
    yield* makeTemplate(companyId, templateId, text)
    yield* makeCampaign(companyId, { campaignId, listId: yield* makeList(companyId, people), templateId })
    const taken = () => smsc.taken.filter(({ from }) => from === digits(senderNumber(companyId)))
    const read = <A extends object>(query: string) => company(companyId)(sql.unsafe<A>(query))
    const list = read<{ state: string; reason: string | null; phone: string; sid: string | null }>(
      `select state, reason, phone, sid from recipients where company_id = ${companyId} order by recipient_id`,
    )
    const states = Effect.map(list, (rows) => rows.map(({ state }) => state))
    const become = (state: string) =>
      eventually(Effect.map(states, (all) => all.length > 0 && all.every((one) => one === state)))
    return { smsc, campaignId, taken, read, people: list, states, become }
  })

  layer(parts, { excludeTestServices: true, timeout: 60_000 })(`texts by SMPP on ${name}`, (it) => {
    it.effect("go to each person once, and are delivered when the receipts say so", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const { smsc, campaignId, taken, become, people } = yield* prepare(companyId, 30)
        yield* launchCampaign(companyId, campaignId)
        yield* awaitEvent(companyId, campaignId, "CampaignCompleted")
        expect(
          taken()
            .map(({ to }) => to)
            .toSorted(),
        ).toEqual(Array.from({ length: 30 }, (_, index) => digits(phoneOf(companyId, index + 1))))
        const statuses = yield* Effect.forEach(taken(), (one) => Effect.promise(() => smsc.receipt(one)), {
          concurrency: 10,
        })
        expect(new Set(statuses)).toEqual(new Set([0]))
        yield* become("delivered")
        expect((yield* people).map(({ sid }) => sid).toSorted()).toEqual(
          taken()
            .map(({ id }) => id)
            .toSorted(),
        )
      }),
    )

    it.effect("are delivered by a receipt that comes before the answer", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(2)
        const { smsc, campaignId, taken, become } = yield* prepare(companyId, 1)
        smsc.answer = async (pdu) => {
          const id = smsc.nextId()
          expect(
            await smsc.receipt({ id, from: String(pdu["source_addr"]), to: String(pdu["destination_addr"]) }),
          ).toBe(0)
          return { id }
        }
        yield* launchCampaign(companyId, campaignId)
        yield* become("delivered")
        yield* eventually(Effect.sync(() => taken().length > 0))
        expect(taken()).toHaveLength(1)
      }),
    )

    it.effect("whose answer was lost are never sent again: staff read so, and a late receipt settles it", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(3)
        const { smsc, campaignId, taken, people, become } = yield* prepare(companyId, 2)
        smsc.answer = (): SmscAnswer => "breakAfter"
        yield* launchCampaign(companyId, campaignId)
        yield* become("unknown")
        yield* become("failed")
        yield* awaitEvent(companyId, campaignId, "CampaignCompleted")
        expect((yield* people).map(({ reason }) => reason)).toEqual(["unanswered", "unanswered"])
        expect(textFacts.describe("unanswered").words).toContain("may have arrived")
        const once = taken()
        expect(new Set(once.map(({ to }) => to)).size).toBe(once.length)
        const [first] = once
        yield* eventually(Effect.sync(() => smsc.sessions.size > 0))
        expect(yield* Effect.promise(() => smsc.receipt(first as TakenMessage))).toBe(0)
        yield* eventually(Effect.map(people, (rows) => rows.some(({ state }) => state === "delivered")))
        expect((yield* people).find(({ state }) => state === "delivered")).toMatchObject({
          phone: `+${first?.to}`,
          sid: first?.id,
        })
        expect(taken()).toEqual(once)
      }),
    )

    it.effect("that are unknown count under the cap, and what people answer to them belongs to the campaign", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(4)
        const { smsc, campaignId, read, become } = yield* prepare(companyId, 1)
        smsc.answer = (): SmscAnswer => "breakAfter"
        yield* launchCampaign(companyId, campaignId)
        yield* become("failed")
        yield* eventually(Effect.sync(() => smsc.sessions.size > 0))
        const status = yield* Effect.promise(() =>
          smsc.text(digits(phoneOf(companyId, 1)), digits(senderNumber(companyId)), "Very good, thanks"),
        )
        expect(status).toBe(0)
        yield* become("replied")
        expect(yield* read(`select body, campaign_id from inbound_messages where company_id = ${companyId}`)).toEqual([
          { body: "Very good, thanks", campaign_id: campaignId },
        ])
      }),
    )

    it.effect("of several parts are delivered once all of them are, in whatever digits they are named", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(5)
        const { smsc, campaignId, taken, states, become } = yield* prepare(
          companyId,
          1,
          `{{ firstName }} ${"x".repeat(250)}`,
        )
        yield* launchCampaign(companyId, campaignId)
        yield* become("sent")
        const [first, second] = taken() as [TakenMessage, TakenMessage]
        yield* Effect.promise(() => smsc.receipt(second))
        yield* Effect.promise(() => smsc.receipt(second))
        expect(yield* states).toEqual(["sent"])
        yield* Effect.promise(() => smsc.receipt({ ...first, id: String(Number.parseInt(first.id, 16)) }))
        yield* become("delivered")
        expect(taken()).toHaveLength(2)
      }),
    )

    it.effect("of several parts wait with their receipts for the answer that tells whose they are", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(11)
        const { smsc, campaignId, taken, become } = yield* prepare(companyId, 1, `{{ firstName }} ${"x".repeat(250)}`)
        const statuses: Array<Promise<number>> = []
        smsc.answer = (pdu) => {
          const id = smsc.nextId()
          const [from, to] = [String(pdu["source_addr"]), String(pdu["destination_addr"])]
          statuses.push(smsc.receipt({ id, from, to }))
          return { id }
        }
        yield* launchCampaign(companyId, campaignId)
        yield* become("delivered")
        expect(yield* Effect.promise(() => Promise.all(statuses))).toEqual([0, 0])
        expect(taken()).toHaveLength(2)
      }),
    )

    it.effect("fail for the reason in the receipt, of a part too", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(6)
        const { smsc, campaignId, taken, people, become } = yield* prepare(
          companyId,
          1,
          `{{ firstName }} ${"x".repeat(250)}`,
        )
        yield* launchCampaign(companyId, campaignId)
        yield* become("sent")
        const [first, second] = taken() as [TakenMessage, TakenMessage]
        yield* Effect.promise(() => smsc.receipt(first))
        yield* Effect.promise(() => smsc.receipt(second, "EXPIRED"))
        yield* become("failed")
        expect(yield* people).toMatchObject([{ reason: "30003" }])
      }),
    )

    it.effect("are stopped by STOP, which is acknowledged once it is stored", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(7)
        const { smsc, campaignId, become, read } = yield* prepare(companyId, 1)
        yield* launchCampaign(companyId, campaignId)
        yield* become("sent")
        const [from, to] = [digits(phoneOf(companyId, 1)), digits(senderNumber(companyId))]
        const { sql, everyCompany } = yield* Database
        yield* everyCompany(sql`set role none`.pipe(Effect.andThen(sql`alter table inbound_messages rename to gone`)))
        expect(yield* Effect.promise(() => smsc.text(from, to, "STOP"))).toBe(comeAgain)
        yield* everyCompany(sql`set role none`.pipe(Effect.andThen(sql`alter table gone rename to inbound_messages`)))
        expect(yield* Effect.promise(() => smsc.text(from, to, "STOP"))).toBe(0)
        expect(yield* Effect.promise(() => smsc.text(from, to, "STOP"))).toBe(0)
        yield* become("optedOut")
        expect(yield* read(`select body from inbound_messages where company_id = ${companyId}`)).toEqual([
          { body: "STOP" },
        ])
      }),
    )

    it.effect("that people write in parts are joined, whatever order they come in", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(8)
        const { smsc, read } = yield* prepare(companyId, 1)
        const [from, to] = [digits(phoneOf(companyId, 1)), digits(senderNumber(companyId))]
        const part = (number: number, message: string) =>
          Effect.promise(() =>
            smsc.text(from, to, "", {
              data_coding: 8,
              short_message: {
                udh: Buffer.from([5, 0, 3, 77, 2, number]),
                message: Buffer.from(message, "utf16le").swap16(),
              },
            }),
          )
        const bodies = read(`select body from inbound_messages where company_id = ${companyId}`)
        expect(yield* part(2, "\ude00 and well")).toBe(0)
        expect(yield* bodies).toEqual([])
        expect(yield* part(1, "Happy \ud83d")).toBe(0)
        expect(yield* bodies).toEqual([{ body: "Happy 😀 and well" }])
        expect(yield* read(`select * from inbound_parts`)).toEqual([])
      }),
    )

    it.effect("of none of ours leave their receipts aside", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(9)
        const { smsc } = yield* prepare(companyId, 1)
        const stranger = { id: "stranger-1", from: digits(senderNumber(companyId)), to: digits(phoneOf(companyId, 1)) }
        expect(yield* Effect.promise(() => smsc.receipt(stranger))).toBe(0)
        expect(yield* Effect.promise(() => smsc.receipt({ ...stranger, from: "19995550000", id: "stranger-2" }))).toBe(
          0,
        )
        const { sql } = yield* Database
        expect(yield* sql`select sid, why from stray_reports where sid like 'stranger%' order by sid`).toEqual([
          { sid: "stranger-1", why: "noKey" },
          { sid: "stranger-2", why: "noKey" },
        ])
      }),
    )

    it.effect("answer HELP by the same carrier", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(10)
        const { smsc, taken } = yield* prepare(companyId, 1)
        const answered = yield* Deferred.make<void>()
        smsc.answer = () => {
          Deferred.doneUnsafe(answered, Effect.void)
          return { id: smsc.nextId() }
        }
        yield* Effect.promise(() => smsc.text(digits(phoneOf(companyId, 1)), digits(senderNumber(companyId)), "HELP"))
        yield* Deferred.await(answered)
        yield* eventually(Effect.sync(() => taken().length > 0))
        expect(taken()).toMatchObject([{ to: digits(phoneOf(companyId, 1)), body: expect.stringContaining("STOP") }])
      }),
    )
  })
}
