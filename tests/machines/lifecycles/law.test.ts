import { describe, expect, it } from "vitest"
import { accessIds, mayCall, type Call, type Rights } from "#schemas/access.ts"
import { compileLifecycle, type LifecycleTable } from "#machines/lifecycles/table.ts"
import { machinesIn } from "#tests/support/chartFaults.ts"
import { rowsOf, type NounLaw } from "./law.ts"

const lifecycles = Object.values(
  import.meta.glob<object>("/src/machines/lifecycles/*.lifecycle.ts", { eager: true }),
).flatMap(machinesIn)
const laws: ReadonlyMap<string, NounLaw> = new Map(
  Object.entries(import.meta.glob<Readonly<Record<string, NounLaw>>>("./*.law.ts", { eager: true })).flatMap(
    ([file, module]) => Object.values(module).map((law) => [file.slice(2, -".law.ts".length), law] as const),
  ),
)
const names = [...laws.keys()]
const rowsFor = (name: string) => rowsOf(laws.get(name)?.table ?? "")
const tables = new Map(lifecycles.map((machine) => [machine.id, compileLifecycle<string, string>(machine)]))
const tableOf = (name: string): LifecycleTable<string, string> | undefined => tables.get(name)

describe("the law of stored things", () => {
  it("has a table for every lifecycle", () => {
    expect(names.toSorted()).toEqual(lifecycles.map(({ id }) => id).toSorted())
  })

  it.each(names)("names every state and every event, each once: %s", (name) => {
    const rows = rowsFor(name)
    const events = lifecycles.find(({ id }) => id === name)?.events ?? []
    expect(rows.map(({ event }) => event).toSorted()).toEqual(events.toSorted())
    for (const { leadsTo } of rows) expect([...leadsTo.keys()].toSorted()).toEqual(tableOf(name)?.states.toSorted())
  })

  it.each(names)("is the chart's: nothing else is allowed, and nothing of it is refused: %s", (name) => {
    const differs = rowsFor(name).flatMap(({ event, leadsTo }) =>
      [...leadsTo].flatMap(([state, lawful]) => {
        const found = tableOf(name)?.next(state, event) ?? null
        return found === lawful ? [] : [`${event} in ${state} leads to ${found}, by law to ${lawful}`]
      }),
    )
    expect(differs).toEqual([])
  })
})

const callers = [...laws.values()].flatMap((law) => Object.entries(law.callers))
const types = [1, 2, 3] as const
/** Everyone with at most three rights, which is one more than any call needs. */
const people: ReadonlyArray<Rights> = types.flatMap((userType) => {
  const ids = [0, ...Object.values(accessIds)]
  return ids.flatMap((one) =>
    ids.flatMap((two) => ids.map((three) => ({ userType, accessIds: [...new Set([one, two, three])] }))),
  )
})

describe("the law of callers", () => {
  it("speaks of every call that brings an event about", () => {
    const calls = names.flatMap((name) => rowsFor(name).map(({ by }) => by)).filter((by) => by.includes("."))
    expect(calls.filter((call) => !callers.some(([known]) => known === call))).toEqual([])
  })

  it.each(callers)("is what the policy table grants, no more and no less: %s", (call, lawful) => {
    const may = (rights: Rights): boolean =>
      (lawful.types === undefined || lawful.types.includes(rights.userType)) &&
      lawful.groups.every((group) => group.some((id) => rights.accessIds.includes(id)))
    const wrong = people.filter((rights) => mayCall(rights, call as Call) !== may(rights))
    expect(wrong.slice(0, 3)).toEqual([])
  })
})
