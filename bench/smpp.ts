/**
 * How many texts a second our SMPP client hands to an SMSC, compared with what Kannel takes in on the same machine: its smsbox by
 * HTTP, through its bearerbox to its own fakesmsc. Run: `npm run bench -- smpp [texts]`; needs Debian's kannel and
 * kannel-extras. Our SMSC sends a receipt of each text, which is acknowledged; Kannel is asked for none.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { Agent, request } from "node:http"
import { loadavg } from "node:os"
import { join } from "node:path"
import { Effect, Queue } from "effect"
import { hasKannel, startKannel } from "#tests/support/kannel.ts"
import { openClient, smppAccount } from "#tests/support/smppWorld.ts"
import { connections } from "./bareSending.ts"
import { after } from "./lives.ts"

const texts = Number(process.argv[2] ?? 20_000)
const fakesmsc = "/usr/lib/kannel/test/fakesmsc"
const words = "Hello Maria, your appointment at the clinic is on Tuesday at 10:30. Reply YES to confirm."
const phoneOf = (n: number): string => `+1305${String(1_000_000 + n)}`

const secondsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const began = performance.now()
  yield* effect
  return (performance.now() - began) / 1_000
})

/** Texts a second by our client, with its window of ten, until the SMSC has acknowledged the last one. */
const byOurs = Effect.gen(function* () {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const smsc = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const child = fork(join(import.meta.dirname, "smscProcess.ts"), [String(port)])
      await once(child, "message")
      return child
    }),
    (child) => Effect.sync(() => void child.kill("SIGKILL")),
  )
  const { send, link } = yield* openClient(smppAccount(port))
  yield* Queue.take(link.handed).pipe(
    Effect.tap((handed) => Effect.sync(() => handed.answer(0))),
    Effect.forever,
    Effect.forkScoped,
  )
  const all = Array.from({ length: texts }, (_, n) => n)
  const seconds = yield* secondsOf(
    Effect.forEach(all, (n) => send(words, { to: phoneOf(n) }), { concurrency: connections, discard: true }),
  )
  smsc.send("what was taken")
  const [{ bodies }] = yield* Effect.promise(
    () => once(smsc, "message") as Promise<[{ readonly bodies: ReadonlyArray<string> }]>,
  )
  if (new Set(bodies).size !== texts) return yield* Effect.die(`The SMSC took ${bodies.length} of ${texts} texts.`)
  return texts / seconds
})

/** Texts a second by Kannel, until its SMSC has the last one. */
const byKannel = Effect.gen(function* () {
  const { door, taken } = yield* startKannel({ fakesmsc })
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const path = door.pathOf(words, { to: phoneOf(n), coding: "0" })
      request({ agent, host: "127.0.0.1", port: door.port, path }, (answer) =>
        answer
          .resume()
          .on("end", () =>
            answer.statusCode === 202 ? resolve() : reject(new Error(`Kannel answered ${answer.statusCode}.`)),
          ),
      )
        .on("error", reject)
        .end()
    })
  let next = 0
  const lane = async (): Promise<void> => {
    for (let n = next++; n < texts; n = next++) await send(n)
  }
  const seconds = yield* secondsOf(
    Effect.gen(function* () {
      yield* Effect.promise(() => Promise.all(Array.from({ length: connections }, lane)))
      while ((yield* taken) < texts) yield* Effect.promise(() => after(20))
    }),
  )
  agent.destroy()
  return texts / seconds
})

if (!hasKannel || !existsSync(fakesmsc)) throw new Error("Install kannel and kannel-extras of Debian first.")
const kannel = await Effect.runPromise(Effect.scoped(byKannel))
const ours = await Effect.runPromise(Effect.scoped(byOurs))
const perSecond = (rate: number) => Math.round(rate).toLocaleString("en-US").padStart(7)
console.log(
  `${texts.toLocaleString("en-US")} texts  our client ${perSecond(ours)}/s  Kannel takes in ${perSecond(kannel)}/s  ratio ${(ours / kannel).toFixed(2)} (at least 0.3)  load ${loadavg()[0]?.toFixed(1)}`,
)
process.exit(0)
