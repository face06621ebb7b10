/**
 * The SMSC that `bench/killSmpp.ts` and `bench/killFailover.ts` let the program send to, in a process of its own: it takes
 * every text, sends a receipt a moment later and again until that is acknowledged, and reports to its parent what it took.
 * With a seed it is well and down by turns: it refuses, lets no one in, or takes texts and breaks the connection.
 */
import { Effect } from "effect"
import { startSmsc, type TakenMessage } from "#tests/support/smsc.ts"
import { after, randomFrom } from "./lives.ts"

/** How long a text takes to the phone, and the pause before a receipt comes again, in milliseconds. */
const [onItsWay, pause] = [300, 200]

/** How long it is well, and down, at least and at most, in milliseconds. */
const [well, down] = [
  [1_500, 5_000],
  [2_000, 8_000],
] as const

const liveByTurns = async (smsc: Effect.Success<ReturnType<typeof startSmsc>>, seed: number) => {
  const random = randomFrom(seed)
  const lasting = ([least, most]: readonly [number, number]) => after(least + random() * (most - least))
  const takes = smsc.answer
  for (;;) {
    smsc.bindStatus = 0
    smsc.answer = takes
    await lasting(well)
    const kind = random()
    if (kind < 0.6) smsc.answer = () => ({ status: 0x08 })
    else if (kind < 0.8) {
      smsc.bindStatus = 0x0d
      smsc.breakAll()
    } else smsc.answer = () => (random() < 0.5 ? "breakAfter" : { status: 0x08 })
    await lasting(down)
  }
}

await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const smsc = yield* startSmsc({ port: Number(process.argv[2]) })
      let open = 0
      const report = async (message: TakenMessage) => {
        await after(onItsWay)
        while ((await smsc.receipt(message)) !== 0) await after(pause)
        open -= 1
      }
      const take = smsc.taken.push.bind(smsc.taken)
      smsc.taken.push = (...messages) => {
        open += messages.length
        for (const one of messages) void report(one)
        return take(...messages)
      }
      process.on("message", () => process.send?.({ open, bodies: smsc.taken.map(({ to, body }) => `${to} ${body}`) }))
      const seed = process.argv[3]
      if (seed !== undefined) void liveByTurns(smsc, Number(seed))
      process.send?.({ open, bodies: [] })
      yield* Effect.never
    }),
  ),
)
