/**
 * Kills the program at random points while it sends texts by SMPP, which has no way to ask whether one was taken, and looks
 * afterwards whether anyone was sent to twice, anything that counts as sent never came to the SMSC, or anything stayed
 * open. Run: `npm run bench -- killSmpp --runs 200`; with `DATABASE_URL` (a server on which a database may be made) also on
 * PostgreSQL.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { loadavg } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { after, finishOnce, killOnce, killOnEach, randomFrom } from "./lives.ts"

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "20" },
    people: { type: "string", default: "200" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: "string" },
  },
})
const runs = Number(values.runs)
/** Longest life after the program is ready, in milliseconds. */
const longestLife = 2_500

type Finished = {
  readonly recipients: ReadonlyArray<{ readonly phone: string; readonly state: string; readonly reason: string | null }>
}
type Taken = { readonly open: number; readonly bodies: ReadonlyArray<string> }

/** The SMSC, in a process of its own until the scope ends; `ask` gives what it took. */
const startSmscProcess = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = fork(join(import.meta.dirname, "smscProcess.ts"), [String(port)])
      await once(child, "message")
      const ask = async (): Promise<Taken> => {
        child.send("what was taken")
        return ((await once(child, "message")) as [Taken])[0]
      }
      return { ask, end: () => void child.kill("SIGKILL") }
    }),
    ({ end }) => Effect.sync(end),
  )

const stillOpen = ["unknown", "sending", "queued", "held"]
const sentences = (count: number, words: string) => (count === 0 ? [] : [`${count} ${words}.`])

/** What is wrong at the end, as sentences. */
const judge = ({ recipients }: Finished, bodies: ReadonlyArray<string>) => {
  const phones = new Set(bodies.map((one) => `+${one.split(" ")[0]}`))
  const isUnknown = ({ reason }: Finished["recipients"][number]) => reason === "unanswered"
  return [
    ...sentences(bodies.length - new Set(bodies).size, "texts were sent twice"),
    ...sentences(recipients.filter(({ state }) => stillOpen.includes(state)).length, "people are still open"),
    ...sentences(
      recipients.filter((one) => !phones.has(one.phone) && !isUnknown(one)).length,
      "people count as sent to and got nothing",
    ),
    ...sentences(
      recipients.filter((one) => phones.has(one.phone) && !isUnknown(one) && one.state !== "delivered").length,
      "people have their text and count otherwise",
    ),
  ]
}

const killOn = (name: string, where: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    const smsc = yield* startSmscProcess(port)
    const program = ["killedSmpp.ts", ...where, "--smsc", String(port), "--people", values.people] as const
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
      const unknown = end.recipients.filter(({ reason }) => reason === "unanswered")
      const taken = new Set(bodies.map((one) => `+${one.split(" ")[0]}`))
      console.log(
        [
          name.padEnd(11),
          `${runs} kills in ${((performance.now() - began) / 1000).toFixed(0)} s (seed ${values.seed})`,
          `${end.recipients.length} people, ${bodies.length} texts taken`,
          `${unknown.length} shown as unanswered, of which ${unknown.filter(({ phone }) => taken.has(phone)).length} were taken`,
        ].join("  "),
      )
      return judge(end, bodies)
    })
    for (const sentence of wrong) console.log(`${name.padEnd(11)}  WRONG: ${sentence}`)
    if (wrong.length > 0) process.exitCode = 1
    else console.log(`${name.padEnd(11)}  no one sent to twice, nothing lost, nothing left open`)
  }).pipe(Effect.scoped)

console.log(`killSmpp: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
await killOnEach(values.only, killOn)
