import { describe, expect, it } from "vitest"
import { chunkMachine } from "#machines/session/chunk.machine.ts"
import { after } from "#tests/paths/paths.ts"
import { firstChunkWalk, secondChunkWalk } from "./chunk.walk.ts"

const [first, second] = [firstChunkWalk, secondChunkWalk]

describe("the chart of a chunk", () => {
  const missing = { type: "xstate.error.actor.load", error: "no code", actorId: "load" }
  const reached = { type: "xstate.done.actor.reach", output: undefined, actorId: "reach" }
  it.each([
    ["reloads by itself what is wanted", first.machine, [{ type: "chunk.requested" }, missing, reached], "reloading"],
    ["reloads nothing that no one needs", first.machine, [missing], "failed"],
    [
      "reloads nothing that was left while it asked",
      first.machine,
      [{ type: "chunk.requested" }, missing, { type: "chunk.released" }, reached],
      "failed",
    ],
    ["says so where this release reloaded before", second.machine, [{ type: "chunk.requested" }, missing], "failed"],
    ["tries again when the page is opened again", second.machine, [missing, { type: "chunk.requested" }], "loading"],
    [
      "reloads where a person's Retry fails too, whatever was before",
      second.machine,
      [
        { type: "chunk.requested" },
        missing,
        { type: "retry.pressed" },
        { type: "xstate.error.actor.retry", error: "no code", actorId: "retry" },
        reached,
      ],
      "reloading",
    ],
  ] as const)("%s", (_, machine, path, state) => {
    expect(after(machine, path).value).toBe(state)
  })

  it("never leaves a person waiting for ever", () => {
    const waits = Object.values(chunkMachine.root.states).filter(({ config }) => config.after !== undefined)
    expect(waits.map(({ key: state }) => state)).toEqual(["loading", "asking", "reloading", "retrying"])
  })
})
