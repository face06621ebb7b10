import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { problem } from "#schemas/problem.ts"
import type { SendOutcome } from "#server/delivery/Carrier.ts"
import { makeTestCallKey } from "#server/delivery/calls/testCallKey.rule.ts"
import { carryTestCalls } from "#server/delivery/calls/testCalls.ts"
import { callChannel } from "#server/delivery/channels/callChannel.ts"
import { findWork } from "#server/delivery/findWork.ts"
import { type OutgoingCall, VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { removeTestRecordings } from "#server/outreach/testCalls/testCall.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { callServices, reported, step, addressOf, type Call } from "#tests/support/carriedCalls.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { makeCompany, noon, senderIdOf } from "#tests/support/outreach.ts"
import { post, publicUrl } from "#tests/support/signedWebhooks.ts"

const to = "+12125550171"
const statusCallback = publicUrl + webhookPaths.callStatus
const sidOf = (id: number) => `CA${id.toString(16).padStart(32, "0")}`
const recording = `RE${"c".repeat(32)}`

/** What the carrier of a test was asked, and what it answers. */
type Carried = { readonly placed: Array<OutgoingCall>; readonly removed: Array<string> }
type Answers = { readonly outcome?: SendOutcome; readonly read?: Partial<StatusReport> | "unknown" }

/** Runs what works with the carrier, against one that answers so. */
const withCarrier = <A, E, R>(effect: Effect.Effect<A, E, R>, { outcome, read }: Answers = {}) =>
  Effect.gen(function* () {
    const carried: Carried = { placed: [], removed: [] }
    const carrier = VoiceCarrier.of({
      ...(yield* VoiceCarrier),
      place: (call) =>
        Effect.sync(() => {
          carried.placed.push(call)
          return outcome ?? ({ _tag: "Accepted", sid: sidOf(1) } as const)
        }),
      read: (sid) =>
        read === undefined || read === "unknown"
          ? Effect.fail(problem("Unavailable", "The carrier could not be asked."))
          : Effect.succeed({ id: `${sid}:now`, sid, key: null, status: "completed", errorCode: null, ...read }),
      removeRecording: (sid) => Effect.sync(() => void carried.removed.push(sid)),
    })
    yield* Effect.provideService(effect, VoiceCarrier, carrier)
    return carried
  })

/** A test call of a new company that waits to be placed. */
const waiting = Effect.fnUntraced(function* (id: number, flow: unknown = fluShotCall) {
  const companyId = CompanyId.make(id)
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId, 100, "IVR")
  const senderId = yield* senderIdOf(companyId)
  const callId = `testcall-${String(id).padStart(7, "0")}`
  const { sql, company } = yield* Database
  const at = new Date(noon).toISOString()
  yield* company(companyId)(sql`
    insert into test_calls (company_id, call_id, user_id, template_id, sender_id, phone, flow, at, asked_at)
    values (${companyId}, ${callId}, 7, 1, ${senderId}, ${to}, ${JSON.stringify(flow)}, ${at}::timestamptz, ${at}::timestamptz)`)
  const call: Call = { companyId, key: makeTestCallKey({ companyId, callId }), sid: sidOf(id), to }
  return { ...call, sender: { companyId, senderId, channel: callChannel } }
})
type Waiting = Effect.Success<ReturnType<typeof waiting>>

/** Lets the lane of the call's number look after it, some minutes after it was asked for. */
const carry = ({ sender }: Waiting, minutes = 0, answers: Answers = {}) =>
  Effect.flatMap(Database, (database) =>
    withCarrier(carryTestCalls(database, sender, statusCallback, noon + minutes * 60_000), answers),
  )

const callOf = Effect.fnUntraced(function* ({ companyId }: Call) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{
      status: string
      code: string | null
      flow: string | null
      over: boolean
      recordings: unknown
      seconds: number | null
    }>`
      select status, code, flow, ended_at is not null as over, recordings, seconds from test_calls where company_id = ${companyId}`,
  )
  return row ?? (yield* Effect.die("no such call"))
})

/** All else that a call may leave: words about calls, strays, calls of campaigns, facts. */
const leftOf = Effect.fnUntraced(function* ({ companyId, key }: Call) {
  const { sql, company, everyCompany } = yield* Database
  const [own] = yield* company(companyId)(
    sql<{ left: number }>`
      select ((select count(*) from opt_outs where company_id = ${companyId})
        + (select count(*) from calls where company_id = ${companyId})
        + (select count(*) from deliveries where company_id = ${companyId})
        + (select count(*) from recipients where company_id = ${companyId}))::int as left`,
  )
  const strays = yield* everyCompany(sql`select 1 from stray_reports where key = ${key}`)
  return (own?.left ?? 0) + strays.length
})

layer(callServices, { excludeTestServices: true, timeout: "2 minutes" })("a test call", (it) => {
  it.effect("is placed once by its number's lane, and makes the number busy until it is over", () =>
    Effect.gen(function* () {
      const call = yield* waiting(1)
      const isBusy = Effect.flatMap(Database, (database) => findWork(database, noon, false)).pipe(
        Effect.map(({ busy }) => busy.some(({ company_id }) => company_id === call.companyId)),
      )
      expect(yield* isBusy).toBe(true)
      const { placed } = yield* carry(call)
      expect(placed).toMatchObject([{ key: call.key, to, ringSeconds: fluShotCall.ringSeconds }])
      expect(placed[0]?.stepAddress).toBe(publicUrl + webhookPaths.callStep)
      expect((yield* carry(call)).placed).toEqual([])
      expect(yield* callOf(call)).toMatchObject({ status: "queued", over: false })
      yield* reported(call, "completed", { CallDuration: "9" })
      expect(yield* isBusy).toBe(false)
    }),
  )

  it.effect("runs the call flow's chart, and a key that stops the calls leaves nothing", () =>
    Effect.gen(function* () {
      const call = yield* waiting(2)
      yield* carry(call)
      expect(yield* reported(call, "ringing")).toBe(204)
      expect(yield* callOf(call)).toMatchObject({ status: "ringing" })
      expect(yield* step(call)).toContain("<Gather")
      expect(yield* callOf(call)).toMatchObject({ status: "in-progress" })
      const answers = [yield* step(call, "af", { Digits: "9" }), yield* step(call, "af", { Digits: "9" })]
      expect(answers[0]).toContain("<Hangup")
      expect(answers[1]).toBe(answers[0])
      for (const _ of [1, 2]) expect(yield* reported(call, "completed", { CallDuration: "31" })).toBe(204)
      expect(yield* callOf(call)).toMatchObject({ status: "completed", over: true, flow: null, seconds: 31 })
      expect(yield* leftOf(call)).toBe(0)
    }),
  )

  it.effect("never goes back, whatever the order of its reports, and a late step hears goodbye", () =>
    Effect.gen(function* () {
      const call = yield* waiting(3)
      yield* carry(call)
      yield* step(call)
      yield* reported(call, "ringing")
      expect(yield* callOf(call)).toMatchObject({ status: "in-progress", over: false })
      yield* reported(call, "busy")
      yield* reported(call, "in-progress")
      yield* reported(call, "completed")
      expect(yield* callOf(call)).toMatchObject({ status: "busy", over: true })
      expect(yield* step(call, "af", { Digits: "3" })).toContain("this call cannot go on")
    }),
  )

  it.effect("is of its company alone, and one that no one has changes nothing", () =>
    Effect.gen(function* () {
      const [call, others] = [yield* waiting(4), yield* waiting(5)]
      const callId = call.key.slice(call.key.lastIndexOf(".") + 1)
      for (const key of [
        makeTestCallKey({ companyId: others.companyId, callId }),
        "test.4.none",
        "test.0.testcall-0000004",
      ]) {
        expect(yield* step({ ...call, key })).toContain("this call cannot go on")
        expect(yield* reported({ ...call, key }, "completed")).toBe(204)
        const machine = { CallSid: call.sid, AnsweredBy: "machine_end_beep" }
        expect(yield* post(addressOf(webhookPaths.callMachine, { ...call, key }), machine)).toBe(204)
      }
      for (const one of [call, others]) expect(yield* callOf(one)).toMatchObject({ status: "waiting", over: false })
    }),
  )

  it.effect("that the carrier refuses is over with its code, and with none where it cannot be reached later", () =>
    Effect.gen(function* () {
      const [refused, lost] = [yield* waiting(6), yield* waiting(7)]
      yield* carry(refused, 0, { outcome: { _tag: "Refused", code: "21214", message: "No.", permanent: true } })
      expect(yield* callOf(refused)).toMatchObject({ status: "failed", code: "21214", over: true, flow: null })
      yield* carry(lost, 0, { outcome: { _tag: "Unknown", reason: "The answer was lost." } })
      expect(yield* callOf(lost)).toMatchObject({ status: "placing", over: false })
      yield* carry(lost, 1)
      expect(yield* callOf(lost)).toMatchObject({ over: false })
      yield* carry(lost, 3)
      expect(yield* callOf(lost)).toMatchObject({ status: "lost", over: true })
    }),
  )

  it.effect("that waited for minutes is not placed any more", () =>
    Effect.gen(function* () {
      const call = yield* waiting(8)
      expect((yield* carry(call, 5)).placed).toEqual([])
      expect(yield* callOf(call)).toMatchObject({ status: "lost", over: true })
    }),
  )

  it.effect("whose end no one reported is asked for at the carrier, and given up after the longest call", () =>
    Effect.gen(function* () {
      const [asked, silent] = [yield* waiting(9), yield* waiting(10)]
      for (const call of [asked, silent]) {
        yield* carry(call)
        yield* step(call)
      }
      yield* carry(asked, 3, { read: { status: "in-progress" } })
      expect(yield* callOf(asked)).toMatchObject({ status: "in-progress", over: false })
      yield* carry(asked, 6, { read: { status: "completed", seconds: 70 } })
      expect(yield* callOf(asked)).toMatchObject({ status: "completed", over: true, seconds: 70 })
      yield* carry(silent, 3, { read: "unknown" })
      expect(yield* callOf(silent)).toMatchObject({ over: false })
      yield* carry(silent, 25, { read: "unknown" })
      expect(yield* callOf(silent)).toMatchObject({ status: "lost", over: true })
    }),
  )

  it.effect("keeps what was said into it only until the carrier removed it", () =>
    Effect.gen(function* () {
      const call = yield* waiting(11)
      yield* carry(call)
      yield* step(call)
      yield* step(call, "af", { Digits: "2" })
      const said = { RecordingUrl: `https://api.example.test/${recording}`, RecordingDuration: "4", Digits: "hangup" }
      for (const _ of [1, 2]) yield* step(call, "af2f", said)
      expect((yield* withCarrier(removeTestRecordings)).removed).toEqual([])
      yield* reported(call, "completed")
      expect((yield* callOf(call)).recordings).toEqual([recording])
      expect((yield* withCarrier(removeTestRecordings)).removed).toEqual([recording])
      expect((yield* callOf(call)).recordings).toEqual([])
      expect((yield* withCarrier(removeTestRecordings)).removed).toEqual([])
    }),
  )
})
