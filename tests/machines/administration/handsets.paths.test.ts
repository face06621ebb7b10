import { describe, expect, it } from "vitest"
import { handsetsMachine } from "#machines/administration/handsets.machine.ts"
import { handsetsWalk } from "#tests/support/outreachWalks.ts"
import { pathsOf, runPath, titleOf } from "#tests/support/paths.ts"

const walk = pathsOf(handsetsMachine, handsetsWalk)

describe("the handsets chart", () => {
  it("leaves no transition untaken", () => {
    expect(walk.untaken).toEqual([])
  })

  it.each(walk.paths.map((path) => [titleOf(path), path] as const))("reaches %s", (_, path) => {
    expect(runPath(handsetsMachine, path).actor.getSnapshot().value).toEqual(path.snapshot.value)
  })

  it("offers a reply only from a phone whose texts and numbers are known", () => {
    const writing = walk.states.filter((snapshot) => snapshot.matches({ holding: "writing" }))
    expect(writing.length).toBeGreaterThan(0)
    for (const { context } of writing) {
      expect(context.phone).not.toBeNull()
      expect(context.senders).toEqual(["+14155550199"])
    }
  })
})
