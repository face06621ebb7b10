import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import type { FormEvent } from "#machines/session/form.machine.ts"
import {
  responseFileEditorMachine,
  type ResponseFileEditorEvent,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import { ResponseLayout, type ResponseHeader, type ResponsePreview } from "#schemas/outreach/responseFile.ts"
import { problem } from "#schemas/problem.ts"
import { validatorOf } from "#schemas/validate.ts"
import { ResponseFileView } from "#views/outreach/ResponseFileView.tsx"
import { responseFileEditorWalk, shows } from "#tests/machines/outreach/responseFileEditor.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleHeaders, sampleLayout, sampleResponse, sampleTemplate } from "#tests/support/outreachSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, buttonNamed, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"

const { places } = pathsOf(responseFileEditorMachine, responseFileEditorWalk)
const opened = { type: "xstate.done.actor.open", output: sampleLayout, actorId: "open" }
const designing = after(
  responseFileEditorMachine,
  [opened],
  responseFileEditorWalk.input,
) as unknown as ResponseFileEditorSnapshot

const show = async (snapshot: ResponseFileEditorSnapshot = designing, formEvents: ReadonlyArray<FormEvent> = []) => {
  const page = recorder<ResponseFileEditorEvent>()
  const form = recorder<FormEvent>()
  const { values } = snapshot.context
  const rendered = await render(
    <ResponseFileView
      page={{ snapshot, send: page.send }}
      url={pageUrl({ id: sampleTemplate.hashedId, tab: "response" }).url}
      rights={{ userType: 2, accessIds: [1, 5, 17] }}
      channel="SMS"
      form={
        values === null || !snapshot.matches("designing")
          ? undefined
          : seenForm(values, formEvents, validatorOf(ResponseLayout), form.send)
      }
      headers={seenReading<ReadonlyArray<ResponseHeader>>({ ready: sampleHeaders })}
      preview={seenReading<ResponsePreview>({ ready: sampleResponse })}
      command={seenCommand(snapshot)}
    />,
  )
  return { ...rendered, toPage: page.sent, toForm: form.sent }
}

describe("the tab of a response file", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as ResponseFileEditorSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("orders, removes and adds columns by buttons", async () => {
    const { container, toForm } = await show()
    await press("Move down: Patient id", container)
    await press("Remove: Reply", container)
    await press("Add a column", container)
    const headers = toForm.map((event) =>
      event.type === "field.changed" ? (event.value as typeof sampleLayout.columns).map(({ header }) => header) : [],
    )
    expect(headers).toEqual([
      ["Phone", "Patient id", "State", "Reply"],
      ["Patient id", "Phone", "State"],
      ["Patient id", "Phone", "State", "Reply", ""],
    ])
  })

  it("says why there can be no further column", async () => {
    const columns = Array.from({ length: 60 }, (_, at) => ({ header: `Column ${at}`, source: "phone" }))
    const { container } = await show(designing, [{ type: "field.changed", field: "columns", value: columns }])
    const add = buttonNamed("Add a column", container)
    expect([add?.ariaDisabled, reasonOf(add)]).toEqual(["true", "A file has 60 columns at most: remove one first."])
  })

  it("shows the rows as the receiver gets them, with the file's name", async () => {
    const { container } = await show()
    expect(textOf(container)).toContain("The first patients of “Flu shots November”")
    expect([...container.querySelectorAll(".table-scroll thead th")].map(textOf)).toEqual(sampleResponse.header)
    expect(container.querySelectorAll(".table-scroll tbody tr")).toHaveLength(2)
    expect(textOf(container.querySelector(".column-sample"))).toBe(sampleResponse.rows[0]?.[0])
  })

  it("says that two columns have the same header", async () => {
    const columns = sampleLayout.columns.map((column) => ({ ...column, header: "Same" }))
    const { container } = await show(designing, [
      { type: "field.changed", field: "columns", value: columns },
      { type: "submit.pressed" },
    ])
    expect(textOf(container.querySelector(".field-invalid"))).toContain("Two columns have the same header.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows what someone else saved next to the layout", async () => {
    const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")
    const theirs = { ...sampleLayout, streamVersion: 9, columns: sampleLayout.columns.slice(1) }
    const { container } = await show(designing, [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: stale, actorId: "submit" } as never,
      { type: "xstate.done.actor.theirs", output: theirs, actorId: "theirs" } as never,
    ])
    expect([...container.querySelectorAll(".comparison dt")].map(textOf)).toEqual(["Columns"])
    expect(textOf(container.querySelector(".comparison del"))).toContain("Patient id")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says that someone else deleted the file, instead of showing a layout no one saved", async () => {
    const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")
    const { container } = await show(designing, [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: stale, actorId: "submit" } as never,
      { type: "xstate.done.actor.theirs", output: { ...sampleLayout, streamVersion: 0 }, actorId: "theirs" } as never,
    ])
    expect(textOf(container)).toContain("They deleted the response file.")
    expect(container.querySelector(".comparison")).toBeNull()
  })

  it("says before deleting that what was not saved goes too", async () => {
    const confirming = (...events: ReadonlyArray<AnyEventObject>) =>
      after(
        responseFileEditorMachine,
        [opened, ...events, { type: "delete.pressed" }],
        responseFileEditorWalk.input,
      ) as unknown as ResponseFileEditorSnapshot
    const warning = "What you have changed and not saved goes with it."
    await show(confirming(shows({ ...sampleLayout, fileName: "Results" })))
    expect(textOf(document.querySelector("[role=alertdialog], [role=dialog]"))).toContain(warning)
    await show(confirming())
    const question = textOf(document.querySelector("[role=alertdialog], [role=dialog]"))
    expect(question).toContain("Exports have our own columns again.")
    expect(question).not.toContain(warning)
  })
})
