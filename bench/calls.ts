/**
 * How many calls a second a campaign starts, from its launch on, with the simulated carrier in a process of its own where
 * no call takes any time; and how long a step waits for its answer while 1,000 people are called at life's speed, measured
 * at the carrier. Both are held against a bare loop that makes the same requests and answers from memory. Run:
 * `npm run bench -- calls [people] [embedded|postgresql]`; with `DATABASE_URL` (a server on which a database may be made)
 * also on PostgreSQL.
 */
import { loadavg } from "node:os"
import { Effect } from "effect"
import { CampaignId } from "#schemas/ids.ts"
import type { Database } from "#server/store/Database.ts"
import { sendingProgram, type Ports } from "#tests/support/sendingProgram.ts"
import { openBareCalls } from "./bareCalls.ts"
import { connections } from "./bareSending.ts"
import { beginCalls, callingCompany, callingOnEach, somePorts, untilCounts } from "./calling.ts"
import { askSimulator, startSimulatorProcess, type SimulatorCounts } from "./sending.ts"

const people = Number(process.argv[2] ?? 5_000)
const only = process.argv[3]
const warmUp = 300

const rate = (count: number, millis: number) => Math.round((count * 1_000) / millis).toLocaleString("en-US")
const countsAt = (port: number) => askSimulator<SimulatorCounts>(port, "counts")

type OnDatabase = ReturnType<typeof Database.layer>

/** How many milliseconds it takes to start so many calls, and until all of them are over and reported. */
type Started = { readonly started: number; readonly over: number }

const startedByUs = ({ simulator }: Ports) =>
  Effect.gen(function* () {
    yield* callingCompany(1_000_000, 1_000)
    yield* beginCalls(CampaignId.make(1), warmUp, 500_000)
    yield* untilCounts(simulator, ({ distinctKeys, open }) => distinctKeys >= warmUp && open === 0)
    const began = yield* beginCalls(CampaignId.make(2), people, 1)
    const started = yield* untilCounts(simulator, ({ distinctKeys }) => distinctKeys >= warmUp + people)
    const over = yield* untilCounts(simulator, ({ open }) => open === 0)
    return { started: started - began, over: over - began } satisfies Started
  })

const startedBare = (ports: Ports) =>
  Effect.gen(function* () {
    const { distinctKeys: before } = yield* Effect.promise(() => countsAt(ports.simulator))
    const bare = yield* Effect.promise(() => openBareCalls(ports))
    const began = performance.now()
    let next = 0
    const lane = async (): Promise<void> => {
      for (let n = next++; n < people; n = next++) await bare.call(n)
    }
    yield* Effect.promise(() => Promise.all(Array.from({ length: connections }, lane)))
    const started = performance.now()
    const over = yield* untilCounts(ports.simulator, (now) => now.open === 0 && now.distinctKeys >= before + people)
    bare.close()
    return { started: started - began, over: over - began } satisfies Started
  })

const startsOn = (name: string, database: OnDatabase) =>
  Effect.gen(function* () {
    const ports = somePorts()
    yield* startSimulatorProcess(ports, ["--speed", "Infinity", "--callbacks", "256"])
    const ours = yield* startedByUs(ports).pipe(Effect.provide(sendingProgram(database, ports)))
    const { repeatedKeys, callbacksDropped } = yield* Effect.promise(() => countsAt(ports.simulator))
    const bare = yield* startedBare(ports)
    console.log(
      [
        name.padEnd(11),
        `${rate(people, ours.started)} calls/s started, ${rate(people, ours.over)} until all are over; bare loop ${rate(people, bare.started)} and ${rate(people, bare.over)}: ratio ${(bare.over / ours.over).toFixed(2)}`,
        `${people.toLocaleString("en-US")} calls, made twice ${repeatedKeys}, webhooks dropped ${callbacksDropped}`,
      ].join("  "),
    )
  }).pipe(Effect.scoped)

/** So many are called at once, of some more, so that each line that gets free is taken again for a while. */
const atOnce = 1_000
const called = 1_400
const perSecond = 300

/** How long steps waited, and how many calls went on at once at most. */
const waitsWhile = (simulator: number, makeCalls: Effect.Effect<void>) =>
  Effect.gen(function* () {
    yield* makeCalls
    let most = 0
    yield* untilCounts(simulator, ({ open, distinctKeys }) => {
      most = Math.max(most, open)
      return distinctKeys >= called && open === 0
    })
    const waits = yield* Effect.promise(() => askSimulator<ReadonlyArray<number>>(simulator, "waits"))
    const sorted = waits.toSorted((left, right) => left - right)
    const of = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { most, steps: waits.length, middle: of(0.5), p99: of(0.99), longest: of(1) }
  })

type Waits = Effect.Success<ReturnType<typeof waitsWhile>>

const shown = ({ most, steps, middle, p99, longest }: Waits): string =>
  `${most} at once, ${steps} steps: half within ${middle.toFixed(1)} ms, 99 of 100 within ${p99.toFixed(1)}, all within ${longest.toFixed(0)}`

const atLifesSpeed = (ports: Ports) => startSimulatorProcess(ports, ["--speed", "1", "--callbacks", "256"])

const waitsByUs = (database: OnDatabase) =>
  Effect.gen(function* () {
    const ports = somePorts()
    yield* atLifesSpeed(ports)
    const run = Effect.gen(function* () {
      yield* callingCompany(perSecond, atOnce)
      yield* beginCalls(CampaignId.make(1), called, 1)
      return yield* waitsWhile(ports.simulator, Effect.void)
    })
    return yield* run.pipe(Effect.provide(sendingProgram(database, ports)))
  }).pipe(Effect.scoped)

const waitsBare = Effect.gen(function* () {
  const ports = somePorts()
  yield* atLifesSpeed(ports)
  const bare = yield* Effect.promise(() => openBareCalls(ports))
  const calls = Effect.promise(async () => {
    const began = performance.now()
    for (let n = 0; n < called; n += 1) {
      const due = began + (n * 1_000) / perSecond - performance.now()
      if (due > 1) await new Promise((resolve) => setTimeout(resolve, due))
      while ((await countsAt(ports.simulator)).open >= atOnce) await new Promise((resolve) => setTimeout(resolve, 20))
      await bare.call(n)
    }
  })
  const waits = yield* waitsWhile(ports.simulator, calls)
  bare.close()
  return waits
}).pipe(Effect.scoped)

console.log(`calls: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
await callingOnEach(only, startsOn)
console.log(`bare        ${shown(await Effect.runPromise(waitsBare))}`)
await callingOnEach(only, (name, database) =>
  Effect.map(waitsByUs(database), (waits) => console.log(`${name.padEnd(11)} ${shown(waits)}`)),
)
process.exit(0)
