import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Queue, Redacted } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { mayCall } from "#schemas/access.ts"
import type { HandsetCall } from "#schemas/administration/demo.ts"
import { watchedThings } from "#schemas/administration/history.ts"
import { Demo } from "#server/demo/Demo.ts"
import { SimulatedPhones } from "#server/demo/SimulatedPhones.ts"
import { startSimulator } from "#server/delivery/simulator/simulator.ts"
import { demoHandlers } from "#server/program/contract.ts"
import { Feed } from "#server/http/Feed.ts"
import { perCall } from "#server/http/handlers.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { collectLog, marksOfPeople, sayHello } from "#tests/support/logged.ts"
import { demoIds, emptyServices, seededDemo, seedingDay } from "#tests/support/seededDemo.ts"
import { accountSid, type Arrival, authToken, startWebhookServer } from "#tests/support/simulatedCarrier.ts"

/** Where the simulated carrier listens. */
const carrierUrl = Deferred.makeUnsafe<string>()
/** What reached our webhooks. */
const arrivals = Deferred.makeUnsafe<Queue.Queue<Arrival>>()

const phones = Layer.unwrap(
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Arrival>()
    yield* Deferred.succeed(arrivals, queue)
    const { base } = yield* startWebhookServer(queue)
    const simulator = yield* startSimulator({
      port: 0,
      seed: "test",
      accountSid,
      authToken,
      webhookBase: base,
      speed: Infinity,
    })
    yield* Deferred.succeed(carrierUrl, simulator.url)
    return SimulatedPhones.layer({ url: simulator.url, accountSid, authToken })
  }),
)

const log = collectLog()
const demoCalls = demoHandlers.pipe(Layer.provideMerge(perCall(Demo, Feed, MovableClock, SimulatedPhones)))
const handlers = demoCalls.pipe(
  Layer.provideMerge(Layer.mergeAll(callingAs, Demo.layer, Feed.layer, phones)),
  Layer.provideMerge(seededDemo),
  Layer.provideMerge(log.layer),
)
const makeClient = HttpApiTest.groups(Api, ["Demo"])
const northwind = asCompany(demoIds.northwind)
const harbor = asCompany(demoIds.harbor)

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the calls of the Demo group", (it) => {
  it.effect("move the clock for everyone, within reason, and back", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const before = yield* client.Demo.GetClock()
      expect(before.data.zone).toBe("America/Los_Angeles")
      const real = Date.now()
      const morning = new Date(real + 20 * 3_600_000).toISOString()
      const moved = yield* client.Demo.MoveClock({ payload: { now: morning } })
      expect(moved.data.now.slice(0, 16)).toBe(morning.slice(0, 16))
      const seen = yield* client.Demo.GetClock().pipe(harbor)
      expect(seen.data.offsetMillis).toBe(moved.data.offsetMillis)
      expect(seen.data.zone).toBe("America/New_York")
      for (const days of [-8, 61]) {
        const now = new Date(real + days * 86_400_000).toISOString()
        expect(yield* Effect.flip(client.Demo.MoveClock({ payload: { now } }))).toMatchObject({ problem: "Invalid" })
      }
      expect((yield* client.Demo.MoveClock({ payload: { now: null } })).data.offsetMillis).toBe(0)
      yield* (yield* MovableClock).move(seedingDay)
    }).pipe(northwind),
  )

  it.effect("let administrators move the clock, not users", () =>
    Effect.sync(() => {
      expect(mayCall({ userType: 2, accessIds: [] }, "Demo.MoveClock")).toBe(true)
      expect(mayCall({ userType: 3, accessIds: [1, 4, 14] }, "Demo.MoveClock")).toBe(false)
    }),
  )

  it.effect("show the phones that were texted last, with what they got", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const { data } = yield* client.Demo.GetHandsets()
      expect(data).toHaveLength(50)
      expect(data.map(({ lastAt }) => lastAt)).toEqual(
        data
          .map(({ lastAt }) => lastAt)
          .sort()
          .toReversed(),
      )
      for (const { lastText } of data) expect(lastText).toMatch(/^[^{}]+Reply STOP to opt out\.$/)
      const [first] = data
      const handset = yield* client.Demo.GetHandset({ payload: { phone: first?.phone ?? "" } })
      expect(handset.data.patient).toBe(first?.patient)
      expect(handset.data.senders).toContain("+15645550103")
      expect(handset.data.messages.at(-1)).toMatchObject({
        direction: "toPhone",
        text: first?.lastText,
        at: first?.lastAt,
      })
    }).pipe(northwind),
  )

  it.effect("find phones by name and by number", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const all = yield* client.Demo.GetHandsets()
      const { patient, phone } = all.data[7] ?? { patient: "", phone: "" }
      const byName = yield* client.Demo.SearchHandsets({ payload: { search: patient.toUpperCase() } })
      const byNumber = yield* client.Demo.SearchHandsets({ payload: { search: phone.slice(-7) } })
      expect(byName.data.map((one) => one.phone)).toContain(phone)
      expect(byNumber.data.map((one) => one.phone)).toContain(phone)
      expect((yield* client.Demo.SearchHandsets({ payload: { search: "no one is called this" } })).data).toEqual([])
    }).pipe(northwind),
  )

  it.effect("bring a typed reply back through the signed webhook and show it on the phone", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const { data } = yield* client.Demo.GetHandsets()
      const { phone } = data[0] ?? { phone: "" }
      const handset = yield* client.Demo.SendReply({ payload: { phone, to: "+15645550101", text: "STOP" } })
      expect(handset.data.messages.findLast(({ direction }) => direction === "fromPhone")).toMatchObject({
        text: "STOP",
      })
      const arrived = yield* Queue.take(yield* Deferred.await(arrivals))
      expect(arrived).toMatchObject({ _tag: "Text", from: phone, to: "+15645550101", body: "STOP" })
    }).pipe(northwind),
  )

  it.effect("let a call ring on a phone in the hand, be answered, and hung up", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const { data } = yield* client.Demo.GetHandsets()
      const { phone } = data[1] ?? { phone: "" }
      const seen = Effect.map(client.Demo.GetHandset({ payload: { phone } }), (handset) => handset.data.calls[0])
      expect(yield* seen).toBeUndefined()
      const url = yield* Deferred.await(carrierUrl)
      yield* Effect.promise(() =>
        fetch(`${url}/2010-04-01/Accounts/${accountSid}/Calls.json`, {
          method: "POST",
          headers: { authorization: `Basic ${btoa(`${accountSid}:${Redacted.value(authToken)}`)}` },
          body: new URLSearchParams({
            ...{ To: phone, From: "+15645550104" },
            Twiml: "<Response><Say>Hello.</Say><Pause length='60'/></Response>",
          }),
        }),
      )
      const until = (is: (call: HandsetCall | undefined) => boolean) => Effect.repeat(seen, { until: is })
      const call = yield* until((one) => one?.status === "ringing")
      expect(call).toMatchObject({ from: "+15645550104", inHand: true, heard: [] })
      const act = (what: "answer" | "decline" | "hangUp", by = northwind) =>
        by(client.Demo.ActOnCall({ payload: { phone, call: call?.id ?? "", act: what } }))
      expect(yield* Effect.flip(act("answer", harbor))).toMatchObject({ problem: "NotFound" })
      yield* act("answer")
      expect(yield* until((one) => one?.heard.length === 1)).toMatchObject({
        heard: [{ what: "said", text: "Hello." }],
      })
      expect(yield* Effect.flip(act("decline"))).toMatchObject({ problem: "Invalid" })
      yield* act("hangUp")
      expect(yield* until((one) => one?.status === "completed")).toMatchObject({ inHand: false })
    }).pipe(northwind),
  )

  it.effect("answer a phone or a number of another company as absent", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const { data } = yield* client.Demo.GetHandsets().pipe(northwind)
      const { phone } = data[0] ?? { phone: "" }
      const calls = [
        client.Demo.GetHandset({ payload: { phone } }).pipe(harbor),
        client.Demo.SendReply({ payload: { phone, to: "+13515550101", text: "Hi" } }).pipe(harbor),
        client.Demo.SendReply({ payload: { phone, to: "+13515550101", text: "Hi" } }).pipe(northwind),
        client.Demo.GetHandset({ payload: { phone: "+15005550100" } }).pipe(northwind),
      ]
      for (const call of calls) expect(yield* Effect.flip(call)).toMatchObject({ problem: "NotFound" })
    }),
  )

  it.effect("say how a campaign, a template and an import came to where they stand", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const { sql, company } = yield* Database
      const [run] = yield* company(demoIds.northwind)(
        sql<{ id: number; template: number; import: number }>`
          select max(c.campaign_id) as id, min((m.row ->> 'templateId')::int) as template,
            (select min(import_id) from imports) as import
          from campaign_runs c join read_models m on m.category = 'campaign' and m.id = c.campaign_id`,
      )
      const { data } = yield* client.Demo.GetHistory({ query: { thing: "campaign", id: run?.id ?? 0 } })
      expect(data.steps.slice(0, 2)).toMatchObject([
        { type: "CampaignCreated", from: "reserved", to: "draft", times: 1 },
        { from: "draft" },
      ])
      expect(data.steps[0]?.actor).toMatch(/^[A-Z]/)
      expect(data.state).toBe(data.steps.at(-1)?.to)
      const template = yield* client.Demo.GetHistory({ query: { thing: "template", id: run?.template ?? 0 } })
      expect(template.data.steps[0]).toMatchObject({ type: "TemplateDrafted", from: "reserved", to: "draft" })
      const imported = yield* client.Demo.GetHistory({ query: { thing: "import", id: run?.import ?? 0 } })
      expect(imported.data.steps.map(({ to }) => to)).toEqual([
        ...["uploaded", "checking", "checking", "checked", "running", "running", "done"],
      ])
    }).pipe(northwind),
  )

  it.effect("show the history of a thing only to those who may see the thing", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const { sql, company } = yield* Database
      const [row] = yield* company(demoIds.northwind)(
        sql<{ campaign: number; template: number; import: number }>`
          select max(c.campaign_id) as campaign,
            (select min(id) from read_models where category = 'template') as template,
            (select min(import_id) from imports) as import
          from campaign_runs c`,
      )
      for (const thing of watchedThings) {
        const asked = client.Demo.GetHistory({ query: { thing, id: row?.[thing] ?? 0 } })
        expect(yield* Effect.flip(asked.pipe(harbor))).toMatchObject({ problem: "NotFound" })
        const watcher = asCompany(demoIds.northwind, { accessIds: [10] })
        expect(yield* Effect.flip(asked.pipe(watcher))).toMatchObject({ problem: "Forbidden" })
        expect((yield* asked.pipe(northwind)).statusCode).toBe("200")
      }
      expect(mayCall({ userType: 1, accessIds: [1, 2, 3, 15] }, "Demo.GetHistory")).toBe(false)
    }),
  )

  it.effect("say nothing of anyone in the log", () =>
    Effect.gen(function* () {
      yield* sayHello
      expect(log.lines.join("\n")).toContain("hello from the test")
      expect(log.lines.filter((line) => marksOfPeople.test(line))).toEqual([])
    }),
  )
})

const outside = demoCalls.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      callingAs,
      Layer.succeed(Demo, { isOn: false, seededAt: null }),
      Feed.layer,
      SimulatedPhones.layerNone,
    ),
  ),
  Layer.provideMerge(emptyServices),
)

layer(outside, { excludeTestServices: true, timeout: 60_000 })("outside the demo", (it) => {
  it.effect("every call of the Demo group is answered as absent", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      const calls = [
        client.Demo.GetClock(),
        client.Demo.MoveClock({ payload: { now: null } }),
        client.Demo.GetHandsets(),
        client.Demo.GetHandset({ payload: { phone: "+14155550100" } }),
        client.Demo.SendReply({ payload: { phone: "+14155550100", to: "+15645550101", text: "Hi" } }),
        client.Demo.ActOnCall({ payload: { phone: "+14155550100", call: "CA1", act: "answer" } }),
        client.Demo.GetHistory({ query: { thing: "campaign", id: 1 } }),
      ].map((call) => Effect.flip(Effect.asVoid<unknown, unknown, never>(call)))
      for (const call of calls) expect(yield* call).toMatchObject({ statusCode: "404" })
    }).pipe(northwind),
  )
})
