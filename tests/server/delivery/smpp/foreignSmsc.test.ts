import { spawn, spawnSync } from "node:child_process"
import { createInterface } from "node:readline"
import { expect, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { readHandedOver, sameId } from "#server/delivery/smpp/handedOver.rule.ts"
import { openClient, smppAccount } from "#tests/support/smppWorld.ts"

/** Net::SMPP (Debian: libnet-smpp-perl), where this machine has it; CI has to. */
const isThere = spawnSync("perl", ["-MNet::SMPP", "-e", "1"]).status === 0
const inCi = process.env["CI"] !== undefined
const peers = isThere ? ["Perl’s Net::SMPP"] : []

/** The foreign SMSC; what it says comes line by line. */
const startPerl = Effect.gen(function* () {
  const lines = yield* Queue.unbounded<string>()
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const perl = spawn("perl", ["tests/support/foreignSmsc.pl"], { stdio: ["ignore", "pipe", "inherit"] })
      createInterface({ input: perl.stdout }).on("line", (line) => Queue.offerUnsafe(lines, line))
      return perl
    }),
    (perl) => Effect.sync(() => perl.kill()),
  )
  const port = Number((yield* Queue.take(lines)).split(" ")[1])
  return { port, lines }
})

it("finds a foreign SMSC in CI", () => {
  expect(isThere || !inCi).toBe(true)
})

it.live.each(peers)("binds to %s, sends, takes receipts and texts, and takes leave", () =>
  Effect.gen(function* () {
    const { lines, port } = yield* startPerl
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { send, link } = yield* openClient(smppAccount(port, { enquireMillis: 50 }))
        const handed = Effect.map(Queue.take(link.handed), (one) => {
          one.answer(0)
          return readHandedOver(one.pdu)
        })
        const numbers = { phone: "+14155550100", to: "+14155550199" }
        expect(yield* handed).toEqual({ _tag: "Text", ...numbers, body: "Yes @ 5 $" })
        expect(yield* Queue.takeN(lines, 2)).toEqual(["bind clinic secret 52", "taken 0"])

        const head = "submit 14155550199 14155550100"
        const long = `${"x".repeat(160)}€`
        for (const [body, ids, submits] of [
          ["5€ @", ["254"], [`${head} 0 0 1 351b652000`]],
          ["á你", ["255"], [`${head} 8 0 1 00e14f60`]],
          [long, ["256", "257"], [/ 0 64 1 050003..0201(78){153}$/, / 0 64 1 050003..0202(78){7}1b65$/]],
        ] as const) {
          expect(yield* send(body)).toEqual({ _tag: "Accepted", sid: ids.join(",") })
          for (const id of ids) {
            const receipt = yield* handed
            expect(receipt).toMatchObject({ _tag: "Receipt", state: "DELIVRD", ...numbers })
            expect(sameId(ids, receipt._tag === "Receipt" ? receipt.id : "")).toBe(id)
          }
          const said = yield* Queue.takeN(lines, 2 * ids.length)
          expect(said.filter((line) => line === "taken 0")).toHaveLength(ids.length)
          expect(said.filter((line) => line !== "taken 0")).toEqual(
            submits.map((submit) => (typeof submit === "string" ? submit : expect.stringMatching(submit))),
          )
        }
      }),
    )
    expect(yield* Queue.take(lines)).toBe("unbind")
  }),
)
