/**
 * The process that `bench/killCalls.ts` kills: calls a list, and begins again, round after round, from wherever the last
 * life ended. While nothing leaves, its clock jumps ahead, so that silent calls are asked about and second attempts
 * begin. With FINISH=1 it ends what is open, prints what the database holds, and ends.
 */
import { parseArgs } from "node:util"
import { Clock, Effect } from "effect"
import { CampaignId, CompanyId, type ListId, TemplateId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { makeCampaign, makeCompany, makeList, makeTemplate, sendCommand } from "#tests/support/outreach.ts"
import { checkUpCall } from "#tests/support/checkUpCall.ts"
import { passTime } from "#tests/support/passTime.ts"
import { sendingProgram } from "#tests/support/sendingProgram.ts"
import { say, sayLast } from "./say.ts"

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    url: { type: "string" },
    port: { type: "string", default: "0" },
    simulator: { type: "string", default: "0" },
    people: { type: "string", default: "60" },
  },
})
const people = Number(values.people)
const ports = { own: Number(values.port), simulator: Number(values.simulator) }
const companyId = CompanyId.make(1)
const templateId = TemplateId.make(1)

/** Calls a second: slow enough that a life ends in the middle of a campaign. */
const cap = 60
/** Noon in New York on a working day so long ago that no jump leads past the carrier's own time. */
const firstNoon = Date.parse("2026-03-02T17:00:00.000Z")

const inCompany = <A extends object>(text: string) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    return yield* company(companyId)(sql.unsafe<A>(text))
  })

const firstLife = Effect.gen(function* () {
  if ((yield* inCompany(`select 1 from companies`)).length === 0) {
    yield* (yield* MovableClock).move(firstNoon)
    yield* makeCompany(companyId, cap, "IVR")
    // Calls whose end was reported to no one hold a line until time passes, which it does not while calls wait for one.
    yield* inCompany(`update senders set concurrent_calls = 1000`)
  }
  if ((yield* inCompany(`select 1 from read_models where category = 'template'`)).length === 0)
    yield* makeTemplate(companyId, templateId, JSON.stringify(checkUpCall), "IVR")
})

const stateOf = (campaignId: CampaignId) =>
  Effect.map(
    inCompany<{ state: string }>(`select state from campaign_runs where campaign_id = ${campaignId}`),
    ([row]) => row?.state,
  )

const listOf = Effect.fnUntraced(function* (round: number) {
  const name = `Round ${round}`
  const [list] = yield* inCompany<{ list_id: ListId }>(`select list_id from patient_lists where name = '${name}'`)
  return list?.list_id ?? (yield* makeList(companyId, people, { name, first: round * people + 1 }))
})

const callRound = Effect.fnUntraced(function* (round: number) {
  const campaignId = CampaignId.make(round + 1)
  const listId = yield* listOf(round)
  if ((yield* stateOf(campaignId)) === undefined)
    yield* makeCampaign(companyId, { campaignId, listId, templateId, channel: "IVR" })
  if ((yield* stateOf(campaignId)) === "draft") {
    const now = new Date(yield* Clock.currentTimeMillis).toISOString()
    yield* sendCommand(companyId, campaignId, { _tag: "LaunchCampaign", now })
  }
  while ((yield* stateOf(campaignId)) !== "completed") {
    yield* passTime(companyId)
    yield* Effect.sleep(100)
  }
})

const lastRound = Effect.map(
  inCompany<{ rounds: number }>(`select coalesce(max(campaign_id), 0)::int as rounds from campaign_runs`),
  ([row]) => Math.max(0, (row?.rounds ?? 0) - 1),
)

/** What the database holds in the end, for the killer's judgement. */
const report = Effect.gen(function* () {
  const recipients = yield* inCompany(`
    select r.campaign_id as "campaignId", r.recipient_id as "recipientId", r.phone, r.state,
      (select count(*)::int from deliveries d where d.campaign_id = r.campaign_id and d.recipient_id = r.recipient_id
        and d.type = 'RetryScheduled') as retries
    from recipients r order by 1, 2`)
  const calls = yield* inCompany(`select send_key as key, sid, status, ended_at is not null as over from calls`)
  // Which life found them lost shows in the time: each looks once for all.
  const lost = yield* inCompany(`
    select s.data ->> 'key' as key, l.at from deliveries l
    join lateral (
      select data from deliveries s where s.campaign_id = l.campaign_id and s.recipient_id = l.recipient_id
        and s.type = 'SendStarted' and s.at <= l.at order by s.at desc limit 1) s on true
    where l.type = 'SendLost'`)
  yield* sayLast({ finished: { recipients, calls, lost } })
})

const live = Effect.gen(function* () {
  say({ ready: true })
  yield* firstLife
  for (let round = yield* lastRound; ; round += 1) {
    yield* callRound(round)
    if (process.env["FINISH"] === "1") return yield* report
  }
})

const database = Database.layer(values.url === undefined ? { dataDir: values.data } : { url: values.url })
const program = sendingProgram(database, ports, { lookupPauses: [300, 700, 1_000], tickMillis: 200 })
await Effect.runPromise(Effect.provide(live, program))
process.exit(0)
