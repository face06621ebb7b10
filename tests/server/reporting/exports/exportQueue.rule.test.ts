import fc from "fast-check"
import { expect, it } from "vitest"
import { maxExports } from "#schemas/constants.ts"
import {
  ask,
  awayAfterMillis,
  type ExportQueue,
  forgottenAfterMillis,
  leave,
  noExports,
  type Wish,
} from "#server/reporting/exports/exportQueue.rule.ts"
import { UserId } from "#schemas/ids.ts"

const wish = (userId: UserId, asked = "a"): Wish => ({ userId, asked })
const nameOf = ({ userId, asked }: Wish) => `${userId} ${asked}`
const countOf = ({ making }: ExportQueue, userId: UserId) => making.filter((one) => one.userId === userId).length

const asks = fc.record({
  userId: fc.integer({ min: 1, max: 4 }).map((id) => UserId.make(id)),
  asked: fc.constantFrom("a", "b", "c"),
  after: fc.nat(2_000),
})
const ends = fc.record({ ends: fc.nat(3) })
const step = fc.oneof({ weight: 4, arbitrary: asks }, { weight: 1, arbitrary: ends })

it("never makes more at once than a person and the process may; places are true, and no one overtakes in the queue", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let queue = noExports
      let now = 0
      for (const one of steps) {
        if ("ends" in one) {
          const ended = queue.making[one.ends]
          if (ended !== undefined) queue = leave(queue, ended)
          continue
        }
        now += one.after
        const before = queue.waiting.map(nameOf)
        const { place, queue: next } = ask(queue, one, now)
        expect(next.making.length).toBe(queue.making.length + (place === 0 ? 1 : 0))
        expect(next.making.length).toBeLessThanOrEqual(maxExports.process)
        expect(countOf(next, one.userId)).toBeLessThanOrEqual(maxExports.person)
        const after = next.waiting.map(nameOf)
        expect(after.indexOf(nameOf(one))).toBe(place - 1)
        expect(after.filter((name) => before.includes(name))).toEqual(before.filter((name) => after.includes(name)))
        queue = next
      }
    }),
  )
})

/** Asks for all in one moment; gives the queue and the places. */
const asking = (wishes: ReadonlyArray<Wish>, from: ExportQueue = noExports, now = 0) => {
  let queue = from
  const places = wishes.map((one) => {
    const found = ask(queue, one, now)
    queue = found.queue
    return found.place
  })
  return { queue, places }
}

it("a person's third waits for their own, and holds no one else up", () => {
  const userId = UserId.make(1)
  const { queue, places } = asking([
    wish(userId, "a"),
    wish(userId, "b"),
    wish(userId, "c"),
    wish(UserId.make(2)),
    wish(UserId.make(3)),
    wish(UserId.make(4)),
  ])
  expect(places).toEqual([0, 0, 1, 0, 0, 2])
  expect(asking([wish(userId, "c"), wish(UserId.make(4))], leave(queue, wish(UserId.make(2)))).places).toEqual([1, 0])
  expect(asking([wish(UserId.make(4)), wish(userId, "c")], leave(queue, wish(userId, "a"))).places).toEqual([2, 0])
})

it("one that is not asked for again loses the place, and the ones behind move up", () => {
  const full = asking([1, 2, 3, 4, 5, 6].map((userId) => wish(UserId.make(userId))))
  expect(full.places).toEqual([0, 0, 0, 0, 1, 2])
  const later = asking([wish(UserId.make(6))], full.queue, forgottenAfterMillis - 1)
  expect(later.places).toEqual([2])
  expect(asking([wish(UserId.make(6))], later.queue, forgottenAfterMillis).places).toEqual([1])
})

it("one that asks once a minute keeps the place, and holds no one back meanwhile", () => {
  const full = asking([1, 2, 3, 4, 5, 6].map((userId) => wish(UserId.make(userId))))
  const minute = 60_000
  // The others ask again in time.
  const behind = asking([wish(UserId.make(6))], full.queue, minute - 1)
  expect(behind.places).toEqual([2])
  expect(asking([wish(UserId.make(5))], behind.queue, minute).places).toEqual([1])
  const free = leave(behind.queue, wish(UserId.make(1)))
  expect(asking([wish(UserId.make(6))], free, minute).places).toEqual([0])
  expect(asking([wish(UserId.make(6))], leave(full.queue, wish(UserId.make(1))), awayAfterMillis - 1).places).toEqual([
    2,
  ])
})
