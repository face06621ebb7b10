import { describe, expect, it } from "vitest"
import { handsetsMachine } from "#machines/administration/handsets.machine.ts"
import { pathsOf, runPath, titleOf } from "#tests/support/paths.ts"

const phone = "+14155550100"
const handsetShows = (data: object | null) => ({ type: "xstate.snapshot.handset", snapshot: { context: { data } } })

const walk = pathsOf(handsetsMachine, {
  events: [
    { type: "search.changed", search: "Lopez" },
    { type: "phone.chosen", phone },
    { type: "phone.chosen", phone: "+14155550101" },
    { type: "phone.put.away" },
    handsetShows(null),
    handsetShows({ phone, patient: "Maria Lopez", senders: ["+14155550199"], messages: [] }),
    { type: "feed.changed", thing: "handset", id: "1" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: { reply: [{ output: { discarded: false, value: {} } }] },
  key: ({ context }) => [context.search, context.phone, context.senders.length],
})

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
