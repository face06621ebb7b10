import { describe, expect, it } from "vitest"
import { createActor, fromPromise, waitFor, type AnyActorRef, type AnyMachineSnapshot } from "xstate"
import { flowsMachine } from "#machines/administration/flows.machine.ts"
import { readingMachine, type ReadInput, type ReadOutput } from "#machines/session/reading.machine.ts"

/** A read that answers on demand, with rows named by what was asked. */
const held = () => {
  const waiting: Array<() => void> = []
  const read = fromPromise<ReadOutput, ReadInput>(
    ({ input }) => new Promise((resolve) => waiting.push(() => resolve({ data: [input.params], next: null }))),
  )
  return {
    reading: readingMachine.provide({ actors: { read } }),
    answer: () => waiting.splice(0).forEach((one) => one()),
  }
}

describe("the list of things on the flows page", () => {
  it("keeps the last answer while the next search is read, and never shows it under another chart", async () => {
    const { reading, answer } = held()
    const actor = createActor(flowsMachine.provide({ actors: { things: reading } }), {
      input: { search: { chart: "campaign" } },
    }).start()
    const things = actor.getSnapshot().children["things"] as AnyActorRef
    const seen = () => (things.getSnapshot() as AnyMachineSnapshot).context.data as unknown
    const settled = () => waitFor(things, (snapshot) => (snapshot as AnyMachineSnapshot).matches({ ready: "settled" }))
    answer()
    await settled()
    actor.send({ type: "url.changed", search: { chart: "campaign", search: "f" } })
    expect(seen()).toEqual([{ thing: "campaign" }])
    actor.send({ type: "url.changed", search: { chart: "campaign", search: "fl" } })
    expect(seen()).toEqual([{ thing: "campaign" }])
    answer()
    await settled()
    expect(seen()).toEqual([{ thing: "campaign", search: "fl" }])
    actor.send({ type: "url.changed", search: { chart: "template", search: "fl" } })
    expect(seen()).toBeNull()
    actor.stop()
  })
})
