/**
 * How fast rows are made again from their events, next to plain inserts of the very same rows, as many in
 * a transaction. Run: `npm run bench -- rebuild [streams]`.
 */
import { Effect } from "effect"
import { CampaignId, CompanyId, ListId, SenderId, TemplateId, UserId } from "#schemas/ids.ts"
import { insertRows } from "#server/demo/bulk.ts"
import { eventColumns, playCommands } from "#server/demo/streams.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import { Database } from "#server/store/Database.ts"
import { beginReplay, progressOf, replay } from "#server/store/replay.ts"
import { anyStream } from "#server/store/stream.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { onBoth, secondsOf } from "./onBoth.ts"

const streams = Number(process.argv[2] ?? 20_000)
const rounds = 3
/** As many rows as a page of a replay has. */
const page = 200
const companyId = CompanyId.make(1)
const actorId = UserId.make(4)
const at = Date.UTC(2026, 9, 5, 14)
const campaigns = anyStream(campaignStream)

const eventsOf = (campaignId: number) =>
  playCommands(campaignStream, companyId, campaignId, [
    {
      at,
      actorId,
      command: {
        _tag: "CreateCampaign",
        campaign: {
          ...({
            campaignId: CampaignId.make(campaignId),
            campaignType: "SMS",
            name: `Campaign ${campaignId}`,
            purpose: "Survey",
          } as const),
          ...{
            templateId: TemplateId.make(1),
            templateVersion: 2,
            listId: ListId.make(2),
            senderId: SenderId.make(3),
            startAt: null,
          },
        },
      },
    },
    { at, actorId, command: { _tag: "LaunchCampaign", now: new Date(at).toISOString() } },
    { at, actorId, command: { _tag: "PauseCampaign" } },
    { at, actorId, command: { _tag: "ResumeCampaign" } },
    { at, actorId: null, command: { _tag: "CompleteCampaign" } },
  ]).events

const fill = Effect.gen(function* () {
  const { everyCompany } = yield* Database
  for (let first = 1; first <= streams; first += 1_000) {
    const ids = Array.from({ length: Math.min(1_000, streams - first + 1) }, (_, index) => first + index)
    yield* everyCompany(insertRows("events", eventColumns, ids.flatMap(eventsOf)))
  }
})

const measure = Effect.fn("bench.rebuild")(function* (database: string) {
  const { sql, everyCompany } = yield* Database
  yield* asOwner((owner) =>
    Effect.andThen(
      owner.unsafe("create table plain_rows (like read_models including all excluding generated)"),
      owner.unsafe("grant select, insert, delete on plain_rows to adminview_app"),
    ),
  )
  yield* fill
  yield* asOwner((owner) => owner.unsafe("analyze events"))
  const before = process.memoryUsage().rss
  let most = before
  const again = replay(campaigns, () => Effect.sync(() => void (most = Math.max(most, process.memoryUsage().rss))))
  const best = { replay: Infinity, plain: Infinity }
  for (let round = 0; round < rounds; round++) {
    yield* everyCompany(sql`delete from read_models`)
    yield* beginReplay(campaigns)
    best.replay = Math.min(best.replay, yield* secondsOf(again))
    const rows = yield* everyCompany(sql`select * from read_models order by id`)
    const plain = Effect.gen(function* () {
      for (let first = 0; first < rows.length; first += page)
        yield* everyCompany(
          sql`insert into plain_rows select * from jsonb_populate_recordset(null::plain_rows, ${sql.json(rows.slice(first, first + page))})`,
        )
    })
    yield* everyCompany(sql`delete from plain_rows`)
    best.plain = Math.min(best.plain, yield* secondsOf(plain))
  }
  const done = yield* progressOf(campaigns)
  if (done?.streams !== streams || done.differed !== streams) throw new Error(`Made again: ${JSON.stringify(done)}`)
  const rate = (seconds: number) => (streams / seconds).toFixed(0).padStart(8)
  console.log(`\n${database}: ${streams} streams of 5 events, rows/s, best of ${rounds}`)
  console.log(
    `  replay        ${rate(best.replay)}   × ${(best.plain / best.replay).toFixed(2)}, ${best.replay.toFixed(1)} s for ${(streams * 5).toLocaleString("en-US")} events`,
  )
  console.log(`  plain inserts ${rate(best.plain)}`)
  console.log(`  memory during replays: + ${((most - before) / 2 ** 20).toFixed(0)} MB`)
})

await onBoth(measure)
