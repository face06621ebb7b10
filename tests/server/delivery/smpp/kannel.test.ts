import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasKannel, startKannel } from "#tests/support/kannel.ts"
import { eventually } from "#tests/support/outreach.ts"
import { startSmsc } from "#tests/support/smsc.ts"

const inCi = process.env["CI"] !== undefined
const peers = hasKannel ? ["Kannel"] : []

it("finds a foreign client in CI", () => {
  expect(hasKannel || !inCi).toBe(true)
})

it.live.each(peers)(
  "our SMSC serves %s: texts of all kinds, throttling, a broken connection, receipts and replies",
  () =>
    Effect.gen(function* () {
      const smsc = yield* startSmsc()
      const { send } = yield* startKannel({ smpp: smsc.port })
      const arrived = (count: number) => eventually(Effect.sync(() => smsc.taken.length >= count))
      expect(smsc.binds).toMatchObject([{ system_id: "clinic", password: "secret", interface_version: 0x34 }])

      expect(yield* send("5€ @ ñ", { coding: "0" })).toContain("Accepted")
      yield* arrived(1)
      expect(yield* send("á你", { coding: "2" })).toContain("Accepted")
      yield* arrived(2)
      expect(smsc.taken.map(({ body }) => body)).toEqual(["5€ @ ñ", "á你"])

      yield* send("x".repeat(400), { coding: "0" })
      yield* arrived(5)
      const parts = smsc.taken.slice(2)
      expect(parts.map(({ body }) => body).join("")).toBe("x".repeat(400))
      expect(parts.map(({ header }) => header?.slice(3))).toEqual([
        [3, 1],
        [3, 2],
        [3, 3],
      ])

      const answer = smsc.answer
      let asked = 0
      smsc.answer = () => ((asked += 1) === 1 ? { status: 0x58 } : { id: smsc.nextId() })
      yield* send("Throttled")
      yield* arrived(6)
      smsc.answer = answer

      smsc.breakAll()
      yield* eventually(Effect.sync(() => smsc.binds.length >= 2 && smsc.sessions.size > 0))
      yield* send("Back again", { "dlr-mask": "31" })
      yield* arrived(7)
      expect(Number(smsc.taken.at(-1)?.pdu["registered_delivery"]) & 1).toBe(1)
      expect(yield* Effect.promise(() => smsc.receipt(smsc.taken.at(-1)!))).toBe(0)
      expect(yield* Effect.promise(() => smsc.text("14155550100", "14155550199", "Yes"))).toBe(0)
      yield* arrived(8)
      expect(smsc.taken.at(-1)).toMatchObject({ to: "14155550100", body: expect.stringContaining("Yes") })
    }),
)
