import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { callFlowLimits, type CallFlow } from "#schemas/outreach/callFlow.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { judgeHeldAgain, releaseHeld } from "#server/delivery/releaseHeld.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { launchCampaign, makeCampaign, makeList, noon, senderIdOf } from "#tests/support/outreach.ts"
import { answerOf } from "#tests/support/signedWebhooks.ts"
import {
  addressOf,
  callOf,
  callServices,
  claimCalls,
  consentOf,
  firstOf,
  notTaken,
  prepareCalls,
  reported,
  step,
  taken,
  type Call,
} from "#tests/support/carriedCalls.ts"

const retried: CallFlow = { ...fluShotCall, retries: [{ outcome: "no-answer", times: 1, minutes: 60 }] }

const recipientOf = Effect.fnUntraced(function* ({ companyId }: Call) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ state: string; reason: string | null; attempts: number; sid: string | null; held_until: Date | null }>`
      select state, reason, attempts, sid, held_until from recipients where company_id = ${companyId} order by recipient_id limit 1`,
  )
  return row ?? (yield* Effect.die("no one is there"))
})

layer(callServices, { excludeTestServices: true, timeout: "2 minutes" })(
  "what a carrier asks and reports of calls",
  (it) => {
    it.effect("says the person’s own values, and asks for a key", () =>
      Effect.gen(function* () {
        const call = yield* firstOf(yield* prepareCalls(1))
        const answer = yield* answerOf(addressOf(webhookPaths.callStep, call), { CallSid: call.sid })
        expect(answer.headers.get("content-type")).toContain("text/xml")
        const text = yield* Effect.promise(() => answer.text())
        expect(text).toContain("<Say>Hello Person1.</Say>")
        expect(text).toContain('<Gather numDigits="1" finishOnKey="" timeout="5"')
        // Where this process is gone by then, another one may answer.
        expect(text).toMatch(/ action="[^"#]+#rc=3&amp;rp=ct,rt,5xx&amp;rt=5000"/)
        expect(yield* recipientOf(call)).toMatchObject({ state: "sent", sid: call.sid })
      }),
    )

    it.effect("keeps the keys that were pressed and how long the call was", () =>
      Effect.gen(function* () {
        const call = yield* firstOf(yield* prepareCalls(2))
        yield* step(call)
        expect(yield* step(call, "af", { Digits: "3" })).toContain("We are open from nine.")
        expect(yield* step(call, "af3f", { Digits: "2" })).toContain("<Record")
        expect(yield* recipientOf(call)).toMatchObject({ state: "replied" })
        yield* step(call, "af3f2f", {
          RecordingUrl: `https://api.example.test/Recordings/RE${"a".repeat(32)}`,
          RecordingDuration: "7",
          Digits: "hangup",
        })
        expect(yield* reported(call, "completed", { CallDuration: "41", AnsweredBy: "human" })).toBe(204)
        expect(yield* recipientOf(call)).toMatchObject({ state: "replied" })
        expect(yield* callOf(call)).toEqual({
          ...{ status: "completed", seconds: 41, flow: null, is_machine: false, left_message: false },
          pressed: [
            { step: "Main menu", key: "3" },
            { step: "Main menu", key: "2" },
          ],
          recordings: [{ sid: `RE${"a".repeat(32)}`, seconds: 7 }],
        })
      }),
    )

    it.effect("keeps what a person said also where the end of the call is reported before, and once", () =>
      Effect.gen(function* () {
        const call = yield* firstOf(yield* prepareCalls(10))
        yield* step(call)
        yield* step(call, "af", { Digits: "2" })
        expect(yield* reported(call, "completed", { CallDuration: "30", AnsweredBy: "human" })).toBe(204)
        const said = { RecordingUrl: `https://api.example.test/RE${"b".repeat(32)}`, RecordingDuration: "5" }
        for (const _ of [1, 2]) expect(yield* step(call, "af2f", { ...said, Digits: "hangup" })).toContain("Goodbye")
        expect(yield* callOf(call)).toMatchObject({
          ...{ status: "completed", seconds: 30, pressed: [{ step: "Main menu", key: "2" }] },
          recordings: [{ sid: `RE${"b".repeat(32)}`, seconds: 5 }],
        })
      }),
    )

    it.effect("gives the same answer to the same question, and records it once", () =>
      Effect.gen(function* () {
        const call = yield* firstOf(yield* prepareCalls(3))
        const asked = step(call, "af", { Digits: "9" })
        const answers = [yield* asked, yield* asked, yield* asked]
        expect(new Set(answers).size).toBe(1)
        expect(yield* consentOf(call)).toEqual([{ channel: "IVR", consent: "revoked", evidence: "keys 9" }])
        expect(yield* recipientOf(call)).toMatchObject({ state: "optedOut" })
        expect((yield* callOf(call)).pressed).toEqual([{ step: "Main menu", key: "9" }])
      }),
    )

    it.effect("opts out of texts as well where the flow says so", () =>
      Effect.gen(function* () {
        const steps = fluShotCall.steps.map((one) => (one._tag === "OptOut" ? { ...one, scope: "all" as const } : one))
        const call = yield* firstOf(yield* prepareCalls(4, { ...fluShotCall, steps }))
        yield* step(call, "af", { Digits: "9" })
        expect((yield* consentOf(call)).map(({ channel }) => channel)).toEqual(["IVR", "SMS"])
      }),
    )

    it.effect(
      "tries again after no answer, from the moment of the attempt, and not more often than the flow says",
      () =>
        Effect.gen(function* () {
          const call = yield* firstOf(yield* prepareCalls(5, retried))
          yield* reported(call, "ringing")
          yield* reported(call, "no-answer")
          const held = yield* recipientOf(call)
          expect(held).toMatchObject({ state: "held", attempts: 1, sid: null })
          const waits = (held.held_until?.getTime() ?? 0) - noon
          expect(waits).toBeGreaterThanOrEqual(3_600_000)
          // At the next full minute.
          expect([waits <= 3_660_000, (noon + waits) % 60_000]).toEqual([true, 0])
          expect(yield* claimCalls(call.companyId, noon)).toEqual([])
          // Other hours or another clock do not make the wait shorter.
          const database = yield* Database
          yield* judgeHeldAgain(database, call.companyId, yield* senderIdOf(call.companyId), noon)
          expect((yield* recipientOf(call)).held_until).toEqual(held.held_until)
          const later = noon + 3_660_000
          yield* (yield* MovableClock).move(later)
          yield* releaseHeld(database, call.companyId, yield* senderIdOf(call.companyId), later)
          const second = yield* firstOf(yield* claimCalls(call.companyId, later))
          expect(second.key).not.toBe(call.key)
          yield* reported(second, "no-answer")
          expect(yield* recipientOf(call)).toMatchObject({ state: "failed", reason: "no-answer", attempts: 2 })
        }),
    )

    it.effect("counts no attempt that the carrier did not take", () =>
      Effect.gen(function* () {
        const refused = yield* firstOf(yield* prepareCalls(12, retried))
        yield* notTaken(refused)
        const call = yield* firstOf(yield* claimCalls(refused.companyId, noon))
        yield* reported(call, "no-answer")
        expect(yield* recipientOf(call)).toMatchObject({ state: "held", attempts: 2 })
      }),
    )

    it.effect("lets a try wait for the longest time that a call flow may say", () =>
      Effect.gen(function* () {
        const longest = { outcome: "no-answer", times: 1, minutes: callFlowLimits.retryMinutes.maximum } as const
        const call = yield* firstOf(yield* prepareCalls(11, { ...fluShotCall, retries: [longest] }))
        yield* reported(call, "no-answer")
        const database = yield* Database
        expect(yield* releaseHeld(database, call.companyId, yield* senderIdOf(call.companyId), noon)).toEqual([])
        expect(yield* recipientOf(call)).toMatchObject({ state: "held" })
      }),
    )

    it.effect("lets what comes late of an attempt that is over move no one", () =>
      Effect.gen(function* () {
        const call = yield* firstOf(yield* prepareCalls(6, retried))
        yield* reported(call, "no-answer")
        yield* reported(call, "initiated")
        yield* reported(call, "ringing")
        yield* taken(call)
        expect(yield* step(call)).toContain("this call cannot go on")
        expect(yield* recipientOf(call)).toMatchObject({ state: "held", sid: null })
      }),
    )

    it.effect("takes a machine for one that got nothing, unless a message was left", () =>
      Effect.gen(function* () {
        const [left, silent] = yield* prepareCalls(7, fluShotCall, 2)
        if (left === undefined || silent === undefined) return yield* Effect.die("no one was called")
        expect(yield* step(left, "m")).toContain("Please call us back.")
        yield* reported(left, "completed", { AnsweredBy: "machine_end_beep", CallDuration: "9" })
        yield* reported(silent, "completed", { AnsweredBy: "machine_start", CallDuration: "2" })
        expect(yield* callOf(left)).toMatchObject({ status: "machine", is_machine: true, left_message: true })
        const { sql, company } = yield* Database
        const states = yield* company(left.companyId)(
          sql<{ state: string; reason: string | null }>`
          select state, reason from recipients where company_id = ${left.companyId} order by recipient_id`,
        )
        expect(states).toEqual([
          { state: "delivered", reason: null },
          { state: "failed", reason: "machine" },
        ])
      }),
    )

    it.effect("says goodbye in a call of no one, and keeps a stranger’s signature out", () =>
      Effect.gen(function* () {
        const call = yield* firstOf(yield* prepareCalls(8))
        const strange = { ...call, key: call.key.replace(/^8\./, "3.") }
        expect(yield* step(strange)).toContain("this call cannot go on")
        expect(yield* step({ ...call, key: "nonsense" })).toContain("this call cannot go on")
        const path = addressOf(webhookPaths.callStep, call)
        expect((yield* answerOf(path, { CallSid: call.sid }, "forged")).status).toBe(403)
        expect(yield* recipientOf(call)).toMatchObject({ state: "sending" })
      }),
    )

    it.effect("takes no more lines than a number has, and gives them back", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(9)
        const { sql, company } = yield* Database
        yield* prepareCalls(9, fluShotCall, 0)
        yield* company(companyId)(sql`update senders set concurrent_calls = 2 where company_id = ${companyId}`)
        const listId = yield* makeList(companyId, 3, { name: "Three" })
        yield* makeCampaign(companyId, {
          campaignId: CampaignId.make(90),
          listId,
          templateId: TemplateId.make(9),
          channel: "IVR",
        })
        yield* launchCampaign(companyId, CampaignId.make(90))
        yield* planRecipients(companyId, CampaignId.make(90))
        const [one] = yield* claimCalls(companyId, noon)
        expect(yield* claimCalls(companyId, noon)).toEqual([])
        if (one === undefined) return yield* Effect.die("no one was called")
        yield* reported(one, "busy")
        expect(yield* claimCalls(companyId, noon)).toHaveLength(1)
      }),
    )
  },
)
