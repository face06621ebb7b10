/**
 * The SMSC that `bench/killSmpp.ts` lets the program send to, in a process of its own: it takes every text, sends a receipt
 * a moment later and again until that is acknowledged, and reports to its parent what it took.
 */
import { Effect } from "effect"
import { startSmsc, type TakenMessage } from "#tests/support/smsc.ts"
import { after } from "./lives.ts"

/** How long a text takes to the phone, and the pause before a receipt comes again, in milliseconds. */
const [onItsWay, pause] = [300, 200]

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
      process.send?.({ open, bodies: [] })
      yield* Effect.never
    }),
  ),
)
