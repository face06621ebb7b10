import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PatientId } from "#schemas/ids.ts"
import { engineOn, noon } from "#tests/support/outreach.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import {
  day,
  hour,
  journeysOf,
  ladderCompany,
  launchLadder,
  minute,
  runNow,
  runToEnd,
  type Answer,
} from "#tests/support/ladders.ts"
import { readJourneys } from "#server/outreach/multiCampaigns/journeyPages.queries.ts"
import { countOpening } from "#server/scheduling/patientBooking/opening.commands.ts"
import { Database } from "#server/store/Database.ts"

const sid = (key: string) => `SM${key}`
const delivered: Answer = ({ key }) => [{ _tag: "SendAccepted", sid: sid(key) }, { _tag: "MessageDelivered" }]
const failed =
  (code: string): Answer =>
  ({ key }) => [
    { _tag: "SendAccepted", sid: sid(key) },
    { _tag: "MessageFailed", code },
  ]
const replied: Answer = (sent) => [...delivered(sent), { _tag: "ReplyReceived" }]
const optedOut: Answer = (sent) => [...delivered(sent), { _tag: "RecipientOptedOut" }]

for (const [name, database] of testDatabases) {
  layer(engineOn(database), { excludeTestServices: true, timeout: 60_000 })(`people in a ladder on ${name}`, (it) => {
    it.effect("who never answer get every step on its day, and then nothing more", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(1, 2)
        const steps = [step(1, "SMS"), step(2, "IVR"), step(3, "SMS", { waitMinutes: 4_320 })]
        const id = yield* launchLadder(companyId, 1, ladderDraft(listId, steps))
        const sent = yield* runToEnd(companyId, senders, delivered)
        expect(sent.map(({ channel, at }) => [channel, Math.round((at - noon) / day)])).toEqual([
          ["SMS", 0],
          ["SMS", 0],
          ["IVR", 2],
          ["IVR", 2],
          ["SMS", 5],
          ["SMS", 5],
        ])
        expect((yield* journeysOf(companyId, id)).map(({ endedAs }) => endedAs)).toEqual(["noAnswer", "noAnswer"])
      }),
    )

    it.effect("get nothing more once they replied or opted out", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(2, 3)
        const id = yield* launchLadder(companyId, 2, ladderDraft(listId, [step(1, "SMS"), step(2, "IVR")]))
        const answers = [replied, optedOut, delivered]
        const sent = yield* runToEnd(companyId, senders, (one) => (answers[one.recipientId - 1] ?? delivered)(one))
        expect(sent.filter(({ channel }) => channel === "IVR").length).toBe(1)
        expect((yield* journeysOf(companyId, id)).map(({ endedAs }) => endedAs)).toEqual([
          "replied",
          "optedOut",
          "replied",
        ])
      }),
    )

    it.effect("get a step only where its condition holds, on the day that it has without the steps left out", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(3, 2)
        const steps = [step(1, "SMS"), step(2, "IVR", { onlyIf: "notDelivered" }), step(3, "SMS")]
        yield* launchLadder(companyId, 3, ladderDraft(listId, steps))
        const sent = yield* runToEnd(companyId, senders, (one) =>
          one.recipientId === 1 && one.channel === "SMS" ? failed("30003")(one) : delivered(one),
        )
        expect(sent.map(({ channel, at }) => [channel, Math.round((at - noon) / day)])).toEqual([
          ["SMS", 0],
          ["SMS", 0],
          ["IVR", 2],
          ["SMS", 4],
          ["SMS", 4],
        ])
      }),
    )

    it.effect("get a step for those who opened no link unless a person opened it, which ends nothing", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(8, 3)
        const steps = [step(1, "SMS"), step(2, "SMS", { onlyIf: "notClicked" }), step(3, "SMS")]
        const id = yield* launchLadder(companyId, 8, ladderDraft(listId, steps))
        const first = yield* runNow(companyId, senders, noon + minute, delivered)
        const open = (recipientId: number, userAgent: string) =>
          countOpening(
            {
              subject: { purpose: "book", companyId, campaignId: first[0]!.campaignId, recipientId },
              patientId: PatientId.make(1),
            },
            userAgent,
          )
        yield* open(1, "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1")
        yield* open(2, "WhatsApp/2.23.20")
        const sent = yield* runToEnd(companyId, senders, delivered, noon + hour)
        expect(sent.map(({ at }) => Math.round((at - noon) / day))).toEqual([2, 2, 4, 4, 4])
        const { rows } = yield* readJourneys(companyId, id, { pageSize: 10 })
        expect(rows.map(({ touches }) => touches[0]?.openedOn !== null)).toEqual([true, false, false])
        expect(rows[0]?.touches.length).toBe(2)
      }),
    )

    it.effect("get a step by the value that a reply set last", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(9, 3)
        const ifValue = { name: "time", value: "Morning" }
        const steps = [
          ...[step(1, "SMS"), step(2, "SMS", { onlyIf: "valueIs", ifValue })],
          step(3, "SMS", { onlyIf: "valueIsNot", ifValue }),
        ]
        yield* launchLadder(companyId, 9, ladderDraft(listId, steps, { stops: ["booked"] }))
        const first = yield* runNow(companyId, senders, noon + minute, replied)
        const { sql, company } = yield* Database
        const set = (recipientId: number, inboundId: number, value: string) =>
          company(companyId)(sql`
            insert into rule_replies (company_id, inbound_id, template_id, version, campaign_id, recipient_id, outcome, name, value, at)
            values (${companyId}, ${inboundId}, 1, 1, ${first[0]!.campaignId}, ${recipientId}, 'setValue', 'time', ${value}, now())`)
        yield* set(1, 91, "evening")
        yield* set(1, 92, "morning")
        yield* set(2, 93, "morning")
        yield* set(2, 94, "evening")
        const sent = yield* runToEnd(companyId, senders, delivered, noon + hour)
        const [own, ...others] = [1, 2, 3].map((one) => first.find(({ recipientId }) => recipientId === one)!.to)
        expect(sent.map(({ to, at }) => [to, Math.round((at - noon) / day)])).toEqual([
          [own, 2],
          ...others.map((to) => [to, 4]),
        ])
      }),
    )

    it.effect("are texted again where a text failed, unless the number is wrong for good", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(4, 2)
        yield* launchLadder(companyId, 4, ladderDraft(listId, [step(1, "SMS", { retries: 2, retryMinutes: 30 })]))
        const sent = yield* runToEnd(companyId, senders, (one) => failed(one.to.endsWith("1") ? "30003" : "30005")(one))
        expect(sent.map(({ to, at }) => [to.slice(-1), Math.round((at - noon) / minute)])).toEqual([
          ["1", 0],
          ["2", 0],
          ["1", 30],
          // Two tries are enough for one day: the next one is at 8 in the morning.
          ["1", 20 * 60],
        ])
      }),
    )

    it.effect("get at most two messages on one day, and no more than the ladder allows", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(5, 1)
        const steps = [1, 2, 3, 4, 5, 6].map((n) =>
          step(n, n % 2 === 0 ? "IVR" : "SMS", { waitMinutes: n === 1 ? 0 : 30 }),
        )
        const id = yield* launchLadder(companyId, 5, ladderDraft(listId, steps, { mostTouches: 5 }))
        const sent = yield* runToEnd(companyId, senders, delivered)
        const days = sent.map(({ at }) => Math.floor((at - 5 * hour) / day) - Math.floor((noon - 5 * hour) / day))
        expect(days).toEqual([0, 0, 1, 1, 2])
        expect((yield* journeysOf(companyId, id)).map(({ endedAs }) => endedAs)).toEqual(["mostTouches"])
      }),
    )

    it.effect("end where they are when they are removed from the patients", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(7, 2)
        const id = yield* launchLadder(companyId, 7, ladderDraft(listId, [step(1, "SMS"), step(2, "SMS")]))
        yield* runNow(companyId, senders, noon + minute, delivered)
        const { sql, company } = yield* Database
        const [gone] = yield* journeysOf(companyId, id)
        const ofGone = sql`patient_id = ${gone?.p ?? 0} and company_id = ${companyId}`
        yield* company(companyId)(sql`delete from list_members where ${ofGone}`)
        yield* company(companyId)(sql`delete from patients where ${ofGone}`)
        expect((yield* runToEnd(companyId, senders, delivered, noon + hour)).length).toBe(1)
        const ends = yield* company(companyId)(
          sql`select ended_as as "as" from journeys where company_id = ${companyId} order by patient_id`,
        )
        expect(ends).toEqual([{ as: "notReached" }, { as: "noAnswer" }])
      }),
    )

    it.effect("get no step that waits when they booked meanwhile, and end as booked", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(6, 1)
        const id = yield* launchLadder(
          companyId,
          6,
          ladderDraft(listId, [step(1, "SMS"), step(2, "SMS", { waitMinutes: 60 })]),
        )
        yield* runNow(companyId, senders, noon + minute, delivered)
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`
          insert into read_models (company_id, category, id, version, stream_version, state, row, updated_at)
          select ${companyId}::int, 'appointment', 900000 + ${companyId}::int, 1, 1, 'booked',
            jsonb_build_object('appointmentId', 900000, 'patientId', patient_id, 'updatedOn', '2026-11-18T18:00:00.000Z'), ${new Date(noon).toISOString()}::timestamptz
          from patients where company_id = ${companyId}`)
        expect(yield* runNow(companyId, senders, noon + 2 * hour, delivered)).toEqual([])
        expect((yield* journeysOf(companyId, id)).map(({ endedAs }) => endedAs)).toEqual(["booked"])
      }),
    )
  })
}
