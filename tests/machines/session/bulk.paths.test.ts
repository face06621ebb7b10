import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { bulkMachine, isBulkRunning, type BulkSnapshot } from "#machines/session/bulk.machine.ts"
import { problem } from "#schemas/problem.ts"
import { after } from "#tests/paths/paths.ts"

const rows = [{ name: "Flu" }, { name: "Recall" }]
const begun: ReadonlyArray<AnyEventObject> = [
  { type: "rows.chosen", rows: rows.map((row) => ({ id: row.name, row })), isChosen: true },
  { type: "deed.pressed", verb: "delete", rows },
  { type: "confirm.pressed", rows },
]
const error = problem("TooManyRequests", "Too many changes in a short time.")
const paused = { type: "xstate.error.actor.run", error, actorId: "run" }
const left = [{ type: "leave.asked", to: "/campaign?state=draft" }, { type: "leave.confirmed" }]

describe("what is done to several rows", () => {
  it.each([
    ["runs", []],
    ["waits", [paused]],
  ] as const)("stops when it is left while it %s, also where the same page stays", (_, meanwhile) => {
    const snapshot = after(bulkMachine, [...begun, ...meanwhile, ...left], { params: {} }) as unknown as BulkSnapshot
    expect(isBulkRunning(snapshot)).toBe(false)
    expect(snapshot.children["run"]).toBeUndefined()
    expect(snapshot.context).toMatchObject({ done: 0, left: rows, leavingTo: null })
  })
})
