/**
 * How fast people are taken through a ladder of four texts at virtual speed: looks at a person in a second, beside a bare
 * loop that reads and updates as many rows in pages of the same size. The carrier is a statement that is not measured.
 * In between, how long the numbers of the multi-campaign's page take. Run: `npm run bench -- ladder [people]
 * [embedded|postgresql]`; with ADMIN_VIEW_TEST_DATABASE_URL also on PostgreSQL.
 */
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { settleMultiCampaigns } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { readLadderCounts } from "#server/outreach/multiCampaigns/multiCampaign.queries.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { ladderCompany, launchLadder, nextLook } from "#tests/support/ladders.ts"
import { noon } from "#tests/support/outreach.ts"
import { onBoth, secondsOf } from "./onBoth.ts"

const people = Number(process.argv[2] ?? 20_000)
/** People looked at in one transaction, as the program does. */
const page = 500

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
const perSecond = (count: number, time: number) => Math.round(count / time).toLocaleString("en-US")

const openLooks = Effect.fnUntraced(function* (companyId: CompanyId, now: number) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ n: number }>`
    select count(*)::int as n from journeys j where ended_at is null and (next_at <= ${new Date(now).toISOString()}::timestamptz
      or exists (select from journey_news n where n.patient_id = j.patient_id))`)
  return row?.n ?? 0
})

/** All that waits is delivered at once, and noted as reports note it. */
const deliverAll = Effect.fnUntraced(function* (companyId: CompanyId, now: number) {
  const { sql, company } = yield* Database
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  yield* company(companyId)(sql`
    with sent as (
      update recipients set state = 'delivered', sent_at = ${at}, delivered_at = ${at}, updated_at = ${at}
      where company_id = ${companyId} and state = 'queued' returning campaign_id, patient_id),
    counted as (
      insert into campaign_counts (company_id, campaign_id, state, people)
      select ${companyId}::int, campaign_id, 'delivered', count(*)::int from sent group by 2
      on conflict (company_id, campaign_id, state) do update set people = campaign_counts.people + excluded.people)
    insert into journey_news (company_id, multi_campaign_id, patient_id) select ${companyId}::int, 1, patient_id from sent`)
})

/** The slowest of twenty readings of the page's numbers, in milliseconds. */
const slowestCounts = Effect.fnUntraced(function* (companyId: CompanyId, id: Parameters<typeof readLadderCounts>[1]) {
  let slowest = 0
  for (let reading = 0; reading < 20; reading += 1) {
    const began = performance.now()
    yield* readLadderCounts(companyId, id)
    slowest = Math.max(slowest, performance.now() - began)
  }
  return slowest
})

/** Reads and updates the rows of everyone and nothing else, a page in a transaction; gives rows in a second. */
const bare = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const ids = yield* company(companyId)(sql<{ p: number }>`select patient_id as p from journeys order by 1`)
  const time = yield* secondsOf(
    Effect.gen(function* () {
      for (let from = 0; from < ids.length; from += page) {
        const some = ids.slice(from, from + page).map(({ p }) => p)
        yield* company(companyId)(
          Effect.gen(function* () {
            const rows = yield* sql<{ place: string }>`
              select j.ctid::text as place from unnest(${integers(some)}::int[]) as asked (p)
              cross join lateral (
                select *, ctid from journeys where company_id = ${companyId} and multi_campaign_id = 1 and patient_id = asked.p
                offset 0 for update) j`
            const places = `{${rows.map(({ place }) => `"${place}"`).join(",")}}`
            yield* sql`update journeys set next_at = ${new Date(noon).toISOString()}::timestamptz where ctid = any(${places}::tid[])`
          }),
        )
      }
    }),
  )
  return ids.length / time
})

const measure = (name: string) =>
  Effect.gen(function* () {
    const { companyId, listId, step } = yield* ladderCompany(1, people)
    const clock = yield* MovableClock
    const steps = [1, 2, 3, 4].map((n) => step(n, "SMS", { onlyIf: "noReply", waitMinutes: n === 1 ? 0 : 1_440 }))
    const id = yield* launchLadder(companyId, 1, ladderDraft(listId, steps))
    const before = process.memoryUsage.rss()
    let [looks, seconds, counts, grown] = [0, 0, 0, 0]
    for (let now: number | null = noon; now !== null; now = yield* nextLook(companyId)) {
      yield* clock.move(now + 60_000)
      for (const carrier of [Effect.void, deliverAll(companyId, now + 60_000)]) {
        yield* carrier
        looks += now === noon && looks === 0 ? people : yield* openLooks(companyId, now + 60_000)
        seconds += yield* secondsOf(settleMultiCampaigns)
        grown = Math.max(grown, process.memoryUsage.rss() - before)
      }
      counts = Math.max(counts, yield* slowestCounts(companyId, id))
    }
    const reference = yield* bare(companyId)
    console.log(
      [
        name.padEnd(11),
        `${perSecond(looks, seconds).padStart(6)} looks/s (${looks.toLocaleString("en-US")} at ${people.toLocaleString("en-US")} people in ${seconds.toFixed(1)} s)`,
        `bare pages ${perSecond(reference, 1)} rows/s: ratio ${(looks / seconds / reference).toFixed(2)}`,
        `memory +${megabytes(grown)} MB on ${megabytes(before)}`,
        `numbers of the page at most ${counts.toFixed(1)} ms`,
      ].join("  "),
    )
  }).pipe(Effect.provide(MovableClock.layer))

const only = process.argv[3]
await onBoth((name) => (only === undefined || name.toLowerCase() === only ? measure(name) : Effect.void))
process.exit(0)
