/**
 * Kills the program while it takes people through ladders of texts and calls, most times right after the carrier took
 * something that is not recorded as taken yet, and then lets another one do the same without a kill: everyone has to have
 * got the same from both. Run: `npm run bench -- killLadders --runs 200`; with `DATABASE_URL` (a server on which a database
 * may be made) also on PostgreSQL.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import type { SimulatedCall } from "#server/delivery/simulator/callBook.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
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
const longestLife = 6_000
/** How far into a life a kill that is not aimed comes, in milliseconds. */
const longestWait = 4_000
/** One kill in so many comes at any point. */
const anywhere = 3
/** The seed of the simulated people. */
const people = "killed ladders"

type Touch = {
  readonly phone: string
  readonly state: string
  readonly step: number
  readonly campaign: number
  readonly key: string
}
type Finished = {
  readonly touches: ReadonlyArray<Touch>
  readonly ends: ReadonlyArray<{ readonly phone: string; readonly end: string | null }>
  readonly rounds: number
}
type Text = { readonly direction: string; readonly key: string }

/** What someone got, by the carrier's book in its order, and how it ended for them. */
type Got = { readonly texts: ReadonlyArray<string>; readonly calls: ReadonlyArray<string>; readonly end: string | null }

const countsAt = (simulator: number) => askSimulator<SimulatorCounts>(simulator, "counts")

/** Waits until the carrier has taken some more: the answer to the last one is not recorded yet. */
const untilTaken = async (simulator: number, more: number) => {
  const goal = (await countsAt(simulator)).distinctKeys + more
  const end = performance.now() + longestLife
  while ((await countsAt(simulator)).distinctKeys < goal && performance.now() < end) await after(1)
}

/** What everyone got; a message by the step that it is of. Campaigns have other numbers in another life. */
const gotBy = async (simulator: number, { touches, ends }: Finished): Promise<ReadonlyMap<string, Got>> => {
  const stepOf = new Map(touches.map(({ campaign, step }) => [String(campaign), step]))
  const named = (all: ReadonlyArray<{ readonly key: string }>) =>
    all.map(({ key }) => `step ${stepOf.get(key.split(".")[1] ?? "") ?? "?"}`)
  const got = new Map<string, Got>()
  for (let from = 0; from < ends.length; from += 50)
    await Promise.all(
      ends.slice(from, from + 50).map(async ({ phone: number, end }) => {
        const texts = await askSimulator<ReadonlyArray<Text>>(simulator, "phone", { number })
        const calls = await askSimulator<ReadonlyArray<SimulatedCall>>(simulator, "calls", { number })
        // The carrier's own answers to STOP have another direction.
        const sent = texts.filter(({ direction }) => direction === "outbound-api")
        got.set(number, { texts: named(sent).toSorted(), calls: named(calls).toSorted(), end })
      }),
    )
  return got
}

const stillOpen = ["unknown", "sending", "queued", "held"]
const sentences = (count: number, words: string) => (count === 0 ? [] : [`${count} ${words}.`])
const written = ({ texts, calls, end }: Got) =>
  `${[...texts, ...calls.map((one) => `call of ${one}`)].join(", ")}; ${end}`

/** What is wrong at the end, as sentences. */
const judge = (
  killed: ReadonlyMap<string, Got>,
  whole: ReadonlyMap<string, Got>,
  { touches }: Finished,
  { repeatedKeys }: SimulatorCounts,
) => [
  ...sentences(repeatedKeys, "send keys were used twice"),
  ...sentences(touches.filter(({ state }) => stillOpen.includes(state)).length, "messages are still open"),
  ...sentences(Math.abs(whole.size - killed.size), "people are missing"),
  ...[...whole].flatMap(([phone, one]) => {
    const other = killed.get(phone)
    return other !== undefined && written(one) === written(other)
      ? []
      : [`${phone} got ${other === undefined ? "nothing" : written(other)} and not ${written(one)}.`]
  }),
]

/** Ports of a program and of its carrier, which runs until the scope ends. */
const startCarrier = Effect.gen(function* () {
  const own = 20_000 + Math.floor(Math.random() * 20_000)
  const ports = { own, simulator: own + 1 }
  yield* startSimulatorProcess(ports, ["--speed", "20", "--seed", people, "--callbacks", "64"])
  return { ports, args: ["--port", String(own), "--simulator", String(own + 1), "--people", values.people] }
})

/** Where a program that is never killed keeps its data: a database of the same kind. */
const elsewhere = (where: ReadonlyArray<string>) =>
  where[0] === "--url"
    ? Effect.map(freshDatabaseUrl(where[1] ?? ""), (url) => ["--url", url])
    : Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-whole-"))),
          (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
        ),
        (folder) => ["--data", folder],
      )

const killOn = (name: string, where: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const killed = yield* startCarrier
    const program = ["killedLadders.ts", ...where, ...killed.args] as const
    const { simulator } = killed.ports
    const began = performance.now()
    const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`
    const end = yield* Effect.promise(async () => {
      const random = randomFrom(Number(values.seed))
      const until = () =>
        random() * anywhere < 1 ? after(random() * longestWait) : untilTaken(simulator, 1 + Math.floor(random() * 20))
      for (let run = 0; run < runs; run += 1) await killOnce(program, random, () => {}, until)
      return finishOnce<Finished, object>(program, () => {})
    })
    console.log(`${name.padEnd(11)}  ${runs} kills in ${seconds()} (seed ${values.seed}), ${end.rounds} ladders`)
    const whole = yield* startCarrier
    const data = yield* elsewhere(where)
    const wrong = yield* Effect.promise(async () => {
      const unkilled = ["killedLadders.ts", ...data, ...whole.args, "--rounds", String(end.rounds)] as const
      const reference = await finishOnce<Finished, object>(unkilled, () => {})
      const got = await gotBy(simulator, end)
      const counts = await countsAt(simulator)
      const all = [...got.values()]
      console.log(
        [
          name.padEnd(11),
          `${got.size} people, ${all.flatMap(({ texts }) => texts).length} texts and ${all.flatMap(({ calls }) => calls).length} calls taken`,
          `${counts.callbacksRetried} reports repeated, ${counts.callbacksDropped} given up by the carrier`,
          `never killed: all over after ${seconds()}`,
        ].join("  "),
      )
      return judge(got, await gotBy(whole.ports.simulator, reference), end, counts)
    })
    for (const sentence of wrong) console.log(`${name.padEnd(11)}  WRONG: ${sentence}`)
    if (wrong.length > 0) process.exitCode = 1
    else console.log(`${name.padEnd(11)}  everyone got what they get without a kill, nothing lost, nothing twice`)
  }).pipe(Effect.scoped)

console.log(`killLadders: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
await killOnEach(values.only, killOn)
