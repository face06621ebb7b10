/**
 * The process that `bench/killLadders.ts` kills: takes a list through a ladder of texts and calls, and begins again, round
 * after round, from wherever the last life ended. Once everything that left has had its consequences, its clock jumps
 * ahead to what is due next. With FINISH=1 it ends what is open, until there were `--rounds`, prints what the database
 * holds, and ends.
 */
import { parseArgs } from "node:util"
import { Effect, Layer } from "effect"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { CompanyId, type ListId, type SenderId, TemplateId } from "#schemas/ids.ts"
import { multiCampaignWork } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { launchLadder } from "#tests/support/ladders.ts"
import { ladderDraft, ladderStep } from "#tests/support/ladderSamples.ts"
import { makeCompany, makeList, makeTemplate, messageText } from "#tests/support/outreach.ts"
import { passTime } from "#tests/support/passTime.ts"
import { sendingProgram } from "#tests/support/sendingProgram.ts"
import { askSimulator, type SimulatorCounts } from "./sending.ts"
import { say, sayLast } from "./say.ts"

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    url: { type: "string" },
    port: { type: "string", default: "0" },
    simulator: { type: "string", default: "0" },
    people: { type: "string", default: "60" },
    rounds: { type: "string", default: "1" },
  },
})
const people = Number(values.people)
const finish = process.env["FINISH"] === "1"
const ports = { own: Number(values.port), simulator: Number(values.simulator) }
const companyId = CompanyId.make(1)

/** Texts and calls a second: slow enough that a life ends in the middle of a step. */
const cap = 60
/** Noon in New York on a working day so long ago that no jump leads past the carrier's own time. */
const firstNoon = Date.parse("2026-03-02T17:00:00.000Z")

/** A call without keys: whether a kill came while it went on changes nothing of what it leads to. */
const call: CallFlow = {
  ...{ ringSeconds: 20, retries: [], voicemail: { _tag: "EndCall" } },
  steps: [
    {
      ...{ _tag: "Say", stepId: 1, name: "Greeting", next: 2 },
      prompt: { _tag: "Speech", text: "Hello {{ firstName }}. Please call {{ companyName }}. Goodbye." },
    },
    { _tag: "HangUp", stepId: 2, name: "Hang up" },
  ],
}

/** A text each for the two steps that are texts: the carrier decides by its words what becomes of one. */
const texts = [messageText, `${messageText} Thank you.`, call]

const inCompany = <A extends object>(text: string) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    return yield* company(companyId)(sql.unsafe<A>(text))
  })

const firstLife = Effect.gen(function* () {
  if ((yield* inCompany(`select 1 from companies`)).length === 0) {
    yield* (yield* MovableClock).move(firstNoon)
    yield* makeCompany(companyId, cap)
  }
  yield* inCompany(`
    insert into senders (company_id, e164, label, segments_per_second, channel, concurrent_calls)
    select 1, '+16465551001', 'Calls', ${cap}, 'IVR', 1000 where not exists (select from senders where channel = 'IVR')`)
  const made = yield* inCompany<{ id: number }>(`select id from read_models where category = 'template'`)
  for (const [index, text] of texts.entries()) {
    const isMade = made.some(({ id }) => id === index + 1)
    const id = TemplateId.make(index + 1)
    if (!isMade)
      yield* typeof text === "string"
        ? makeTemplate(companyId, id, text)
        : makeTemplate(companyId, id, JSON.stringify(text), "IVR")
  }
})

/** A text, a call an hour later to who has not replied, with it a text to who was not reached, and a text on the next day to who answered no call. */
const stepsBy = (texting: SenderId, calling: SenderId) => {
  const text = (stepId: number, template: number, more: object) =>
    ladderStep(stepId, { templateId: TemplateId.make(template), senderId: texting, retries: 1, ...more })
  return [
    text(1, 1, {}),
    ladderStep(2, {
      ...{ channel: "IVR", templateId: TemplateId.make(3), senderId: calling, waitMinutes: 60, onlyIf: "noReply" },
    }),
    text(3, 2, { start: "parallel", waitMinutes: 30, onlyIf: "notDelivered", retries: 0 }),
    text(4, 2, { waitMinutes: 1_440, onlyIf: "noAnswer", retries: 0 }),
  ]
}

const listOf = Effect.fnUntraced(function* (round: number) {
  const name = `Round ${round}`
  const [list] = yield* inCompany<{ list_id: ListId }>(`select list_id from patient_lists where name = '${name}'`)
  return list?.list_id ?? (yield* makeList(companyId, people, { name, first: round * people + 1 }))
})

const stateOf = (id: number) =>
  Effect.map(
    inCompany<{ state: string }>(`select state from multi_campaign_runs where multi_campaign_id = ${id}`),
    ([row]) => row?.state,
  )

const ladderRound = Effect.fnUntraced(function* (round: number) {
  const id = round + 1
  const listId = yield* listOf(round)
  const [texting, calling] = yield* inCompany<{ id: SenderId }>(
    `select sender_id as id from senders order by channel desc`,
  )
  if (texting === undefined || calling === undefined) return yield* Effect.die("The company lacks a number")
  const steps = stepsBy(texting.id, calling.id)
  const facts = ladderDraft(listId, steps, { name: `Ladder ${id}`, stops: ["replied"], closeAfterMinutes: 60 })
  if ((yield* stateOf(id)) === undefined) yield* launchLadder(companyId, id, facts)
  while ((yield* stateOf(id)) !== "completed") {
    const { open } = yield* Effect.promise(() => askSimulator<SimulatorCounts>(ports.simulator, "counts"))
    if (open === 0) yield* passTime(companyId)
    yield* Effect.sleep(100)
  }
})

const lastRound = Effect.map(
  inCompany<{ rounds: number }>(`select coalesce(max(multi_campaign_id), 0)::int as rounds from multi_campaign_runs`),
  ([row]) => Math.max(0, (row?.rounds ?? 0) - 1),
)

/** What the database holds in the end, for the killer's judgement. */
const report = Effect.gen(function* () {
  const touches = yield* inCompany(`
    select r.phone, r.state, s.step_id as step, r.campaign_id as campaign, r.key,
      (select count(*)::int from calls c where c.campaign_id = r.campaign_id and c.recipient_id = r.recipient_id and c.sid is not null) as calls
    from recipients r join ladder_steps s on s.campaign_id = r.campaign_id order by 1, 3, 5`)
  const ends = yield* inCompany(`
    select p.phone, j.ended_as as "end" from journeys j join patients p on p.patient_id = j.patient_id order by 1`)
  const [rounds] = yield* inCompany<{ n: number }>(`select count(*)::int as n from multi_campaign_runs`)
  yield* sayLast({ finished: { touches, ends, rounds: rounds?.n ?? 0 } })
})

const live = Effect.gen(function* () {
  say({ ready: true })
  yield* firstLife
  for (let round = yield* lastRound; ; round += 1) {
    yield* ladderRound(round)
    if (finish && round + 1 >= Number(values.rounds)) return yield* report
  }
})

const database = Database.layer(values.url === undefined ? { dataDir: values.data } : { url: values.url })
const program = multiCampaignWork.pipe(
  Layer.provideMerge(sendingProgram(database, ports, { lookupPauses: [300, 700, 1_000], tickMillis: 200 })),
)
await Effect.runPromise(Effect.provide(live, program))
process.exit(0)
