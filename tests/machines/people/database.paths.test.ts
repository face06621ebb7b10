import { describe, expect, it } from "vitest"
import { databaseMachine } from "#machines/people/database.machine.ts"
import { draftOf, patientParams, previewParams } from "#machines/people/databaseParams.ts"
import { after } from "#tests/paths/paths.ts"
import { ImportId } from "#schemas/ids.ts"
import { commandEnded } from "../session/command.walk.ts"
import { databaseWalk } from "./database.walk.ts"
import { importIn, notCsv, uploadedImport } from "#tests/support/peopleSamples.ts"

describe("the database chart", () => {
  it("keeps the reason of a refused upload until the next try", () => {
    const refused = after(
      databaseMachine,
      [
        { type: "file.chosen", file: Object.assign(new Blob([]), { name: "a.xlsx" }) },
        { type: "xstate.error.actor.upload", error: notCsv, actorId: "upload" },
      ],
      databaseWalk.input,
    )
    expect(refused.value).toEqual({ place: "import", looking: "listing", working: "browsing" })
    expect(refused.context.refused).toEqual(notCsv)
    expect(refused.context.uploading).toBeNull()
  })

  it("opens the mapping with the guesses and the file's name as the list's", () => {
    const mapping = after(databaseMachine, [{ type: "map.pressed", import: uploadedImport }], databaseWalk.input)
    expect(mapping.children["mapping"]?.getSnapshot().context.values).toEqual({
      importId: 7,
      listName: "spring",
      mapping: uploadedImport.mapping,
      streamVersion: uploadedImport.streamVersion,
    })
    const named = after(databaseMachine, [{ type: "map.pressed", import: importIn("checked") }], databaseWalk.input)
    expect(named.children["mapping"]?.getSnapshot().context.values.listName).toBe("Spring list")
  })

  it("asks before it cancels, and then knows the import as the server answered", () => {
    const running = importIn("running")
    const pressed = { type: "cancel.pressed", import: running }
    const asking = after(databaseMachine, [pressed], databaseWalk.input).children["command"]?.getSnapshot()
    expect(asking.value).toEqual({ asking: "ready" })
    expect(asking.context.subject).toBe(running)
    const ended = { verb: "cancel", subject: running, outcome: "done", answer: importIn("cancelled") } as const
    const { context } = after(databaseMachine, [pressed, commandEnded(ended)], databaseWalk.input)
    expect([context.subject.state, context.stepsDone, context.refused]).toEqual(["cancelled", 1, null])
  })

  it("shows an uploaded import at once, and its columns until the address leads elsewhere", () => {
    const uploaded = [
      { type: "file.chosen", file: Object.assign(new Blob([]), { name: "a.csv" }) },
      { type: "xstate.done.actor.upload", output: uploadedImport, actorId: "upload" },
    ]
    const mapping = after(databaseMachine, uploaded, { search: {} })
    expect(mapping.value).toMatchObject({ place: "import", working: "mapping" })
    expect(mapping.context.search).toEqual({ tab: "imports", import: "7" })
    const left = after(databaseMachine, [...uploaded, { type: "url.changed", search: {} }], { search: {} })
    expect(left.value).toMatchObject({ place: "overview", working: "browsing" })
  })

  it("stops an upload on request, and says nothing of it", () => {
    const stopped = after(
      databaseMachine,
      [{ type: "file.chosen", file: Object.assign(new Blob([]), { name: "a.csv" }) }, { type: "upload.cancelled" }],
      { search: {} },
    )
    expect([stopped.context.uploading, stopped.context.refused]).toEqual([null, null])
    expect(stopped.value).toMatchObject({ working: "browsing" })
  })

  it("shows the values of the columns as the form has them, and those of the import where none is open", () => {
    const read = { snapshot: { context: { data: { import: uploadedImport } } } }
    const mapping = [{ header: "MRN", target: "ignore" }] as const
    const draft = draftOf({ snapshot: { context: { values: { importId: 7, listName: "Spring", mapping } } } })
    expect(draft).toEqual({ importId: 7, mapping })
    expect(previewParams(null, read)).toEqual({ importId: 7, mapping: uploadedImport.mapping })
    expect(previewParams(draft, read)).toEqual(draft)
    expect(previewParams({ ...draft, importId: ImportId.make(8) }, read)).toMatchObject({ importId: 7 })
    expect(previewParams(null, { snapshot: { context: { data: null } } })).toBeNull()
  })

  it("shows a list alone where the address asks for one, and narrows the patients by it elsewhere", () => {
    const at = (search: Readonly<Record<string, string>>) => after(databaseMachine, [], { search }).value
    expect(at({ tab: "lists", list: "3" })).toMatchObject({ place: "list" })
    expect(at({ list: "3" })).toMatchObject({ place: "overview" })
    expect(at({ tab: "imports", import: "7" })).toMatchObject({ place: "import" })
  })

  it("reads a list from the address only when it is a number", () => {
    expect(patientParams({ search: { list: "3" }, searchText: " lop " })).toEqual({ listId: 3, search: "lop" })
    expect(patientParams({ search: { list: "3; drop" }, searchText: " " })).toEqual({})
  })

  it("takes no one's name from the address, and keeps what was typed while the address changes", () => {
    const typed = after(
      databaseMachine,
      [
        { type: "search.changed", search: "lop" },
        { type: "url.changed", search: { tab: "imports", search: "smith" } },
        { type: "url.changed", search: {} },
      ],
      databaseWalk.input,
    )
    expect(typed.context.searchText).toBe("lop")
    expect(patientParams(typed.context)).toEqual({ search: "lop" })
  })
})
