/**
 * Kills the program while it calls people, most times right after the carrier took a call that is not recorded as taken
 * yet, and looks afterwards whether anyone was called twice for one attempt, any call stayed open, or anyone who answered
 * heard no farewell. Run: `npm run bench -- killCalls --runs 100`; with `DATABASE_URL` (a server on which a database may
 * be made) also on PostgreSQL.
 */
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import type { CampaignId } from "#schemas/ids.ts"
import type { SimulatedCall } from "#server/delivery/simulator/callBook.ts"
import { ordinaryCalls, planCall } from "#server/delivery/simulator/callPlan.ts"
import { after, finishOnce, killOnce, killOnEach, randomFrom } from "./lives.ts"
import { askSimulator, startSimulatorProcess, type SimulatorCounts } from "./sending.ts"

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "20" },
    people: { type: "string", default: "60" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: "string" },
  },
})
const runs = Number(values.runs)
/** Longest life after the program is ready, in milliseconds. */
const longestLife = 8_000
/** How far into a life a kill that is not aimed comes, in milliseconds. */
const longestWait = 4_000
/** One kill in so many comes at any point of a call. */
const anywhere = 4
/** The seed of the simulated people. */
const people = "killed calls"

type Recipient = {
  readonly campaignId: CampaignId
  readonly recipientId: number
  readonly phone: string
  readonly state: string
  /** How many further attempts were decided on. */
  readonly retries: number
}
type Finished = {
  readonly recipients: ReadonlyArray<Recipient>
  readonly calls: ReadonlyArray<{ readonly key: string; readonly sid: string | null; readonly over: boolean }>
  /** Calls whose answer was lost with a life, and when that was found. */
  readonly lost: ReadonlyArray<{ readonly key: string; readonly at: string }>
}
type Calls = ReadonlyMap<string, ReadonlyArray<SimulatedCall>>

const countsAt = (simulator: number) => askSimulator<SimulatorCounts>(simulator, "counts")

/** Waits until the carrier has taken some more calls: the answer to the last one is not recorded yet. */
const untilTaken = async (simulator: number, more: number) => {
  const goal = (await countsAt(simulator)).distinctKeys + more
  const end = performance.now() + longestLife
  while ((await countsAt(simulator)).distinctKeys < goal && performance.now() < end) await after(1)
}

/** The calls each person's phone got, those that a person was transferred to aside. */
const callsByPhone = async (simulator: number, phones: ReadonlyArray<string>): Promise<Calls> => {
  const found = new Map<string, ReadonlyArray<SimulatedCall>>()
  for (let from = 0; from < phones.length; from += 50) {
    await Promise.all(
      phones.slice(from, from + 50).map(async (number) => {
        found.set(number, await askSimulator<ReadonlyArray<SimulatedCall>>(simulator, "calls", { number }))
      }),
    )
  }
  return found
}

/** What may become of a person, by how their last call ended. */
const statesAfter: Readonly<Record<string, ReadonlyArray<string>>> = {
  completed: ["delivered", "replied", "optedOut"],
  machine: ["delivered", "failed"],
  busy: ["failed"],
  "no-answer": ["failed"],
  failed: ["failed"],
}

const endOf = ({ status, answeredBy }: SimulatedCall): string =>
  status === "completed" && answeredBy?.startsWith("machine") === true ? "machine" : status

/** Whether someone who stayed on the line heard no farewell: neither ours nor the carrier's. */
const endedInSilence = (phone: string) => (call: SimulatedCall, place: number) => {
  const { fate } = planCall(ordinaryCalls, people, phone, place)
  if (fate._tag !== "Human" || fate.hangsUpAfter !== null) return false
  return call.heard.findLast(({ what }) => what === "said")?.text.endsWith("Goodbye.") !== true
}

const saysSorry = ({ heard }: SimulatedCall) => heard.some(({ text }) => text.startsWith("We are sorry"))

/** Whether someone had answered and the call went on when the program was killed. */
const wasKilledIn = ({ answered, ended }: SimulatedCall, kills: ReadonlyArray<number>) =>
  kills.some((at) => answered !== null && answered < at && at < (ended ?? Infinity))

const sentences = (count: number, words: string) => (count === 0 ? [] : [`${count} ${words}.`])

/** What is wrong at the end, as sentences. */
const judge = ({ recipients, calls }: Finished, taken: Calls, { repeatedKeys }: SimulatorCounts) => {
  const known = new Set(calls.flatMap(({ sid }) => sid ?? []))
  const of = (one: Recipient) => taken.get(one.phone) ?? []
  const all = [...taken.values()].flat()
  const called = recipients.filter((one) => of(one).length > 0)
  return [
    ...sentences(repeatedKeys, "calls were made twice with one key"),
    ...called
      .filter((one) => of(one).length > one.retries + 1)
      .map((one) => `${one.phone} was called ${of(one).length} times for ${one.retries + 1} attempts.`),
    ...sentences(all.filter(({ ended }) => ended === null).length, "calls never ended"),
    ...sentences(all.filter(({ sid }) => !known.has(sid)).length, "calls are known to the carrier alone"),
    ...sentences(calls.filter(({ over }) => !over).length, "calls count as going on"),
    ...called
      .filter((one) => statesAfter[endOf(of(one).at(-1) as SimulatedCall)]?.includes(one.state) !== true)
      .map((one) => `${one.phone} is ${one.state} after ${of(one).map(endOf).join(", ")}.`),
    ...sentences(recipients.length - called.length, "people were never called"),
    ...sentences([...taken].flatMap(([phone, some]) => some.filter(endedInSilence(phone))).length, "ended in silence"),
  ]
}

const killOn = (name: string, where: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const own = 20_000 + Math.floor(Math.random() * 20_000)
    const ports = { own, simulator: own + 1 }
    yield* startSimulatorProcess(ports, ["--speed", "20", "--seed", people, "--callbacks", "64"])
    const args = ["--port", String(own), "--simulator", String(own + 1), "--people", values.people]
    const program = ["killedCalls.ts", ...where, ...args] as const
    const began = performance.now()
    const wrong = yield* Effect.promise(async () => {
      const random = randomFrom(Number(values.seed))
      const until = () =>
        random() * anywhere < 1
          ? after(random() * longestWait)
          : untilTaken(ports.simulator, 1 + Math.floor(random() * 20))
      const kills: Array<number> = []
      for (let run = 0; run < runs; run += 1) {
        await killOnce(program, random, () => {}, until)
        kills.push(Date.now())
      }
      const end = await finishOnce<Finished, object>(program, () => {})
      const taken = await callsByPhone(
        ports.simulator,
        end.recipients.map(({ phone }) => phone),
      )
      const counts = await countsAt(ports.simulator)
      const all = [...taken.values()].flat()
      const keys = new Set(all.map(({ key }) => key))
      const over = all.filter((call) => wasKilledIn(call, kills))
      const unrecorded = end.lost.filter(({ key }) => keys.has(key))
      console.log(
        [
          name.padEnd(11),
          `${runs} kills in ${((performance.now() - began) / 1000).toFixed(0)} s (seed ${values.seed})`,
          `${end.recipients.length} people, ${all.length} calls`,
          `${unrecorded.length} calls taken and not recorded, in ${new Set(unrecorded.map(({ at }) => at)).size} kills`,
          `of ${over.length} calls in which a kill came, ${over.filter(saysSorry).length} ended by an apology`,
        ].join("  "),
      )
      // Of a few kills, each may have come between two calls.
      const missed = unrecorded.length === 0 && runs >= 20 ? runs : 0
      return [...sentences(missed, "kills lost no answer"), ...judge(end, taken, counts)]
    })
    for (const sentence of wrong) console.log(`${name.padEnd(11)}  WRONG: ${sentence}`)
    if (wrong.length > 0) process.exitCode = 1
    else
      console.log(
        `${name.padEnd(11)}  no one called twice for an attempt, no call left open, no one left without a farewell`,
      )
  }).pipe(Effect.scoped)

console.log(`killCalls: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
await killOnEach(values.only, killOn)
