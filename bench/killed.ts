/**
 * The process that `bench/kill.ts` kills: imports a list, sends it a campaign,
 * and begins again, round after round, from wherever the last life ended. Each
 * line it prints is something it has acknowledged. With FINISH=1 it ends what is
 * open, prints what the database holds, and ends.
 */
import { parseArgs } from "node:util"
import { Effect, Layer, Stream } from "effect"
import { importLogLayer } from "#server/people/imports/import.commands.ts"
import { importWorkerLayer } from "#server/people/imports/importWorker.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { readImport } from "#server/people/imports/import.queries.ts"
import { askCheck, askRun, uploadPieces } from "#tests/server/people/importing.ts"
import { makeCampaign, makeCompany, makeTemplate, noon, sendCommand } from "#tests/support/outreach.ts"
import { sendingProgram } from "#tests/support/sendingProgram.ts"
import { CampaignId, CompanyId, type ImportId, type ListId, TemplateId } from "#schemas/ids.ts"
import { say, sayLast } from "./say.ts"

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    url: { type: "string" },
    port: { type: "string", default: "0" },
    simulator: { type: "string", default: "0" },
    people: { type: "string", default: "200" },
  },
})
const people = Number(values.people)
const finish = process.env["FINISH"] === "1"
const ports = { own: Number(values.port), simulator: Number(values.simulator) }

/** Texts a second: slow enough that a life ends in the middle of a campaign. */
const cap = 250

const areas = ["415", "212", "312", "206"]
/** Everyone has a number of their own, in every round. */
const numberOf = (index: number): string =>
  `${areas[index % 4]}${200 + (Math.floor(index / 40_000) % 700)}${String(Math.floor(index / 4) % 10_000).padStart(4, "0")}`
const fileOf = (round: number): string =>
  `MRN,First name,Last name,Cell phone\n${Array.from({ length: people }, (_, index) => {
    const number = round * people + index
    return `R${number},Person${number},Doe,${numberOf(number)}\n`
  }).join("")}`

const inCompany = <A extends object>(text: string) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    return yield* company(CompanyId.make(1))(sql.unsafe<A>(text))
  })

const firstLife = Effect.gen(function* () {
  yield* (yield* MovableClock).move(noon)
  if ((yield* inCompany(`select 1 from companies`)).length === 0) yield* makeCompany(CompanyId.make(1), cap)
  if ((yield* inCompany(`select 1 from read_models where category = 'template'`)).length === 0)
    yield* makeTemplate(CompanyId.make(1), TemplateId.make(1))
})

const imported = (importId: ImportId, states: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    for (;;) {
      const found = yield* readImport(CompanyId.make(1), importId)
      if (found !== undefined && states.includes(found.state)) return found
      yield* Effect.sleep(10)
    }
  })

type ImportPlace = { readonly import_id: ImportId; readonly list_name: string }

/** Brings the round's import as far as it goes from where it stands; gives its list. */
const importRound = (round: number) =>
  Effect.gen(function* () {
    const name = `Round ${round}`
    const [known] = yield* inCompany<ImportPlace>(
      `select import_id, list_name from imports where list_name = '${name}' order by import_id desc limit 1`,
    )
    let importId = known?.import_id
    if (importId === undefined) {
      importId = yield* uploadPieces(CompanyId.make(1), Stream.make(new TextEncoder().encode(fileOf(round))))
      say({ ack: "uploaded", importId })
      yield* askCheck(CompanyId.make(1), importId, undefined, name)
    }
    let found = yield* imported(importId, ["uploaded", "checked", "running", "done"])
    if (found.state === "uploaded") {
      yield* askCheck(CompanyId.make(1), importId, undefined, name)
      found = yield* imported(importId, ["checked"])
    }
    if (found.state === "checked") yield* Effect.ignore(askRun(CompanyId.make(1), importId))
    found = yield* imported(importId, ["done"])
    const [list] = yield* inCompany<{ list_id: ListId }>(`select list_id from patient_lists where name = '${name}'`)
    say({ ack: "imported", round, listId: list?.list_id, people: found.progress.added })
    return list?.list_id ?? (yield* Effect.die(`The list ${name} is not there`))
  })

const stateOf = (campaignId: CampaignId) =>
  Effect.map(
    inCompany<{ state: string }>(`select state from campaign_runs where campaign_id = ${campaignId}`),
    ([row]) => row?.state,
  )

const campaignRound = (round: number, listId: ListId) =>
  Effect.gen(function* () {
    const campaignId = CampaignId.make(round + 1)
    if ((yield* stateOf(campaignId)) === undefined)
      yield* makeCampaign(CompanyId.make(1), { campaignId, listId, templateId: TemplateId.make(1) })
    if ((yield* stateOf(campaignId)) === "draft") {
      yield* sendCommand(CompanyId.make(1), campaignId, { _tag: "LaunchCampaign", now: new Date(noon).toISOString() })
    }
    say({ ack: "launched", campaignId })
    for (;;) {
      if ((yield* stateOf(campaignId)) === "completed") return say({ ack: "completed", campaignId })
      yield* Effect.sleep(10)
    }
  })

const lastRound = Effect.map(
  inCompany<{ rounds: number }>(`select coalesce(max(campaign_id), 0)::int as rounds from campaign_runs`),
  ([row]) => Math.max(0, (row?.rounds ?? 0) - 1),
)

const report = Effect.gen(function* () {
  const recipients = yield* inCompany(
    `select campaign_id as "campaignId", recipient_id as "recipientId", phone, state, attempts, sid from recipients order by 1, 2`,
  )
  const campaigns = yield* inCompany(`select campaign_id as "campaignId", state, total from campaign_runs order by 1`)
  const lists = yield* inCompany(
    `select l.list_id as "listId", (select count(*)::int from list_members m where m.list_id = l.list_id) as people
     from patient_lists l order by 1`,
  )
  const uploads = yield* inCompany(`select import_id as "importId" from imports order by 1`)
  yield* sayLast({ finished: { recipients, campaigns, lists, uploads } })
})

/** What the embedded database and PostgreSQL both are here. */
const database = Database.layer(values.url === undefined ? { dataDir: values.data } : { url: values.url })

const live = Effect.gen(function* () {
  say({ ready: true })
  yield* firstLife
  for (let round = yield* lastRound; ; round += 1) {
    yield* campaignRound(round, yield* importRound(round))
    if (finish) return yield* report
  }
})

const program = importWorkerLayer.pipe(
  Layer.provideMerge(importLogLayer),
  Layer.provideMerge(sendingProgram(database, ports, { lookupPauses: [300, 700, 1_000], tickMillis: 200 })),
)
await Effect.runPromise(Effect.provide(live, program))
process.exit(0)
