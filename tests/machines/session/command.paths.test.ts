import { describe, expect, it } from "vitest"
import {
  commandMachine,
  isCancelled,
  isDeleted,
  isOutdated,
  type CommandSnapshot,
} from "#machines/session/command.machine.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { asked, askedWalk, atOnce, atOnceWalk, counted, countedWalk, many } from "./command.walk.ts"

const walks = [atOnceWalk, askedWalk, countedWalk].map((walk) => pathsOf(commandMachine, walk))
const confirm = { type: "confirm.pressed" }
const sent = { type: "xstate.done.actor.run", output: undefined, actorId: "run" }
const counting = (people: number) => ({
  type: "xstate.done.actor.count",
  output: { people, details: null },
  actorId: "count",
})
const typing = (typed: string) => ({ type: "typed.changed", typed })
const at = (events: ReadonlyArray<{ readonly type: string }>, input = asked) =>
  after(commandMachine, events, input) as unknown as CommandSnapshot

describe("the command chart", () => {
  it("sends only what was confirmed, and at once what is not asked about", () => {
    expect(at([], atOnce).matches("running")).toBe(true)
    const asking = walks.slice(1).flatMap(({ paths }) => paths)
    const begun = asking.flatMap(({ events }) => {
      const index = events.findIndex(({ type }) => type.endsWith("actor.run"))
      return index < 0 ? [] : [events.slice(0, index).map(({ type }) => type)]
    })
    expect(begun.length).toBeGreaterThan(1)
    for (const before of begun) expect(before).toContain("confirm.pressed")
  })

  it("ends with the verb, the very subject, and what became of it", () => {
    const ends = walks.flatMap(({ states }) => states).filter(({ status }) => status === "done")
    expect(new Set(ends.map(({ output }) => output.outcome))).toEqual(new Set(["done", "refused", "cancelled"]))
    for (const { value, output } of ends) {
      expect(output.outcome).toBe(value)
      expect(output.problem === null).toBe(value !== "refused")
      expect([atOnce, asked, counted].find(({ verb }) => verb === output.verb)?.subject).toBe(output.subject)
    }
  })

  it.each([
    ["no one", 0, "", false],
    ["no one, whatever is typed", 0, "0", false],
    ["a few", 1_000, "", true],
    ["many", many, "", false],
    ["many, and another number is typed", many, "1", false],
    ["many, and their number is typed", many, "1,204", true],
  ])("counts before it asks: %s", (_, people, typed, isReady) => {
    const asking = at([counting(people), typing(typed)], counted)
    expect(asking.matches({ asking: "ready" })).toBe(isReady)
    expect(at([counting(people), typing(typed), confirm], counted).matches("running")).toBe(isReady)
  })

  it("reports to its page what is gone, what was not sent, and what is older than its own change", () => {
    const [deleted, cancelled] = [at([confirm, sent]), at([{ type: "cancel.pressed" }])].map(({ output }) => ({
      output,
    }))
    expect([isDeleted({ event: deleted }), isDeleted({ event: cancelled })]).toEqual([true, false])
    expect([isCancelled({ event: deleted }), isCancelled({ event: cancelled })]).toEqual([false, true])
    const last = at([confirm, sent]).output ?? null
    expect([2, 3, 4].map((version) => isOutdated(last, { id: "spring", version }))).toEqual([true, true, false])
    expect(isOutdated(last, { id: "other", version: 3 })).toBe(false)
    expect(isOutdated(cancelled?.output ?? null, { id: "spring", version: 3 })).toBe(false)
    expect(isOutdated(null, { id: "spring", version: 3 })).toBe(false)
  })
})
