import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import { describe, expect, it } from "vitest"
import { pastExportsMachine } from "#machines/reporting/pastExports.machine.ts"
import { commandMachine, type CommandSnapshot } from "#machines/session/command.machine.ts"
import { exportMachine, type ExportSnapshot } from "#machines/session/export.machine.ts"
import { readingMachine, type ReadInput, type ReadOutput } from "#machines/session/reading.machine.ts"
import { notFound } from "#schemas/problem.ts"
import { samplePastExports } from "#tests/support/pastExportSamples.ts"
import { kept } from "./pastExports.walk.ts"

/** The chart with a server that has the samples, whose file is gone. */
const opened = async () => {
  const clock = new SimulatedClock()
  const did: Array<string> = []
  const gone = (what: string) =>
    fromPromise(() => {
      did.push(what)
      return Promise.reject(notFound())
    })
  const read = fromPromise<ReadOutput, ReadInput>(() => {
    did.push("read")
    return Promise.resolve({ data: samplePastExports, next: null })
  })
  const machine = pastExportsMachine.provide({
    actors: {
      exports: readingMachine.provide({ actors: { read } }),
      export: exportMachine.provide({ actors: { download: gone("download") as never } }),
      command: commandMachine.provide({ actors: { run: gone("remove") as never } }),
    },
  })
  const actor = createActor(machine, { input: { search: {} }, clock }).start()
  const list = actor.getSnapshot().children.exports
  if (list === undefined) throw new Error("The chart reads no list.")
  const settled = () => waitFor(list, (seen) => seen.matches({ ready: "settled" }))
  await settled()
  const browsing = async () => {
    await waitFor(actor, (seen) => seen.matches("browsing"))
    await settled()
  }
  return { actor, list, clock, did, settled, browsing }
}

describe("the chart of past exports", () => {
  it("reads again what the feed says of exports, and nothing else", async () => {
    const { actor, list, clock, did, settled } = await opened()
    actor.send({ type: "feed.changed", thing: "campaign", id: "x" })
    expect(list.getSnapshot().value).toEqual({ ready: "settled" })
    actor.send({ type: "feed.changed", thing: "exports", id: "exports" })
    expect(list.getSnapshot().value).toEqual({ ready: "waiting" })
    clock.increment(10_000)
    await settled()
    expect(did).toEqual(["read", "read"])
    actor.stop()
  })

  it("asks before a file is removed, and reads again at once where it was gone", async () => {
    const { actor, did, browsing } = await opened()
    actor.send({ type: "remove.pressed", kept })
    const command = actor.getSnapshot().children.command
    const asked = command?.getSnapshot() as CommandSnapshot | undefined
    expect([asked?.context.subject, asked?.context.question?.isDestructive]).toEqual([kept, true])
    expect(did).toEqual(["read"])
    command?.send({ type: "confirm.pressed" })
    await browsing()
    expect(did).toEqual(["read", "remove", "read"])
    actor.stop()
  })

  it("reads nothing again where the person thought better of it", async () => {
    const { actor, did, browsing } = await opened()
    actor.send({ type: "remove.pressed", kept })
    actor.getSnapshot().children.command?.send({ type: "cancel.pressed" })
    await browsing()
    expect(did).toEqual(["read"])
    actor.stop()
  })

  it("fetches the file that was pressed, and reads again where it was gone", async () => {
    const { actor, did, browsing } = await opened()
    actor.send({ type: "download.pressed", kept })
    const file = actor.getSnapshot().children.export?.getSnapshot() as ExportSnapshot | undefined
    expect(file?.context.request).toEqual(kept)
    await browsing()
    expect(did).toEqual(["read", "download", "read"])
    actor.stop()
  })
})
