import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { claim } from "#server/delivery/claim.ts"
import { dispatcher } from "#server/delivery/Dispatcher.ts"
import { takeInbound } from "#server/delivery/inboundMessages.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import {
  awaitEvent,
  carrierOf,
  countsOf,
  engine,
  engineParts,
  eventually,
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
  storeOn,
} from "#tests/support/outreach.ts"

const launch = { _tag: "LaunchCampaign", now: new Date(noon).toISOString() } as const
const accepted = (place: number) => Effect.succeed({ _tag: "Accepted", sid: sidOf(place) } as const)

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  const parts = engineParts.pipe(Layer.provideMerge(Layer.mergeAll(storeOn(database), carrierOf(carrier))))

  const sentBy = (companyId: number) => carrier.sent.filter(({ from }) => from === senderNumber(companyId))
  const timesSent = (companyId: number) => {
    const times = Map.groupBy(sentBy(companyId), ({ to }) => to)
    return { people: times.size, most: Math.max(0, ...[...times.values()].map((texts) => texts.length)) }
  }

  /** A company with one campaign of so many people; company, template and campaign have the same number. */
  const prepare = Effect.fnUntraced(function* (
    id: number,
    people: number,
    options: { readonly cap?: number; readonly startAt?: string; readonly at?: number } = {},
  ) {
    yield* (yield* MovableClock).move(options.at ?? noon)
    carrier.answer = (_message, place) => accepted(place)
    carrier.found = () => []
    yield* makeCompany(id, options.cap ?? 100_000)
    const listId = yield* makeList(id, people)
    yield* makeTemplate(id, id)
    yield* makeCampaign(id, {
      campaignId: id,
      listId,
      templateId: id,
      ...(options.startAt === undefined ? {} : { startAt: options.startAt }),
    })
  })
  const completed = (id: number) => awaitEvent(id, id, "CampaignCompleted")

  layer(parts, { excludeTestServices: true, timeout: 60_000 })(`the dispatcher on ${name}`, (it) => {
    it.effect("sends nothing after a pause and goes on exactly where it stopped", () =>
      Effect.gen(function* () {
        yield* prepare(1, 120)
        const services = yield* Effect.context<Database>()
        const pause = Effect.provideContext(sendCommand(1, 1, { _tag: "PauseCampaign" }), services as never)
        let atPause = 0
        carrier.answer = (_message, place) =>
          sentBy(1).length === 20
            ? Effect.orDie(pause).pipe(
                Effect.andThen(Effect.sync(() => void (atPause = sentBy(1).length))),
                Effect.andThen(accepted(place)),
              )
            : accepted(place)
        yield* sendCommand(1, 1, launch)
        yield* Effect.gen(function* () {
          yield* awaitEvent(1, 1, "CampaignPaused")
          yield* eventually(Effect.map(countsOf(1, 1), ({ rows }) => rows["sending"] === undefined))
          const afterwards = sentBy(1).length
          expect(afterwards).toBeLessThan(120)
          expect(afterwards - atPause).toBeLessThanOrEqual(4)
          yield* sendCommand(1, 1, { _tag: "ResumeCampaign" })
          yield* completed(1)
        }).pipe(Effect.provide(engine({ batch: 8, connections: 4 })))
        expect(timesSent(1)).toEqual({ people: 120, most: 1 })
        expect(yield* countsOf(1, 1)).toEqual({ rows: { sent: 120 }, counters: { sent: 120 } })
      }),
    )

    it.effect("sends nothing to a person after their opt-out is committed", () =>
      Effect.gen(function* () {
        yield* prepare(2, 100)
        const phone = phoneOf(2, 80)
        const store = yield* Database
        const gate = yield* SendGate
        const stop = takeInbound(store, gate, new Date(noon).toISOString(), [
          { id: "SM-stop", sid: "SM-stop", from: phone, to: senderNumber(2), body: "Stop." },
        ])
        carrier.answer = (_message, place) =>
          sentBy(2).length === 10 ? Effect.andThen(stop, accepted(place)) : accepted(place)
        yield* sendCommand(2, 2, launch)
        yield* completed(2).pipe(Effect.provide(engine({ connections: 4 })))
        expect(sentBy(2).some(({ to }) => to === phone)).toBe(false)
        expect(timesSent(2)).toEqual({ people: 99, most: 1 })
        expect((yield* countsOf(2, 2)).rows).toEqual({ sent: 99, optedOut: 1 })
      }),
    )

    it.effect("sends each text once when two dispatchers work on one database", () =>
      Effect.gen(function* () {
        yield* prepare(3, 400)
        yield* sendCommand(3, 3, launch)
        const another = dispatcher({ publicUrl: "http://localhost:4180", tickMillis: 50, batch: 20 })
        yield* completed(3).pipe(Effect.provide(Layer.mergeAll(engine({ batch: 20 }), another)))
        expect(timesSent(3)).toEqual({ people: 400, most: 1 })
      }),
    )

    it.effect("asks the carrier about sends that a crash left open, and sends again only what it never had", () =>
      Effect.gen(function* () {
        yield* prepare(4, 6)
        yield* sendCommand(4, 4, launch)
        yield* planRecipients(4, 4)
        // A process claims everyone, hands three texts to the carrier, and is gone.
        const senderId = yield* senderIdOf(4)
        const { claimed } = yield* claim(yield* Database, { companyId: 4, senderId, most: 6, now: noon, turn: 1 })
        expect(claimed).toHaveLength(6)
        const had = new Set(claimed.slice(0, 3).map(({ to }) => to))
        carrier.found = (to) => (had.has(to) ? [{ sid: `SM-found-${to}`, created: noon }] : [])
        expect((yield* countsOf(4, 4)).rows).toEqual({ sending: 6 })
        yield* completed(4).pipe(Effect.provide(engine({ lookupPauses: [1, 1, 1] })))
        expect(new Set(sentBy(4).map(({ to }) => to))).toEqual(new Set(claimed.slice(3).map(({ to }) => to)))
        expect(timesSent(4).most).toBe(1)
        expect(yield* countsOf(4, 4)).toEqual({ rows: { sent: 6 }, counters: { sent: 6 } })
      }),
    )

    it.effect("takes a lost answer for unknown and never sends it again on its own", () =>
      Effect.gen(function* () {
        yield* prepare(5, 3)
        const lost = phoneOf(5, 2)
        carrier.answer = ({ to }, place) =>
          to === lost ? Effect.succeed({ _tag: "Unknown", reason: "reset" }) : accepted(place)
        carrier.found = (to) => (to === lost ? [{ sid: "SM-late", created: noon }] : [])
        yield* sendCommand(5, 5, launch)
        yield* completed(5).pipe(Effect.provide(engine({ lookupPauses: [1, 1] })))
        expect(timesSent(5)).toEqual({ people: 3, most: 1 })
        expect((yield* countsOf(5, 5)).rows).toEqual({ sent: 3 })
      }),
    )

    it.effect("tries a deferred text again, and lets a refused one fail with its code", () =>
      Effect.gen(function* () {
        yield* prepare(6, 3)
        const [busy, wrong] = [phoneOf(6, 1), phoneOf(6, 2)]
        carrier.answer = ({ to }, place) => {
          if (to === wrong) return Effect.succeed({ _tag: "Refused", code: "21211", message: "", permanent: true })
          const times = sentBy(6).filter((one) => one.to === busy).length
          return to === busy && times === 1 ? Effect.succeed({ _tag: "Deferred", code: "20429" }) : accepted(place)
        }
        yield* sendCommand(6, 6, launch)
        yield* completed(6).pipe(Effect.provide(engine()))
        const keys = sentBy(6)
          .filter(({ to }) => to === busy)
          .map(({ key }) => key)
        expect(keys).toHaveLength(2)
        expect(new Set(keys).size).toBe(2)
        const store = yield* Database
        const [failed] = yield* store.company(6)(
          store.sql`select reason, failed_code from recipients where company_id = 6 and state = 'failed'`,
        )
        expect(failed).toEqual({ reason: "21211", failed_code: "21211" })
        expect((yield* countsOf(6, 6)).rows).toEqual({ sent: 2, failed: 1 })
      }),
    )

    it.effect("holds what falls into quiet hours, and sends it when the clock says morning", () =>
      Effect.gen(function* () {
        const night = Date.parse("2026-11-19T04:00:00.000Z")
        yield* prepare(7, 30, { at: night })
        yield* sendCommand(7, 7, launch)
        yield* Effect.gen(function* () {
          const store = yield* Database
          const held = store.company(7)(
            store.sql<{ until: Date; people: number }>`
              select held_until as until, count(*)::int as people from recipients
              where company_id = 7 and state = 'held' group by 1`,
          )
          yield* eventually(Effect.map(held, (rows) => rows[0]?.people === 30))
          expect(yield* held).toEqual([{ until: new Date("2026-11-19T13:00:00.000Z"), people: 30 }])
          expect(sentBy(7)).toEqual([])
          yield* (yield* MovableClock).move(Date.parse("2026-11-19T13:00:01.000Z"))
          yield* completed(7)
        }).pipe(Effect.provide(engine()))
        expect(timesSent(7)).toEqual({ people: 30, most: 1 })
      }),
    )

    it.effect("judges held people again when the clock is moved back into the day", () =>
      Effect.gen(function* () {
        yield* prepare(8, 10, { at: Date.parse("2026-11-19T04:00:00.000Z") })
        yield* sendCommand(8, 8, launch)
        yield* Effect.gen(function* () {
          yield* eventually(Effect.map(countsOf(8, 8), ({ rows }) => rows["held"] === 10))
          yield* (yield* MovableClock).move(noon)
          yield* completed(8)
        }).pipe(Effect.provide(engine()))
        expect(timesSent(8)).toEqual({ people: 10, most: 1 })
      }),
    )

    it.effect("lets a small campaign through next to a large one of the same sender", () =>
      Effect.gen(function* () {
        yield* prepare(9, 600, { cap: 100 })
        const few = yield* makeList(9, 10, { name: "Few", first: 5_000 })
        yield* makeCampaign(9, { campaignId: 90, listId: few, templateId: 9 })
        yield* sendCommand(9, 9, launch)
        let before = 0
        yield* Effect.gen(function* () {
          yield* eventually(Effect.sync(() => sentBy(9).length >= 20))
          before = sentBy(9).length
          yield* sendCommand(9, 90, launch)
          yield* awaitEvent(9, 90, "CampaignCompleted")
        }).pipe(Effect.provide(engine()))
        const places = sentBy(9).flatMap(({ to }, place) => (to >= phoneOf(9, 5_000) ? [place] : []))
        expect(places).toHaveLength(10)
        // Within two seconds' worth of the sender's texts.
        expect((places.at(-1) ?? Infinity) - before).toBeLessThanOrEqual(200)
      }),
    )

    it.effect("cancels who still waits, and leaves alone who was sent to", () =>
      Effect.gen(function* () {
        yield* prepare(10, 200, { cap: 100 })
        yield* sendCommand(10, 10, launch)
        yield* Effect.gen(function* () {
          yield* eventually(Effect.sync(() => sentBy(10).length >= 20))
          yield* sendCommand(10, 10, { _tag: "CancelCampaign" })
          const settled = Effect.map(
            countsOf(10, 10),
            ({ rows }) => (rows["cancelled"] ?? 0) + (rows["sent"] ?? 0) === 200,
          )
          yield* eventually(settled)
        }).pipe(Effect.provide(engine()))
        const { rows, counters } = yield* countsOf(10, 10)
        expect(rows["sent"]).toBe(sentBy(10).length)
        expect(rows["sent"]).toBeLessThan(150)
        expect(counters).toEqual(rows)
      }),
    )

    it.effect("answers HELP once with the company's own words", () =>
      Effect.gen(function* () {
        yield* prepare(12, 1)
        const store = yield* Database
        const gate = yield* SendGate
        const { sql } = store
        yield* store.company(12)(sql`update companies set help_text = 'Call 555-0100.' where company_id = 12`)
        const help = { id: "SM-help", sid: "SM-help", from: phoneOf(12, 1), to: senderNumber(12), body: "help" }
        yield* takeInbound(store, gate, new Date(noon).toISOString(), [help, help])
        yield* takeInbound(store, gate, new Date(noon).toISOString(), [help])
        const states = store.company(12)(sql<{ state: string }>`select state from notices where company_id = 12`)
        yield* eventually(Effect.map(states, (rows) => rows.every(({ state }) => state === "sent"))).pipe(
          Effect.provide(engine()),
        )
        expect(sentBy(12).map(({ to, body }) => [to, body])).toEqual([[phoneOf(12, 1), "Call 555-0100."]])
      }),
    )

    it.effect("starts a scheduled campaign when its time has come, and not before", () =>
      Effect.gen(function* () {
        yield* prepare(11, 5, { startAt: new Date(noon + 3_600_000).toISOString() })
        yield* sendCommand(11, 11, launch)
        yield* Effect.gen(function* () {
          yield* awaitEvent(11, 11, "CampaignScheduled")
          expect(sentBy(11)).toEqual([])
          yield* (yield* MovableClock).move(noon + 3_600_000)
          yield* completed(11)
        }).pipe(Effect.provide(engine()))
        expect(timesSent(11)).toEqual({ people: 5, most: 1 })
        const events = yield* (yield* EventStore).readStream(11, "campaign-11")
        const launched = events.find(({ type }) => type === "CampaignLaunched")
        expect(Date.parse(launched?.at ?? "")).toBeGreaterThanOrEqual(noon + 3_600_000)
      }),
    )
  })
}
