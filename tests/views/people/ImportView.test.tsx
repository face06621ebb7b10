import { act } from "react"
import { userEvent } from "vitest/browser"
import { describe, expect, it } from "vitest"
import { unreachable } from "#schemas/session/problems.ts"
import {
  importIn,
  sampleForecast,
  samplePreview,
  sampleRejection,
  uploadedImport,
} from "#tests/support/peopleSamples.ts"
import { accessibilityFaults, press, textOf } from "#tests/support/render.tsx"
import { at, onImport, page, show } from "./shownDatabase.tsx"

describe("the page of an import", () => {
  it.each(["uploaded", "checking", "checked", "running", "done", "cancelled", "failed"] as const)(
    "shows an import that is %s",
    async (state) => {
      await show({ search: onImport, one: importIn(state, { done: 9 }) })
      expect(await accessibilityFaults()).toEqual([])
      expect(page()).toContain("spring.csv")
    },
  )

  it("says what became of rejected rows that are not kept any more, and offers no empty file", async () => {
    await show({ search: onImport, one: importIn("done"), detail: { rejectedRows: 0, reasons: [] } })
    expect(page()).toContain("The rejected rows of this import were removed 90 days after the upload.")
    expect(page()).not.toContain("Download the")
    await show({ search: onImport, one: importIn("checking"), detail: { rejectedRows: 0, reasons: [] } })
    expect(page()).not.toContain("were removed")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says what the import will do, in numbers that add up to its rows", async () => {
    const { container } = await show({ search: onImport })
    const figures = [...container.querySelectorAll(".figure")].map(textOf)
    expect(figures).toEqual(["New9", "Changed5", "Unchanged3", "Rejected3"])
    expect(page()).toContain("17 people can be texted")
    expect(page()).not.toContain("Taken, with a remark")
  })

  it("says who is taken and cannot be texted, and why", async () => {
    const forecast = { ...sampleForecast, noPhone: 2, landline: 1, textable: { US: 9, PR: 1 }, otherCountry: { CA: 4 } }
    const { container } = await show({ search: onImport, detail: { forecast } })
    expect([...container.querySelectorAll(".remarks tbody tr")].map(textOf)).toEqual([
      "No phone2Imported, cannot be texted",
      "Landline1Imported, cannot be texted",
      "Number of Canada4Imported, not texted: your company does not text this country",
    ])
    expect(page()).toContain("United States 9, Puerto Rico 1")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("groups rejected rows by their reason, and names the rows of each", async () => {
    const { container } = await show({ search: onImport, one: importIn("checked", { rejected: 14 }) })
    expect(page()).toContain("14 rows, 1 reason")
    const reason = container.querySelector<HTMLDetailsElement>("details")
    expect(textOf(reason?.querySelector("summary") ?? null)).toBe(`Mobile: ${sampleRejection.reason}14 rows`)
    reason?.querySelector("summary")?.focus()
    await act(() => userEvent.keyboard("{Enter}"))
    expect(reason?.open).toBe(true)
    for (const text of ["Row 18 ask at desk", "13 more in the file", "Download the 14"]) expect(page()).toContain(text)
  })

  it("offers the import of exactly the people it will take", async () => {
    const { sent } = await show({ search: onImport })
    await press("Import 17 people")
    expect(sent).toEqual([{ type: "run.pressed", import: importIn("checked") }])
  })

  it("says that the same file was imported before, and leads there", async () => {
    const earlier = {
      importId: importIn("done").importId,
      state: "done",
      createdOn: "2026-03-01T15:00:00.000Z",
    } as const
    const { container } = await show({ search: onImport, detail: { earlier } })
    expect(page()).toContain("This file was uploaded before")
    expect([...container.querySelectorAll(".notice a")].map(textOf)).toEqual(["see that import"])
  })

  it("steps through the first rows, and hides the columns that no one should see", async () => {
    const mapping = [...uploadedImport.mapping, { header: "SSN", target: "ignore" as const }]
    const sample = [
      ["N-1", "+1 415 555 0190", "Eastside", ""],
      ["N-2", "415 555 0191", "", ""],
    ]
    const { container, address } = await show({ search: onImport, one: { ...importIn("checked"), mapping, sample } })
    const rows = () => [...container.querySelectorAll(".columns-table tbody tr")].map(textOf)
    expect(rows()).toEqual([
      "MRNN-1Patient id (MRN)N-1",
      "Mobile+1 415 555 0190Phone(415) 555-0190",
      "ClinicEastsideOwn value, for templatesEastside {{ clinic }}",
      "SSNHiddenLeave outGovernment id",
    ])
    await press("Next example")
    expect(address.changed).toEqual([{ row: "2" }])
    const second = await show({
      search: { ...onImport, row: "2" },
      one: { ...importIn("checked"), mapping, sample },
      preview: [
        samplePreview,
        {
          ...samplePreview,
          cells: [
            { target: "externalId", value: "N-2", error: null },
            { target: "phone", value: "", error: "No phone." },
          ],
        },
      ],
    })
    expect([...second.container.querySelectorAll(".columns-table tbody tr")].map(textOf).slice(0, 2)).toEqual([
      "MRNN-2Patient id (MRN)N-2",
      "Mobile415 555 0191PhoneNo phone.",
    ])
  })

  it("shows what happened to the import, and who did it", async () => {
    const { container } = await show({ search: onImport })
    const [last, , first] = [...container.querySelectorAll(".history li")].map(textOf)
    expect(first).toMatch(/^Uploaded.*by Nora Admin$/)
    expect(last).toContain("by Admin View")
  })

  it("counts what is truly stored while an import runs", async () => {
    await show({ search: onImport, one: importIn("running", { done: 9 }) })
    const bar = document.querySelector('[role="progressbar"]')
    expect(bar?.getAttribute("aria-valuenow")).toBe("9")
    expect(bar?.getAttribute("aria-valuemax")).toBe("20")
  })

  it("says what an import that is cancelled has stored, and leads on", async () => {
    const one = importIn("cancelled", { done: 9, added: 6, changed: 1, unchanged: 1 })
    await show({ search: onImport, one })
    expect(page()).toContain(
      "Cancelled by a person. 8 rows of it are stored and stay. To import the rest, upload the file again and give the list another name.",
    )
    expect(page()).toContain("Upload again")
  })

  it("says why an import failed, and leads on", async () => {
    await show({ search: onImport, one: importIn("failed") })
    expect(page()).toContain("The file ends in the middle of a quoted cell.")
    expect(page()).toContain("Upload again")
  })

  it("asks before it cancels, with what is stored by now", async () => {
    const running = importIn("running", { done: 9, added: 6 })
    const { sent } = await show({ search: onImport, one: running })
    await press("More")
    await press("Cancel the import")
    expect(sent).toEqual([{ type: "cancel.pressed", import: running }])
    const asked = at(onImport, [{ type: "cancel.pressed", import: running }])
    const later = importIn("running", { done: 14, added: 12, changed: 2 })
    const dialog = await show({ snapshot: asked, one: later })
    expect(page()).toContain("Rows that are stored stay: 14 so far.")
    await press("Go on")
    expect(dialog.answered).toEqual([{ type: "cancel.pressed" }])
  })

  it("moves the focus to the steps when one has ended, since its button has gone", async () => {
    await show({ search: onImport })
    expect(textOf(document.activeElement)).toBe("spring.csv")
    const started = at(onImport, [
      { type: "run.pressed", import: importIn("checked") },
      { type: "xstate.done.actor.run", output: importIn("running"), actorId: "run" },
    ])
    await show({ snapshot: started })
    expect(document.activeElement?.querySelector("[aria-current=step]")?.textContent).toContain("Import")
    // What was read before the answer to the command is older than the answer.
    expect(page()).toContain("Importing")
    expect([...document.querySelectorAll("button")].map(textOf)).not.toContain("Import 17 people")
  })

  it("moves the focus to the reason of a refusal", async () => {
    const refused = at(onImport, [
      { type: "run.pressed", import: importIn("checked") },
      { type: "xstate.error.actor.run", error: unreachable(), actorId: "run" },
    ])
    await show({ snapshot: refused })
    expect(page()).toContain(unreachable().message)
    expect(document.activeElement?.closest(".page")).not.toBeNull()
  })
})
