import { expect, layer } from "@effect/vitest"
import { Effect, Latch, Layer } from "effect"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { dispatcher } from "#server/delivery/Dispatcher.ts"
import { receiveTexts } from "#server/delivery/inboundMessages.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import {
  awaitEvent,
  countsOf,
  engine,
  engineOn,
  eventually,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  phoneOf,
  recordedCarrier,
  sendCommand,
  senderIdOf,
  senderNumber,
  sidOf,
} from "#tests/support/outreach.ts"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"

const accepted = (place: number) => Effect.succeed({ _tag: "Accepted", sid: sidOf(place) } as const)

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  const parts = engineOn(database, carrier)

  const sentBy = (companyId: CompanyId) => carrier.sent.filter(({ from }) => from === senderNumber(companyId))
  const timesSent = (companyId: CompanyId) => {
    const times = Map.groupBy(sentBy(companyId), ({ to }) => to)
    return { people: times.size, most: Math.max(0, ...[...times.values()].map((texts) => texts.length)) }
  }

  /** A company with one campaign of so many people; company, template and campaign have the same number. */
  const prepare = Effect.fnUntraced(function* (
    id: CompanyId,
    people: number,
    options: { readonly cap?: number; readonly startAt?: string; readonly at?: number } = {},
  ) {
    yield* (yield* MovableClock).move(options.at ?? noon)
    carrier.answer = (_message, place) => accepted(place)
    carrier.found = () => []
    yield* makeCompany(id, options.cap ?? 100_000)
    const listId = yield* makeList(id, people)
    const templateId = TemplateId.make(id)
    yield* makeTemplate(id, templateId)
    yield* makeCampaign(id, {
      campaignId: CampaignId.make(id),
      listId,
      templateId,
      ...(options.startAt === undefined ? {} : { startAt: options.startAt }),
    })
  })
  const completed = (id: CompanyId) => awaitEvent(id, CampaignId.make(id), "CampaignCompleted")

  layer(parts, { excludeTestServices: true, timeout: 60_000 })(`the dispatcher on ${name}`, (it) => {
    it.effect("sends nothing after a pause and goes on exactly where it stopped", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(1), CampaignId.make(1)]
        yield* prepare(companyId, 120)
        const services = yield* Effect.context<Database>()
        const pause = Effect.provideContext(
          sendCommand(companyId, campaignId, { _tag: "PauseCampaign" }),
          services as never,
        )
        let atPause = 0
        carrier.answer = (_message, place) =>
          sentBy(companyId).length === 20
            ? Effect.orDie(pause).pipe(
                Effect.andThen(Effect.sync(() => void (atPause = sentBy(companyId).length))),
                Effect.andThen(accepted(place)),
              )
            : accepted(place)
        yield* launchCampaign(companyId, campaignId)
        yield* Effect.gen(function* () {
          yield* awaitEvent(companyId, campaignId, "CampaignPaused")
          yield* eventually(Effect.map(countsOf(companyId, campaignId), ({ rows }) => rows["sending"] === undefined))
          const afterwards = sentBy(companyId).length
          expect(afterwards).toBeLessThan(120)
          expect(afterwards - atPause).toBeLessThanOrEqual(4)
          yield* sendCommand(companyId, campaignId, { _tag: "ResumeCampaign" })
          yield* completed(companyId)
        }).pipe(Effect.provide(engine({ batch: 8, connections: 4 })))
        expect(timesSent(companyId)).toEqual({ people: 120, most: 1 })
        expect(yield* countsOf(companyId, campaignId)).toEqual({
          rows: { sent: 120 },
          counters: { sent: 120 },
        })
      }),
    )

    it.effect("sends nothing to a person after their opt-out is committed", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(2), CampaignId.make(2)]
        yield* prepare(companyId, 100)
        const phone = phoneOf(companyId, 80)
        const store = yield* Database
        const gate = yield* SendGate
        const stop = receiveTexts(store, gate, new Date(noon).toISOString(), [
          { id: "SM-stop", sid: "SM-stop", from: phone, to: senderNumber(companyId), body: "Stop." },
        ])
        const committed = yield* Latch.make(false)
        // The other connections wait too: until the opt-out is committed, a text may leave.
        carrier.answer = (_message, place) => {
          const count = sentBy(companyId).length
          if (count === 10)
            return stop.pipe(Effect.orDie, Effect.andThen(committed.open), Effect.andThen(accepted(place)))
          return Effect.andThen(count < 10 ? Effect.void : committed.await, accepted(place))
        }
        yield* launchCampaign(companyId, campaignId)
        yield* completed(companyId).pipe(Effect.provide(engine({ connections: 4 })))
        expect(sentBy(companyId).some(({ to }) => to === phone)).toBe(false)
        expect(timesSent(companyId)).toEqual({ people: 99, most: 1 })
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ sent: 99, optedOut: 1 })
      }),
    )

    it.effect("sends each text once when two dispatchers work on one database", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(3)
        yield* prepare(companyId, 400)
        yield* launchCampaign(companyId, CampaignId.make(3))
        const another = dispatcher({ publicUrl: "http://localhost:4180", tickMillis: 50, batch: 20 })
        yield* completed(companyId).pipe(Effect.provide(Layer.mergeAll(engine({ batch: 20 }), another)))
        expect(timesSent(companyId)).toEqual({ people: 400, most: 1 })
      }),
    )

    it.effect("asks the carrier about sends that a crash left open, and sends again only what it never had", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(4), CampaignId.make(4)]
        yield* prepare(companyId, 6)
        yield* launchCampaign(companyId, campaignId)
        yield* planRecipients(companyId, campaignId)
        // A process claims everyone, hands three texts to the carrier, and is gone.
        const senderId = yield* senderIdOf(companyId)
        const { claimed } = yield* claim(yield* Database, {
          companyId,
          senderId,
          channel: textChannel,
          most: 6,
          now: noon,
          turn: 1,
        })
        expect(claimed).toHaveLength(6)
        const had = new Set(claimed.slice(0, 3).map(({ to }) => to))
        carrier.found = (to) => (had.has(to) ? [{ sid: `SM-found-${to}`, created: noon }] : [])
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ sending: 6 })
        yield* completed(companyId).pipe(Effect.provide(engine({ lookupPauses: [1, 1, 1] })))
        expect(new Set(sentBy(companyId).map(({ to }) => to))).toEqual(new Set(claimed.slice(3).map(({ to }) => to)))
        expect(timesSent(companyId).most).toBe(1)
        expect(yield* countsOf(companyId, campaignId)).toEqual({
          rows: { sent: 6 },
          counters: { sent: 6 },
        })
      }),
    )

    it.effect("takes a lost answer for unknown and never sends it again on its own", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(5), CampaignId.make(5)]
        yield* prepare(companyId, 3)
        const lost = phoneOf(companyId, 2)
        carrier.answer = ({ to }, place) =>
          to === lost ? Effect.succeed({ _tag: "Unknown", reason: "reset" }) : accepted(place)
        carrier.found = (to) => (to === lost ? [{ sid: "SM-late", created: noon }] : [])
        yield* launchCampaign(companyId, campaignId)
        yield* completed(companyId).pipe(Effect.provide(engine({ lookupPauses: [1, 1] })))
        expect(timesSent(companyId)).toEqual({ people: 3, most: 1 })
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ sent: 3 })
      }),
    )

    it.effect("records why a text failed that it finds at the carrier", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(61), CampaignId.make(61)]
        yield* prepare(companyId, 1)
        carrier.answer = () => Effect.succeed({ _tag: "Unknown", reason: "reset" })
        carrier.found = () => [{ sid: "SM-ill", created: noon, status: "undelivered", errorCode: "30005" }]
        yield* launchCampaign(companyId, campaignId)
        yield* completed(companyId).pipe(Effect.provide(engine({ lookupPauses: [1, 1] })))
        const { sql, company } = yield* Database
        const rows = company(companyId)(sql`
          select state, reason from recipients where company_id = ${companyId} and campaign_id = ${campaignId}`)
        expect(yield* rows).toEqual([{ state: "failed", reason: "30005" }])
      }),
    )

    it.effect("takes no test call to the same phone for what was lost", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(60), CampaignId.make(60)]
        yield* prepare(companyId, 1)
        const lost = phoneOf(companyId, 1)
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`
          insert into test_calls (company_id, call_id, user_id, template_id, sender_id, phone, sid, at, asked_at, ended_at)
          values (${companyId}, 'test', 7, 1, ${yield* senderIdOf(companyId)}, ${lost}, 'CA-test', now(), now(), now())`)
        carrier.answer = (_, place) =>
          sentBy(companyId).length === 1 ? Effect.succeed({ _tag: "Unknown", reason: "reset" }) : accepted(place)
        carrier.found = () => [{ sid: "CA-test", created: noon }]
        yield* launchCampaign(companyId, campaignId)
        yield* completed(companyId).pipe(Effect.provide(engine({ lookupPauses: [1, 1] })))
        expect(timesSent(companyId)).toEqual({ people: 1, most: 2 })
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ sent: 1 })
      }),
    )

    it.effect("tries a deferred text again, and lets a refused one fail with its code", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(6), CampaignId.make(6)]
        yield* prepare(companyId, 3)
        const [busy, wrong] = [phoneOf(companyId, 1), phoneOf(companyId, 2)]
        carrier.answer = ({ to }, place) => {
          if (to === wrong) return Effect.succeed({ _tag: "Refused", code: "21211", message: "", permanent: true })
          const times = sentBy(companyId).filter((one) => one.to === busy).length
          return to === busy && times === 1 ? Effect.succeed({ _tag: "Deferred", code: "20429" }) : accepted(place)
        }
        yield* launchCampaign(companyId, campaignId)
        yield* completed(companyId).pipe(Effect.provide(engine()))
        const keys = sentBy(companyId)
          .filter(({ to }) => to === busy)
          .map(({ key }) => key)
        expect(keys).toHaveLength(2)
        expect(new Set(keys).size).toBe(2)
        const store = yield* Database
        const [failed] = yield* store.company(companyId)(
          store.sql`select reason, failed_code from recipients where company_id = 6 and state = 'failed'`,
        )
        expect(failed).toEqual({ reason: "21211", failed_code: "21211" })
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ sent: 2, failed: 1 })
      }),
    )

    it.effect("holds what falls into quiet hours, and sends it when the clock says morning", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(7)
        const night = Date.parse("2026-11-19T04:00:00.000Z")
        yield* prepare(companyId, 30, { at: night })
        yield* launchCampaign(companyId, CampaignId.make(7))
        yield* Effect.gen(function* () {
          const store = yield* Database
          const held = store.company(companyId)(
            store.sql<{ until: Date; people: number }>`
              select held_until as until, count(*)::int as people from recipients
              where company_id = 7 and state = 'held' group by 1`,
          )
          yield* eventually(Effect.map(held, (rows) => rows[0]?.people === 30))
          expect(yield* held).toEqual([{ until: new Date("2026-11-19T13:00:00.000Z"), people: 30 }])
          expect(sentBy(companyId)).toEqual([])
          yield* (yield* MovableClock).move(Date.parse("2026-11-19T13:00:01.000Z"))
          yield* completed(companyId)
        }).pipe(Effect.provide(engine()))
        expect(timesSent(companyId)).toEqual({ people: 30, most: 1 })
      }),
    )

    it.effect("judges held people again when the clock is moved back into the day", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(8), CampaignId.make(8)]
        yield* prepare(companyId, 10, { at: Date.parse("2026-11-19T04:00:00.000Z") })
        yield* launchCampaign(companyId, campaignId)
        yield* Effect.gen(function* () {
          yield* eventually(Effect.map(countsOf(companyId, campaignId), ({ rows }) => rows["held"] === 10))
          yield* (yield* MovableClock).move(noon)
          yield* completed(companyId)
        }).pipe(Effect.provide(engine()))
        expect(timesSent(companyId)).toEqual({ people: 10, most: 1 })
      }),
    )

    it.effect("lets a small campaign through next to a large one of the same sender", () =>
      Effect.gen(function* () {
        const campaignId = CampaignId.make(90)
        const companyId = CompanyId.make(9)
        yield* prepare(companyId, 600, { cap: 100 })
        const few = yield* makeList(companyId, 10, { name: "Few", first: 5_000 })
        yield* makeCampaign(companyId, { campaignId, listId: few, templateId: TemplateId.make(9) })
        yield* launchCampaign(companyId, CampaignId.make(9))
        let before = 0
        yield* Effect.gen(function* () {
          yield* eventually(Effect.sync(() => sentBy(companyId).length >= 20))
          before = sentBy(companyId).length
          yield* launchCampaign(companyId, campaignId)
          yield* awaitEvent(companyId, campaignId, "CampaignCompleted")
        }).pipe(Effect.provide(engine()))
        const places = sentBy(companyId).flatMap(({ to }, place) => (to >= phoneOf(companyId, 5_000) ? [place] : []))
        expect(places).toHaveLength(10)
        // Within two seconds' worth of the sender's texts.
        expect((places.at(-1) ?? Infinity) - before).toBeLessThanOrEqual(200)
      }),
    )

    it.effect("cancels who still waits, and leaves alone who was sent to", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(10), CampaignId.make(10)]
        yield* prepare(companyId, 200, { cap: 100 })
        yield* launchCampaign(companyId, campaignId)
        yield* Effect.gen(function* () {
          yield* eventually(Effect.sync(() => sentBy(companyId).length >= 20))
          yield* sendCommand(companyId, campaignId, { _tag: "CancelCampaign" })
          const settled = Effect.map(
            countsOf(companyId, campaignId),
            ({ rows }) => (rows["cancelled"] ?? 0) + (rows["sent"] ?? 0) === 200,
          )
          yield* eventually(settled)
        }).pipe(Effect.provide(engine()))
        const { rows, counters } = yield* countsOf(companyId, campaignId)
        expect(rows["sent"]).toBe(sentBy(companyId).length)
        expect(rows["sent"]).toBeLessThan(150)
        expect(counters).toEqual(rows)
      }),
    )

    it.effect("answers HELP once with the company's own words", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(12)
        yield* prepare(companyId, 1)
        const store = yield* Database
        const gate = yield* SendGate
        const { sql } = store
        yield* store.company(companyId)(sql`update companies set help_text = 'Call 555-0100.' where company_id = 12`)
        const help = {
          id: "SM-help",
          sid: "SM-help",
          from: phoneOf(companyId, 1),
          to: senderNumber(companyId),
          body: "help",
        }
        yield* receiveTexts(store, gate, new Date(noon).toISOString(), [help, help])
        yield* receiveTexts(store, gate, new Date(noon).toISOString(), [help])
        const states = store.company(companyId)(sql<{ state: string }>`select state from notices where company_id = 12`)
        yield* eventually(Effect.map(states, (rows) => rows.every(({ state }) => state === "sent"))).pipe(
          Effect.provide(engine()),
        )
        expect(sentBy(companyId).map(({ to, body }) => [to, body])).toEqual([[phoneOf(companyId, 1), "Call 555-0100."]])
      }),
    )

    it.effect("starts a scheduled campaign when its time has come, and not before", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(11), CampaignId.make(11)]
        yield* prepare(companyId, 5, { startAt: new Date(noon + 3_600_000).toISOString() })
        yield* launchCampaign(companyId, campaignId)
        yield* Effect.gen(function* () {
          yield* awaitEvent(companyId, campaignId, "CampaignScheduled")
          expect(sentBy(companyId)).toEqual([])
          yield* (yield* MovableClock).move(noon + 3_600_000)
          yield* completed(companyId)
        }).pipe(Effect.provide(engine()))
        expect(timesSent(companyId)).toEqual({ people: 5, most: 1 })
        const events = yield* (yield* EventStore).readStream(companyId, "campaign-11")
        const launched = events.find(({ type }) => type === "CampaignLaunched")
        expect(Date.parse(launched?.at ?? "")).toBeGreaterThanOrEqual(noon + 3_600_000)
      }),
    )
  })
}
