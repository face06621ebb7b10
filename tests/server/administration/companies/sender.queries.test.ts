import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CompanySender } from "#schemas/administration/companyDraft.ts"
import { CompanyId } from "#schemas/ids.ts"
import { storeCompany } from "#server/administration/companies/company.commands.ts"
import { systemContext } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { company } from "#tests/support/contractRequests.ts"
import { noon, storeOn } from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

let made = 0

/** A company with one number for calls, and what saves other numbers in its place. */
const withCalls = Effect.gen(function* () {
  yield* (yield* MovableClock).move(noon)
  const companyId = CompanyId.make((made += 1))
  const context = systemContext(companyId, `company-${companyId}`)
  const save = (...senders: ReadonlyArray<CompanySender>) =>
    storeCompany(context, companyId, { ...company, code: `M${companyId}`, senders })
  const stored = yield* save({
    ...{ senderId: 0, channel: "IVR", e164: `+1212555${1000 + companyId}` },
    ...{ label: "Calls", segmentsPerSecond: 5, concurrentCalls: 20, carrier: "twilio", standIn: null },
  })
  const [sender] = stored.company.senders
  return { companyId, save, sender: sender ?? (yield* Effect.die("no number was stored")) }
})

for (const [name, database] of testDatabases) {
  layer(storeOn(database), { excludeTestServices: true })(`a number for calls on ${name}`, (it) => {
    it.effect("calls within hours that are stored apart from those of texts", () =>
      Effect.gen(function* () {
        const { companyId } = yield* withCalls
        const hours = { sendingFrom: "08:00", sendingTo: "21:00", callingFrom: "10:00", callingTo: "18:30" }
        const context = systemContext(companyId, "hours")
        const saved = yield* storeCompany(context, companyId, { ...company, code: `H${companyId}`, ...hours })
        expect(saved.company).toMatchObject(hours)
      }),
    )

    it.effect("is stored with its pace and its lines, and changed in both", () =>
      Effect.gen(function* () {
        const { save, sender } = yield* withCalls
        expect(sender).toMatchObject({ channel: "IVR", segmentsPerSecond: 5, concurrentCalls: 20 })
        const faster = { ...sender, segmentsPerSecond: 50, concurrentCalls: 200 }
        expect((yield* save(faster)).company.senders).toEqual([faster])
      }),
    )

    it.effect("has a carrier of its own for texts, which it keeps once it was used", () =>
      Effect.gen(function* () {
        const { companyId, save, sender } = yield* withCalls
        expect((yield* save({ ...sender, carrier: "smpp" })).company.senders).toMatchObject([{ carrier: "twilio" }])
        const texts = { ...sender, channel: "SMS", carrier: "smpp" } as const
        expect((yield* save(texts)).company.senders).toEqual([texts])
        const { sql, company: within } = yield* Database
        yield* within(companyId)(sql`
          insert into notices (company_id, sender_id, phone, kind, state, at)
          values (${companyId}, ${sender.senderId}, '+12125550123', 'help', 'sent', now())`)
        const changed = yield* Effect.flip(save({ ...texts, carrier: "twilio" }))
        expect(changed).toMatchObject({ problem: "Invalid", errors: [{ field: "senders.0.carrier" }] })
        expect((yield* save(texts)).company.senders).toEqual([texts])
      }),
    )

    it.effect(
      "has another one for texts that stands in for it, which stays once texts of its campaigns left by it",
      () =>
        Effect.gen(function* () {
          const { companyId, save, sender } = yield* withCalls
          const other = { ...sender, senderId: 0, e164: `+1646555${1000 + companyId}`, channel: "SMS" } as const
          const texts = { ...sender, channel: "SMS", standIn: other.e164 } as const
          const [first, second] = (yield* save(texts, other)).company.senders
          expect([first?.standIn, second?.standIn]).toEqual([other.e164, null])
          if (first === undefined || second === undefined) return yield* Effect.die("no number was stored")
          const calls = (yield* save({ ...first, channel: "IVR" }, second)).company.senders
          expect(calls).toMatchObject([{ channel: "IVR", standIn: null }, { standIn: null }])
          yield* save(first, second)
          const { sql, company: within } = yield* Database
          yield* within(companyId)(sql`
          insert into recipients (company_id, campaign_id, recipient_id, patient_id, zone, state, updated_at, sender_id)
          values (${companyId}, 1, 1, 1, 'America/New_York', 'sent', now(), ${second.senderId})`)
          const removed = yield* Effect.flip(save({ ...first, standIn: null }))
          expect(removed.errors).toEqual([
            { field: "senders", message: `${other.e164} has campaigns or texts, so it cannot be removed.` },
          ])
        }),
    )

    it.effect("becomes one for texts while it is unused, and stays what it is once it called", () =>
      Effect.gen(function* () {
        const { companyId, save, sender } = yield* withCalls
        expect((yield* save({ ...sender, channel: "SMS" })).company.senders).toMatchObject([{ channel: "SMS" }])
        yield* save(sender)
        const { sql, company: within } = yield* Database
        yield* within(companyId)(sql`
          insert into calls (company_id, send_key, campaign_id, recipient_id, attempt, sender_id, phone, began_at, asked_at)
          values (${companyId}, 'key', 1, 1, 1, ${sender.senderId}, '+12125550123', now(), now())`)
        const changed = yield* Effect.flip(save({ ...sender, channel: "SMS" }))
        const has = `${sender.e164} has campaigns or calls, so it`
        expect(changed.errors).toEqual([
          { field: "senders.0.channel", message: `${has} stays a number for calls. Add another number instead.` },
        ])
        expect((yield* Effect.flip(save())).errors).toEqual([
          { field: "senders", message: `${has} cannot be removed.` },
        ])
      }),
    )

    it.effect("stays while a call flow is heard by it on a phone", () =>
      Effect.gen(function* () {
        const { companyId, save, sender } = yield* withCalls
        const { sql, company: within } = yield* Database
        yield* within(companyId)(sql`
          insert into test_calls (company_id, call_id, user_id, template_id, sender_id, phone, at, asked_at)
          values (${companyId}, 'test', 1, 1, ${sender.senderId}, '+12125550123', now(), now())`)
        expect((yield* Effect.flip(save())).errors?.[0]?.message).toContain("cannot be removed")
        yield* within(companyId)(sql`update test_calls set ended_at = now()`)
        expect((yield* save({ ...sender, channel: "SMS" })).company.senders).toMatchObject([{ channel: "SMS" }])
      }),
    )
  })
}
