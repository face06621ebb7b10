import { PGlite } from "@electric-sql/pglite"
import { expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll } from "vitest"
import { CampaignId, CompanyId } from "#schemas/ids.ts"
import { contractWork } from "#server/administration/companies/contract.job.ts"
import { dispatcher } from "#server/delivery/Dispatcher.ts"
import { receiveTexts } from "#server/delivery/inboundMessages.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { chainLayer } from "#server/store/Chain.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { sealLayer } from "#server/store/seals.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import {
  countsOf,
  engineOn,
  launchCampaign,
  makeCampaign,
  makeDraft,
  noon,
  phoneOf,
  recordedCarrier,
  senderNumber,
} from "#tests/support/outreach.ts"
import { statementReader } from "#tests/support/statements.ts"

const [held, scheduled] = [CampaignId.make(1), CampaignId.make(2)]
const hour = 3_600_000
/** Nine in the evening in New York: texts wait for the morning. */
const evening = noon + 9 * hour
const startAt = evening + hour

const carrier = recordedCarrier()
/** The tests' own clock, below the one that the product moves. */
let ticking = Clock.Clock.defaultValue()
const keepClock = Layer.effectDiscard(Effect.map(Clock.Clock, (clock) => void (ticking = clock)))
const parts = Layer.provide(engineOn(embeddedDatabase, carrier), keepClock)
const worker = Layer.mergeAll(dispatcher({ publicUrl: "http://localhost:4180" }), chainLayer, sealLayer, contractWork)

const engine = { statements: 0, underWay: 0 }
const execute = Reflect.get(PGlite.prototype, "execProtocolRawStream") as PGlite["execProtocolRawStream"]
beforeAll(() => {
  const read = statementReader()
  PGlite.prototype.execProtocolRawStream = async function (bytes, options) {
    engine.statements += read(Buffer.from(bytes)).length
    engine.underWay += 1
    return Reflect.apply(execute, this, [bytes, options]).finally(() => (engine.underWay -= 1))
  }
})
afterAll(() => void (PGlite.prototype.execProtocolRawStream = execute))

/** Waits until nothing is asked of the database any more. */
const settle = Effect.promise(async () => {
  for (let calm = 0; calm < 5; calm = engine.underWay === 0 ? calm + 1 : 0)
    await new Promise((resume) => setImmediate(resume))
})
/** Lets so many seconds go by, each with what happens in it. */
const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(Effect.provideService(TestClock.adjust("1 second"), Clock.Clock, ticking), settle), {
    times: seconds - 1,
  })
/** Lets time go by in long steps, up to the last second before. */
const passUntil = Effect.fnUntraced(function* (millis: number) {
  const seconds = Math.floor((millis - (yield* Clock.currentTimeMillis)) / 1_000) - 1
  yield* Effect.provideService(TestClock.adjust(`${seconds - 60} seconds`), Clock.Clock, ticking)
  yield* settle
  yield* pass(60)
})

const stateOf = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ state: string }>`select state from campaign_runs where campaign_id = ${campaignId}`,
  )
  return row?.state
})
const heldUntil = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ until: Date }>`select min(held_until) as until from recipients`)
  return row?.until.getTime() ?? Number.NaN
})

/** In the evening: a campaign whose three people are held until the morning. */
const holdUntilMorning = Effect.fnUntraced(function* (companyId: CompanyId) {
  const draft = yield* makeDraft(companyId, 3)
  yield* (yield* MovableClock).move(evening)
  carrier.sent.length = 0
  yield* launchCampaign(companyId, held)
  yield* planRecipients(companyId, held)
  expect((yield* countsOf(companyId, held)).rows).toEqual({ held: 3 })
  return draft
})

layer(parts)("a worker while no one uses it", (it) => {
  it.effect("hardly asks the database, and is there the second something is due", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      const { listId, templateId } = yield* holdUntilMorning(companyId)
      const start = new Date(startAt).toISOString()
      yield* makeCampaign(companyId, { campaignId: scheduled, listId, templateId, startAt: start })
      yield* launchCampaign(companyId, scheduled)
      yield* Effect.gen(function* () {
        yield* pass(60)
        const before = engine.statements
        yield* pass(300)
        expect((engine.statements - before) / 300).toBeLessThan(0.5)

        const help = { id: "SM-help", sid: "SM-help", from: phoneOf(companyId, 1), to: senderNumber(companyId) }
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        yield* receiveTexts(yield* Database, yield* SendGate, at, [{ ...help, body: "HELP" }])
        yield* pass(2)
        expect(carrier.sent.map(({ to }) => to)).toEqual([help.from])

        yield* passUntil(startAt)
        expect(yield* stateOf(companyId, scheduled)).toBe("scheduled")
        yield* pass(2)
        expect(yield* stateOf(companyId, scheduled)).toBe("running")
        yield* planRecipients(companyId, scheduled)
        yield* pass(60)

        yield* passUntil(yield* heldUntil(companyId))
        expect(carrier.sent).toHaveLength(1)
        yield* pass(4)
        expect(carrier.sent).toHaveLength(7)
      }).pipe(Effect.provide(worker))
    }),
  )

  it.effect("judges those who are held again when the clock was moved back", () =>
    Effect.gen(function* () {
      yield* holdUntilMorning(CompanyId.make(2))
      yield* Effect.gen(function* () {
        yield* pass(60)
        yield* (yield* MovableClock).move(noon)
        yield* pass(4)
        expect(carrier.sent).toHaveLength(3)
      }).pipe(Effect.provide(worker))
    }),
  )
})
