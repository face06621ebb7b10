/**
 * Kills the program at random points while one number of a company stands in for another, whose SMSC is well and down by
 * turns, and looks afterwards in the books of both carriers whether anyone was sent to twice, anything that counts as sent
 * never came to either, or anything stayed open. Run: `npm run bench -- killFailover --runs 200`; with `DATABASE_URL` (a
 * server on which a database may be made) also on PostgreSQL.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { loadavg } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { after, finishOnce, killOnce, killOnEach, randomFrom } from "./lives.ts"
import { askSimulator, startSimulatorProcess, type SimulatorCounts } from "./sending.ts"

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "20" },
    people: { type: "string", default: "600" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: "string" },
  },
})
const runs = Number(values.runs)
/** Longest life after the program is ready, in milliseconds: a text waits five seconds for a connection before it is put off. */
const longestLife = 10_000

type Person = {
  readonly phone: string
  readonly state: string
  readonly reason: string | null
  readonly wasSent: boolean
  readonly stoodIn: boolean
}
type Finished = { readonly recipients: ReadonlyArray<Person> }
type Taken = { readonly open: number; readonly bodies: ReadonlyArray<string> }
type Text = { readonly direction: string }
type Books = {
  readonly bySmsc: ReadonlyMap<string, number>
  readonly bySimulator: ReadonlyMap<string, number>
  readonly repeatedKeys: number
}

/** The SMSC, in a process of its own until the scope ends; `ask` gives what it took. */
const startSmscProcess = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = fork(join(import.meta.dirname, "smscProcess.ts"), [String(port), values.seed])
      await once(child, "message")
      const ask = async (): Promise<Taken> => {
        child.send("what was taken")
        return ((await once(child, "message")) as [Taken])[0]
      }
      return { ask, end: () => void child.kill("SIGKILL") }
    }),
    ({ end }) => Effect.sync(end),
  )

/** How many texts each phone got from the simulated carrier. */
const textsByPhone = async (simulator: number, phones: ReadonlyArray<string>) => {
  const texts = new Map<string, number>()
  for (let from = 0; from < phones.length; from += 50) {
    await Promise.all(
      phones.slice(from, from + 50).map(async (number) => {
        const got = await askSimulator<ReadonlyArray<Text>>(simulator, "phone", { number })
        // The carrier's own answers to STOP have another direction.
        texts.set(number, got.filter(({ direction }) => direction === "outbound-api").length)
      }),
    )
  }
  return texts
}

const stillOpen = ["unknown", "sending", "queued", "held"]
const isUnknown = ({ reason }: Person) => reason === "unanswered"
/** Refused by a carrier in an answer that was read. */
const wasRefused = ({ state, wasSent }: Person) => state === "failed" && !wasSent

/** What is wrong at the end, as sentences. */
const judge = ({ recipients }: Finished, { bySmsc, bySimulator, repeatedKeys }: Books) => {
  const times = ({ phone }: Person) => (bySmsc.get(phone) ?? 0) + (bySimulator.get(phone) ?? 0)
  const of = (is: (person: Person) => boolean, words: string) => {
    const count = recipients.filter(is).length
    return count === 0 ? [] : [`${count} people ${words}.`]
  }
  return [
    ...of((one) => times(one) > 1, "were sent to twice"),
    ...of(({ state }) => stillOpen.includes(state), "are still open"),
    ...of((one) => times(one) === 0 && !isUnknown(one) && !wasRefused(one), "count as sent to and got nothing"),
    ...of((one) => times(one) > 0 && !isUnknown(one) && !one.wasSent, "have their text and count otherwise"),
    ...of((one) => isUnknown(one) && one.stoodIn, "are unknown though their carrier can be asked"),
    ...(repeatedKeys > 0 ? [`${repeatedKeys} send keys were used twice.`] : []),
    ...(recipients.some(({ stoodIn }) => stoodIn) ? [] : ["No number ever stood in."]),
  ]
}

const killOn = (name: string, where: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const own = 20_000 + Math.floor(Math.random() * 20_000)
    const ports = { own, simulator: own + 1, smsc: own + 2 }
    const smsc = yield* startSmscProcess(ports.smsc)
    yield* startSimulatorProcess(ports, ["--speed", "20", "--remember", "1000000", "--callbacks", "64"])
    const given = ["--port", String(own), "--simulator", String(ports.simulator), "--smsc", String(ports.smsc)]
    const program = ["killedFailover.ts", ...where, ...given, "--people", values.people] as const
    const began = performance.now()
    const wrong = yield* Effect.promise(async () => {
      const random = randomFrom(Number(values.seed))
      for (let run = 0; run < runs; run += 1)
        await killOnce(
          program,
          random,
          () => {},
          () => after(random() * longestLife),
        )
      const end = await finishOnce<Finished, object>(program, () => {})
      const { bodies } = await smsc.ask()
      const texts = Map.groupBy(bodies, (one) => `+${one.split(" ")[0]}`)
      const bySmsc = new Map([...texts].map(([phone, some]) => [phone, some.length]))
      const bySimulator = await textsByPhone(
        ports.simulator,
        end.recipients.map(({ phone }) => phone),
      )
      const { distinctKeys, repeatedKeys } = await askSimulator<SimulatorCounts>(ports.simulator, "counts")
      const unknown = end.recipients.filter(isUnknown)
      console.log(
        [
          name.padEnd(11),
          `${runs} kills in ${((performance.now() - began) / 1000).toFixed(0)} s (seed ${values.seed})`,
          `${end.recipients.length} people, ${bodies.length} texts taken by the SMSC, ${distinctKeys} by the other carrier`,
          `${unknown.length} shown as unanswered, of which ${unknown.filter(({ phone }) => bySmsc.has(phone)).length} were taken`,
        ].join("  "),
      )
      return judge(end, { bySmsc, bySimulator, repeatedKeys })
    })
    for (const sentence of wrong) console.log(`${name.padEnd(11)}  WRONG: ${sentence}`)
    if (wrong.length > 0) process.exitCode = 1
    else console.log(`${name.padEnd(11)}  no one sent to twice, nothing lost, nothing left open`)
  }).pipe(Effect.scoped)

console.log(`killFailover: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
await killOnEach(values.only, killOn)
