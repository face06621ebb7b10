import { describe, expect, it } from "vitest"
import { transition } from "xstate"
import { handsetsMachine } from "#machines/administration/handsets.machine.ts"
import { handsetsWalk } from "./handsets.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(handsetsMachine, handsetsWalk)

describe("the handsets chart", () => {
  it("looks for a phone without taking the other from the hand, and starts the pause again at each key", () => {
    const held =
      handsetsWalk.events?.filter(({ type }) => type === "phone.chosen" || type === "xstate.snapshot.handset") ?? []
    const writing = after(handsetsMachine, held)
    expect(writing.value).toMatchObject({ looking: "listing", holding: "writing" })
    const looking = after(handsetsMachine, [...held, { type: "search.changed", search: "Re" }])
    expect(looking.value).toMatchObject({ looking: "typing", holding: "writing" })
    const [again, actions] = transition(handsetsMachine, looking as never, { type: "search.changed", search: "Reed" })
    expect(again.value).toMatchObject({ looking: "typing", holding: "writing" })
    expect(actions.map(({ type }) => type)).toEqual(expect.arrayContaining(["xstate.cancel", "xstate.raise"]))
  })

  it("listens for calls as long as a phone is in the hand, and acts on that phone alone", () => {
    for (const { value, context } of walk.states) {
      const { line } = value as { readonly line: string }
      expect(line === "away").toBe(context.phone === null)
      if (line === "acting") expect(context.act?.phone).toBe(context.phone)
      else expect(context.act).toBeNull()
    }
    expect(walk.states.some((snapshot) => snapshot.matches({ line: "acting" }))).toBe(true)
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
