import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { findWork } from "#server/delivery/findWork.ts"
import { recordEntries } from "#server/delivery/ledger.ts"
import { releaseHeld } from "#server/delivery/releaseHeld.ts"
import { settleMultiCampaigns } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { Database } from "#server/store/Database.ts"
import { gatherStatistics } from "#server/store/statistics.ts"
import { queueBehindStep } from "#tests/support/ladderBacklog.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { day, ladderCompany, launchLadder, minute } from "#tests/support/ladders.ts"
import { engineOn, noon, recordedCarrier } from "#tests/support/outreach.ts"
import { everyDatabase } from "#tests/support/testDatabases.ts"

/** People of a ladder who wait by one number, half of them until tomorrow, and how many texts are claimed of them. */
const [backlog, most] = [4_000, 20]
/** Rows that may be read for those few. */
const few = 400

/** How many rows of a table an effect reads, one that is read twice counted twice. */
const rowsRead = Effect.fnUntraced(function* <E, R>(table: string, effect: Effect.Effect<unknown, E, R>) {
  const { sql, everyCompany } = yield* Database
  const count = Effect.map(
    sql<{ n: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = ${table}`,
    ([row]) => row?.n ?? 0,
  )
  return yield* everyCompany(
    Effect.gen(function* () {
      const before = yield* count
      yield* effect
      return (yield* count) - before
    }),
  )
})

/** A company whose ladder has a long backlog by its number for texts. */
const companyWithBacklog = Effect.fnUntraced(function* (id: number) {
  const { companyId, listId, step, senders } = yield* ladderCompany(id, 1)
  yield* launchLadder(companyId, id, ladderDraft(listId, [step(1, "SMS")]))
  yield* settleMultiCampaigns
  yield* queueBehindStep(companyId, backlog)
  const { sql, company } = yield* Database
  const tomorrow = new Date(noon + day).toISOString()
  yield* company(companyId)(sql`
    update recipients set state = 'held', held_until = ${tomorrow}::timestamptz
    where company_id = ${companyId} and recipient_id > 1000 + ${backlog / 2}::int`)
  const [senderId] = senders
  return { companyId, senderId }
})

/** Ends the ladder for everyone but the last. */
const endAlmostAll = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    update journeys set state = 'ended', ended_at = now(), next_at = null, ended_as = 'noAnswer' where company_id = ${companyId}
      and patient_id < (select max(patient_id) from journeys where company_id = ${companyId})`)
})

/** A tick of the sending engine: it looks for work, releases those whose hours began, claims some and records them, and their ladder goes on. */
const tick = Effect.fnUntraced(function* ({
  companyId,
  senderId,
}: Effect.Success<ReturnType<typeof companyWithBacklog>>) {
  const store = yield* Database
  const { busy } = yield* findWork(store, noon, false)
  expect(busy).toContainEqual(expect.objectContaining({ company_id: companyId, sender_id: senderId }))
  expect(yield* releaseHeld(store, companyId, senderId, noon)).toEqual([])
  const request = { companyId, senderId, channel: textChannel, most, now: noon, turn: 1 }
  const { claimed } = yield* claim(store, request)
  expect(claimed).toHaveLength(most)
  const entries = claimed.map(({ campaignId, recipientId, key }) => ({
    ...{ campaignId, recipientId, key },
    facts: [{ _tag: "SendAccepted", sid: key } as const],
  }))
  yield* recordEntries(store, companyId, new Date(noon + minute).toISOString(), entries)
  yield* settleMultiCampaigns
})

for (const [name, database] of everyDatabase)
  layer(engineOn(database, recordedCarrier()), { excludeTestServices: true })(`a long backlog, on ${name}`, (it) => {
    it.effect.each<readonly [string, number, Effect.Effect<void, never, Database>]>([
      ["the planner knows nothing of it", 1, Effect.void],
      ["the planner knows it", 2, gatherStatistics()],
    ])("is not read when a few texts of it are sent, where %s", ([, id, gather]) =>
      Effect.gen(function* () {
        const company = yield* companyWithBacklog(id)
        yield* gather
        expect(yield* rowsRead("recipients", tick(company))).toBeLessThan(few)
        expect(yield* rowsRead("journeys", tick(company))).toBeLessThan(few)
        yield* endAlmostAll(company.companyId)
        yield* gather
        expect(yield* rowsRead("journeys", settleMultiCampaigns)).toBeLessThan(few)
      }),
    )
  })
