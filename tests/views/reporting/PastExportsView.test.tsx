import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import type { CommandEvent } from "#machines/session/command.machine.ts"
import {
  pastExportsMachine,
  type PastExportsEvent,
  type PastExportsSnapshot,
} from "#machines/reporting/pastExports.machine.ts"
import { missingRight } from "#schemas/access.ts"
import { problem } from "#schemas/problem.ts"
import type { PastExport } from "#schemas/reporting/pastExport.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { PastExportsView } from "#views/reporting/PastExportsView.tsx"
import { kept, pastExportsWalk } from "#tests/machines/reporting/pastExports.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { samplePastExports } from "#tests/support/pastExportSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenExport, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(pastExportsMachine, pastExportsWalk)
const afterAll = (...happened: ReadonlyArray<AnyEventObject>) =>
  after(pastExportsMachine, happened, pastExportsWalk.input) as unknown as PastExportsSnapshot

type Shown = {
  readonly exports?: Parameters<typeof seenReading<ReadonlyArray<PastExport>>>[0]
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}

const show = async (
  snapshot: PastExportsSnapshot = afterAll(),
  { exports = { ready: samplePastExports }, accessIds = [3, 4, 17], dark = false }: Shown = {},
) => {
  const { sent, send } = recorder<PastExportsEvent>()
  const { sent: sentToList, send: sendToList } = recorder<{ readonly type: string }>()
  const { sent: answered, send: sendToCommand } = recorder<CommandEvent>()
  const { container } = await render(
    <PastExportsView
      page={{ snapshot, send }}
      url={pageUrl({ tab: "exports" }).url}
      rights={{ userType: 2, accessIds }}
      exports={seenReading<ReadonlyArray<PastExport>>(exports, sendToList)}
      file={seenExport(snapshot)}
      command={seenCommand(snapshot, sendToCommand)}
    />,
    { dark },
  )
  const rows = [...container.querySelectorAll("tbody tr")]
  return { container, rows, said: rows.map(textOf), sent, sentToList, answered }
}

describe("past exports", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as PastExportsSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("say who took which people when, in which file, in the %s", async (_, dark) => {
    const { container, said } = await show(undefined, { dark })
    expect(said[0]).toContain("Flu shotsAll days · Failed · Narrowed by a search")
    expect(said[0]).toContain("by Nora Admin")
    expect(said[0]).toContain("Excel312.5 kB2,204")
    expect(said[1]).toMatch(/^Old survey.*Nov 1.* to .*Nov 20.* · Response file/)
    expect(said[1]).toContain("Text96 bytes1")
    expect(said[2]).toContain("All campaigns")
    expect(said[2]).toContain("CSV41.3 MB")
    expect(container.querySelector(`a[href="/campaign?id=${"c".repeat(20)}"]`)).not.toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("say until when a file is kept, or why there is none", async () => {
    const { said, rows } = await show()
    expect(said[0]).toMatch(/Kept until .*Nov 28/)
    const reasons = [
      ...["Too large to keep", "Removed to make room", "No longer kept"],
      ...["Removed by a person", "Download was interrupted", "Could not be kept"],
    ]
    for (const [index, reason] of reasons.entries()) expect(said[index + 2]).toContain(reason)
    expect(rows.map((row) => row.querySelectorAll("button").length)).toEqual([2, 2, 0, 0, 0, 0, 0, 0])
  })

  it("are downloaded again, or removed", async () => {
    const { container, sent } = await show()
    await press(`Download: ${kept.fileName}`, container)
    await press(`Remove now: ${kept.fileName}`, container)
    expect(sent).toEqual([
      { type: "download.pressed", kept },
      { type: "remove.pressed", kept },
    ])
  })

  it("take no other press while a file is on its way, and show which", async () => {
    const { container, rows, sent } = await show(afterAll({ type: "download.pressed", kept }))
    expect(rows.map((row) => row.querySelectorAll("[aria-busy]").length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    await press(`Remove now: ${kept.fileName}`, container)
    expect(sent).toEqual([])
  })

  it("ask once before a file is removed", async () => {
    const { answered } = await show(afterAll({ type: "remove.pressed", kept }))
    const dialog = document.querySelector("[role=alertdialog], [role=dialog], dialog")
    expect(textOf(dialog)).toContain("Remove this file?")
    expect(textOf(dialog)).toContain(`No one can download “${kept.fileName}” again.`)
    await press("Remove now")
    expect(answered).toEqual([{ type: "confirm.pressed" }])
  })

  it("say what appears here, and for how long, while there is none", async () => {
    const { container } = await show(undefined, { exports: { ready: [] } })
    expect(textOf(container)).toContain("No exports yet")
    expect(textOf(container)).toContain("downloaded again for 7 days")
    expect(textOf(container)).toContain("stays in this list for 90 days")
  })

  it("wait while they are read, and are read again where that failed", async () => {
    const waiting = await show(undefined, { exports: "loading" })
    expect(waiting.container.querySelector("[aria-busy=true]")).not.toBeNull()
    const { container, sentToList } = await show(undefined, { exports: { failed: unreachable() } })
    expect(textOf(container)).toContain("Could not load")
    await press("Try now", container)
    expect(sentToList).toEqual([{ type: "retry.pressed" }])
  })

  it("show more where there are more", async () => {
    const { container, sentToList } = await show(undefined, { exports: { ready: samplePastExports, next: "c" } })
    await press("Show more", container)
    expect(sentToList).toEqual([{ type: "more.pressed" }])
  })

  it("say which right is missing, and lead to no page that may not be opened", async () => {
    const reader = { userType: 2 as const, accessIds: [4] }
    const missing = missingRight(reader, "Report.GetPastExports") ?? ""
    const { container } = await show(undefined, { exports: { failed: problem("Forbidden", missing) }, ...reader })
    expect(missing).toContain("(Actions)")
    expect(textOf(container)).toContain(missing)
    const other = await show(undefined, { accessIds: [4, 17] })
    expect(other.container.querySelector("a[href^='/campaign']")).toBeNull()
  })
})
