import { describe, expect, it } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { paletteMachine, type PaletteSnapshot } from "#machines/session/palette.machine.ts"
import { readingMachine, type ReadInput, type ReadOutput } from "#machines/session/reading.machine.ts"
import { foundCampaign, foundPatient, paletteWalk } from "./palette.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"

const opened = { type: "palette.opened" }
const typed = (text: string) => ({ type: "text.changed", text })

/** A palette whose calls note what they were asked for. */
const running = () => {
  const asked: Array<readonly [string, unknown]> = []
  const reading = (name: string) =>
    readingMachine.provide({
      actors: {
        read: fromPromise<ReadOutput, ReadInput>(async ({ input }) => {
          asked.push([name, input.params])
          return { data: [], next: null }
        }),
      },
    })
  const actor = createActor(
    paletteMachine.provide({
      actors: { things: reading("things"), patients: reading("patients") },
      delays: { typingPause: 0 },
    }),
  ).start()
  const rested = () => waitFor(actor, (snapshot) => !JSON.stringify(snapshot.value).includes("typing"))
  return { actor, asked, rested }
}

describe("the palette's chart", () => {
  it("asks for patients in their own step alone, and drops their text on the way back", async () => {
    const { actor, asked, rested } = running()
    for (const event of [opened, typed("Lopez")]) actor.send(event as never)
    await rested()
    actor.send({ type: "patients.pressed" })
    actor.send({ type: "text.changed", text: "Lopez M" })
    await rested()
    actor.send({ type: "back.pressed" })
    expect(asked).toEqual([
      ["things", { search: "Lopez" }],
      ["patients", { search: "Lopez" }],
      ["patients", { search: "Lopez M" }],
    ])
    expect(actor.getSnapshot().value).toEqual({ open: { things: "choosing" } })
    expect(actor.getSnapshot().context.typed).toBe("")
  })

  it("is closed by one more step back, and forgets what was typed", () => {
    const { actor } = running()
    for (const event of [opened, typed("flu"), { type: "back.pressed" }]) actor.send(event as never)
    expect(actor.getSnapshot().value).toBe("closed")
    expect(actor.getSnapshot().context.typed).toBe("")
  })

  it("remembers the last five things that were opened, each once, and no patient", () => {
    const things = [1, 2, 3, 4, 5, 6, 3].map((id) => ({ ...foundCampaign, id: String(id) }))
    const { context } = after(
      paletteMachine,
      [...things, foundPatient].flatMap((thing) => [opened, { type: "thing.chosen", thing }]),
    )
    expect((context as PaletteSnapshot["context"]).recent.map(({ id }) => id)).toEqual(["3", "6", "5", "4", "2"])
  })

  it("holds no text while it is closed, on any path", () => {
    const closed = pathsOf(paletteMachine, paletteWalk).states.filter((snapshot) => snapshot.matches("closed"))
    expect(closed.length).toBeGreaterThan(0)
    expect(closed.filter(({ context }) => context.typed !== "" || context.at !== 0)).toEqual([])
  })
})
