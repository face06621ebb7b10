import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import {
  hour,
  journeysOf,
  ladderCompany,
  launchLadder,
  minute,
  runNow,
  runToEnd,
  type Answer,
  type Sent,
} from "#tests/support/ladders.ts"
import { engine, engineOn, eventually, noon, readReport, recordedCarrier, sidOf } from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const sid = (key: string) => `SM${key}`
const taken: Answer = ({ key }) => [{ _tag: "SendAccepted", sid: sid(key) }]
/** The place on the list of the person with a number. */
const placeOf = (to: string): number => Number(to.slice(-6))
/** Texts reach everyone but every third person. */
const isReached = ({ to, channel }: Pick<Sent, "to" | "channel">): boolean => channel === "IVR" || placeOf(to) % 3 !== 0

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  let companies = 0
  /** Takes six people through a text that is tried twice, a call to who was not reached, and a last text. */
  const started = Effect.gen(function* () {
    companies += 1
    const { companyId, listId, step, senders } = yield* ladderCompany(companies, 6)
    const steps = [
      step(1, "SMS", { retries: 1 }),
      step(2, "IVR", { onlyIf: "notDelivered", waitMinutes: 60, retries: 0 }),
      step(3, "SMS", { waitMinutes: 60, retries: 0 }),
    ]
    const id = yield* launchLadder(companyId, companies, ladderDraft(listId, steps, { closeAfterMinutes: 60 }))
    return { companyId, senders, id }
  })
  const gotBy = (sent: ReadonlyArray<{ readonly to: string; readonly channel: string }>) =>
    sent.map(({ to, channel }) => `${placeOf(to)} ${channel}`).toSorted()
  const endsOf = (ends: ReadonlyArray<{ readonly phone: string; readonly endedAs: string | null }>) =>
    ends.map(({ phone, endedAs }) => `${placeOf(phone)} ${endedAs}`)

  layer(engineOn(database, carrier), { excludeTestServices: true, timeout: 60_000 })(
    `texts without a receipt on ${name}`,
    (it) => {
      it.effect("lead to the same steps and ends as texts whose receipts came", () =>
        Effect.gen(function* () {
          const reported = yield* started
          const heard = yield* runToEnd(reported.companyId, reported.senders, (one) => [
            ...taken(one),
            isReached(one) ? { _tag: "MessageDelivered" } : { _tag: "MessageFailed", code: "30003" },
          ])
          const failing = new Set<string>()
          carrier.read = (asked) =>
            Effect.succeed(
              failing.has(asked) ? readReport(asked, "undelivered", "30003") : readReport(asked, "delivered"),
            )
          const silent = yield* started
          const asked = yield* runToEnd(silent.companyId, silent.senders, (one) => {
            if (!isReached(one)) failing.add(sid(one.key))
            return one.channel === "IVR" ? [...taken(one), { _tag: "MessageDelivered" }] : taken(one)
          })
          expect(failing.size).toBeGreaterThan(2)
          expect(gotBy(heard)).toContain("3 IVR")
          expect(gotBy(asked)).toEqual(gotBy(heard))
          expect(endsOf(yield* journeysOf(silent.companyId, silent.id))).toEqual(
            endsOf(yield* journeysOf(reported.companyId, reported.id)),
          )
        }),
      )

      it.effect("are asked about again while the carrier cannot be reached, and count as arrived after an hour", () =>
        Effect.gen(function* () {
          let questions = 0
          carrier.read = () =>
            Effect.suspend(() => {
              questions += 1
              return Effect.fail(problem("Unavailable", "down"))
            })
          const { companyId, senders } = yield* started
          expect(yield* runNow(companyId, senders, noon + minute, taken)).toHaveLength(6)
          expect(questions).toBe(0)
          expect(yield* runNow(companyId, senders, noon + hour + 2 * minute, taken)).toEqual([])
          const first = questions
          expect(first).toBeGreaterThanOrEqual(6)
          expect(yield* runNow(companyId, senders, noon + 2 * hour, taken)).toEqual([])
          expect(questions).toBeGreaterThan(first)
          const sent = yield* runNow(companyId, senders, noon + 3 * hour, taken)
          expect(sent.map(({ channel }) => channel)).toEqual(Array.from({ length: 6 }, () => "SMS"))
        }),
      )

      it.effect("are asked about before the first decision after a long time in which nothing ran", () =>
        Effect.gen(function* () {
          carrier.read = (asked) => Effect.succeed(readReport(asked, "undelivered", "30005"))
          const { companyId, senders } = yield* started
          yield* runNow(companyId, senders, noon + minute, taken)
          const sent = yield* runNow(companyId, senders, noon + 6 * hour, taken)
          expect(sent.filter(({ channel }) => channel === "IVR")).toHaveLength(6)
        }),
      )

      it.effect("by SMPP wait two minutes for what an SMSC kept, and ask no one", () =>
        Effect.gen(function* () {
          carrier.read = () => Effect.die("asked")
          const { companyId, senders } = yield* started
          const { sql, company } = yield* Database
          yield* company(companyId)(
            sql`update senders set carrier = 'smpp' where company_id = ${companyId} and channel = 'SMS'`,
          )
          yield* runNow(companyId, senders, noon + minute, taken)
          yield* runNow(companyId, senders, noon + hour + 2 * minute, taken)
          const atRung = Effect.map(
            company(companyId)(sql<{ rung: number }>`
              select distinct at_rung as rung from journeys where company_id = ${companyId}`),
            (rows) => rows.map(({ rung }) => rung),
          )
          yield* runNow(companyId, senders, noon + hour + 3 * minute, taken)
          expect(yield* atRung).toEqual([1])
          yield* runNow(companyId, senders, noon + hour + 5 * minute, taken)
          expect(yield* atRung).toEqual([2])
        }),
      )

      it.effect("are asked about by the lane of their number", () =>
        Effect.gen(function* () {
          carrier.answer = (_message, place) => Effect.succeed({ _tag: "Accepted", sid: sidOf(place) })
          carrier.read = (asked) => Effect.succeed(readReport(asked, "undelivered", "30003"))
          const { companyId, senders } = yield* started
          yield* runNow(companyId, senders, noon + minute, taken)
          const { sql, company } = yield* Database
          const inState = (state: string) =>
            Effect.map(
              company(companyId)(sql`select from recipients where company_id = ${companyId} and state = ${state}`),
              (rows) => rows.length,
            )
          expect(yield* inState("sent")).toBe(6)
          yield* company(companyId)(
            sql`update recipients set receipt_wanted_at = now() where company_id = ${companyId} and recipient_id < 3`,
          )
          yield* Effect.provide(eventually(Effect.map(inState("failed"), (failed) => failed === 2)), engine())
          expect(yield* inState("sent")).toBe(4)
        }),
      )

      it.effect("count as arrived at once where the carrier says nothing more of them", () =>
        Effect.gen(function* () {
          carrier.read = () => Effect.succeed(undefined)
          const { companyId, senders } = yield* started
          const sent = yield* runToEnd(companyId, senders, taken)
          expect(sent.map(({ channel }) => channel)).toEqual(Array.from({ length: 12 }, () => "SMS"))
        }),
      )
    },
  )
}
