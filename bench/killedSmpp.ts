/**
 * The process that `bench/killSmpp.ts` kills: sends a list a campaign by SMPP, and begins again, round after round, from
 * wherever the last life ended. With FINISH=1 it ends what is open, prints what the database holds, and ends.
 */
import { parseArgs } from "node:util"
import { Effect, Layer } from "effect"
import { CampaignId, CompanyId, type ListId, TemplateId } from "#schemas/ids.ts"
import { dispatcher } from "#server/delivery/Dispatcher.ts"
import { smppDeliveries } from "#server/delivery/smpp/smppDeliveries.ts"
import { SmppLink } from "#server/delivery/smpp/SmppLink.ts"
import { campaignWork } from "#server/outreach/campaigns/campaign.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import {
  engineParts,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  sendCommand,
  storeOn,
} from "#tests/support/outreach.ts"
import { carriersWith, smppAccount } from "#tests/support/smppWorld.ts"
import { say, sayLast } from "./say.ts"

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    url: { type: "string" },
    smsc: { type: "string", default: "0" },
    people: { type: "string", default: "200" },
  },
})
const people = Number(values.people)
const companyId = CompanyId.make(1)
const templateId = TemplateId.make(1)

/** Texts a second: slow enough that a life ends in the middle of a campaign. */
const cap = 250

const inCompany = <A extends object>(text: string) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    return yield* company(companyId)(sql.unsafe<A>(text))
  })

const firstLife = Effect.gen(function* () {
  yield* (yield* MovableClock).move(noon)
  if ((yield* inCompany(`select 1 from companies`)).length === 0) yield* makeCompany(companyId, cap)
  yield* inCompany(`update senders set carrier = 'smpp'`)
  if ((yield* inCompany(`select 1 from read_models where category = 'template'`)).length === 0)
    yield* makeTemplate(companyId, templateId)
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

const sendRound = Effect.fnUntraced(function* (round: number) {
  const campaignId = CampaignId.make(round + 1)
  const listId = yield* listOf(round)
  if ((yield* stateOf(campaignId)) === undefined) yield* makeCampaign(companyId, { campaignId, listId, templateId })
  if ((yield* stateOf(campaignId)) === "draft")
    yield* sendCommand(companyId, campaignId, { _tag: "LaunchCampaign", now: new Date(noon).toISOString() })
  while ((yield* stateOf(campaignId)) !== "completed") yield* Effect.sleep(20)
})

const lastRound = Effect.map(
  inCompany<{ rounds: number }>(`select coalesce(max(campaign_id), 0)::int as rounds from campaign_runs`),
  ([row]) => Math.max(0, (row?.rounds ?? 0) - 1),
)

const live = Effect.gen(function* () {
  say({ ready: true })
  yield* firstLife
  for (let round = yield* lastRound; ; round += 1) {
    yield* sendRound(round)
    if (process.env["FINISH"] !== "1") continue
    // What is acknowledged late changes what is shown: receipts come until none is open.
    yield* Effect.sleep(3_000)
    const recipients = yield* inCompany(`select phone, state, reason from recipients order by phone`)
    return yield* sayLast({ finished: { recipients } })
  }
})

const database = Database.layer(values.url === undefined ? { dataDir: values.data } : { url: values.url })
const carriers = carriersWith(SmppLink.layer(smppAccount(Number(values.smsc), { reconnectMillis: 100 })))
const options = { publicUrl: "http://127.0.0.1:9", lookupPauses: [300, 700, 1_000], tickMillis: 200 }
const program = Layer.mergeAll(smppDeliveries, campaignWork, dispatcher(options)).pipe(
  Layer.provideMerge(engineParts),
  Layer.provideMerge(carriers),
  Layer.provideMerge(storeOn(database)),
)
await Effect.runPromise(Effect.provide(live, program))
process.exit(0)
