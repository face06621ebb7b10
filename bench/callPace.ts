/**
 * Whether a number keeps to its pace: when the simulated carrier, in a process of its own, got the calls of a campaign at
 * 1, 5 and 50 calls a second, and how many it got in any one second. Held against a bare loop that starts a call at each
 * even moment. Run: `npm run bench -- callPace [embedded|postgresql]`; with `DATABASE_URL` (a server on which a database may
 * be made) also on PostgreSQL.
 */
import { loadavg } from "node:os"
import { Effect } from "effect"
import { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { SimulatedCall } from "#server/delivery/simulator/callBook.ts"
import type { Database } from "#server/store/Database.ts"
import { phoneOf } from "#tests/support/outreach.ts"
import { sendingProgram } from "#tests/support/sendingProgram.ts"
import { openBareCalls } from "./bareCalls.ts"
import { beginCalls, callingCompany, callingOnEach, somePorts, untilCounts } from "./calling.ts"
import { askSimulator, startSimulatorProcess } from "./sending.ts"

/** Calls a second, and how many are made. */
const paces = [
  { cap: 1, calls: 31 },
  { cap: 5, calls: 151 },
  { cap: 50, calls: 1_001 },
] as const

/** When the carrier got the first call to each number, in milliseconds since 1970, in order. */
const arrivals = async (simulator: number, numbers: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const at: Array<number> = []
  for (const number of numbers) {
    const [call] = await askSimulator<ReadonlyArray<SimulatedCall>>(simulator, "calls", { number })
    if (call !== undefined) at.push(call.created)
  }
  return at.toSorted((left, right) => left - right)
}

/** The most calls in any second, and the mean in calls a second. */
const paceOf = (at: ReadonlyArray<number>) => {
  let first = 0
  let most = 0
  for (const [place, now] of at.entries()) {
    while (now - (at[first] ?? now) >= 1_000) first += 1
    most = Math.max(most, place - first + 1)
  }
  return { most, mean: ((at.length - 1) * 1_000) / ((at.at(-1) ?? 0) - (at[0] ?? 0)) }
}

const simulated = ["--speed", "Infinity", "--callbacks", "64"]

const byUs = (database: ReturnType<typeof Database.layer>, cap: number, calls: number) =>
  Effect.gen(function* () {
    const ports = somePorts()
    yield* startSimulatorProcess(ports, simulated)
    const run = Effect.gen(function* () {
      yield* callingCompany(cap, 1_000)
      yield* beginCalls(CampaignId.make(1), calls, 1)
      yield* untilCounts(ports.simulator, ({ distinctKeys }) => distinctKeys >= calls)
    })
    yield* run.pipe(Effect.provide(sendingProgram(database, ports)))
    const numbers = Array.from({ length: calls }, (_, n) => phoneOf(CompanyId.make(1), n + 1))
    return paceOf(yield* Effect.promise(() => arrivals(ports.simulator, numbers)))
  }).pipe(Effect.scoped)

const bareAt = (cap: number, calls: number) =>
  Effect.gen(function* () {
    const ports = somePorts()
    yield* startSimulatorProcess(ports, simulated)
    return yield* Effect.promise(async () => {
      const bare = await openBareCalls(ports)
      const began = performance.now()
      const open: Array<Promise<void>> = []
      for (let n = 0; n < calls; n += 1) {
        const due = began + (n * 1_000) / cap - performance.now()
        if (due > 0) await new Promise((resolve) => setTimeout(resolve, due))
        open.push(bare.call(n))
      }
      await Promise.all(open)
      const numbers = Array.from({ length: calls }, (_, n) => bare.numberOf(n))
      const pace = paceOf(await arrivals(ports.simulator, numbers))
      bare.close()
      return pace
    })
  }).pipe(Effect.scoped)

const shown = (name: string, cap: number, { most, mean }: ReturnType<typeof paceOf>) =>
  console.log(
    `${name.padEnd(11)} ${cap} calls/s: at most ${most} in any second, mean ${mean.toFixed(2)} (${((mean / cap) * 100).toFixed(1)} %)`,
  )

console.log(`callPace: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
for (const { cap, calls } of paces) {
  shown("bare", cap, await Effect.runPromise(bareAt(cap, calls)))
  await callingOnEach(process.argv[2], (name, database) =>
    Effect.map(byUs(database, cap, calls), (pace) => shown(name, cap, pace)),
  )
}
process.exit(0)
