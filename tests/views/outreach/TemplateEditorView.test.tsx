import "#views/outreach/outreach.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import type { FormEvent } from "#machines/session/form.machine.ts"
import {
  templateEditorMachine,
  type TemplateEditorEvent,
  type TemplateEditorSnapshot,
} from "#machines/outreach/templateEditor.machine.ts"
import { TemplateDraft } from "#schemas/outreach/template.ts"
import type { ValueCounts } from "#schemas/outreach/valueCounts.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { validatorOf } from "#schemas/validate.ts"
import { TemplateEditorView } from "#views/outreach/TemplateEditorView.tsx"
import { goodPreview, sampleChoices, sampleValueCounts, troubledPreview } from "#tests/support/outreachSamples.ts"
import { emptyTemplate, templateEditorWalk } from "#tests/machines/outreach/templateEditor.walk.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import type { AnyEventObject } from "xstate"

const { places } = pathsOf(templateEditorMachine, templateEditorWalk)
const text = "Hello {{ firstNmae }}, it’s time… 🙂"
const written = { ...emptyTemplate, name: "Flu", text }
const opened = { type: "xstate.done.actor.open", output: emptyTemplate }
const typed = { type: "xstate.snapshot.form", snapshot: { context: { values: written, initial: emptyTemplate } } }
const pause = { type: "xstate.after.typingPause.templateEditor.writing.preview.pausing" }
const previewed = { type: "xstate.done.actor.preview", output: troubledPreview }

const show = async (
  events: ReadonlyArray<AnyEventObject>,
  formEvents: ReadonlyArray<AnyEventObject> = [],
  dark = false,
  given?: TemplateEditorSnapshot,
  counts: Parameters<typeof seenReading<ValueCounts>>[0] = { ready: sampleValueCounts },
) => {
  const snapshot =
    given ?? (after(templateEditorMachine, events, templateEditorWalk.input) as unknown as TemplateEditorSnapshot)
  const page = recorder<TemplateEditorEvent>()
  const form = recorder<FormEvent>()
  const values = snapshot.context.values ?? emptyTemplate
  const rendered = await render(
    <TemplateEditorView
      page={{ snapshot, send: page.send }}
      url={pageUrl({ new: "" }).url}
      form={
        snapshot.matches("writing") ? seenForm(values, formEvents, validatorOf(TemplateDraft), form.send) : undefined
      }
      lists={seenReading<ReadonlyArray<PatientList>>({ ready: sampleChoices.lists })}
      counts={seenReading<ValueCounts>(counts)}
    />,
    { dark },
  )
  return { ...rendered, toPage: page.sent, toForm: form.sent }
}

describe("the template editor", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show([], [], false, snapshot as unknown as TemplateEditorSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("shows cost, problems, dear characters and missing values, in the %s", async (_, dark) => {
    const { container } = await show([opened, typed, pause, previewed], [], dark)
    const preview = textOf(container.querySelector(".preview"))
    expect(preview).toContain("Now, UCS-22 segments, 88 characters, 46 left")
    expect(preview).toContain("With plain characters, UCS-22 segments, 89 characters, 45 left")
    expect(preview).toContain("Did you mean {{ firstName }}?")
    // What makes it dearer, and its cure, stand under the text.
    expect(textOf(container.querySelector("form"))).toContain("’ curly apostropheReplace with '")
    expect(preview).toContain("Values missing: firstName, zip")
    expect(preview).toContain("Up to date")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("replaces one dear character or all that can be replaced", async () => {
    const { toForm } = await show([opened, typed, pause, previewed])
    await press("Replace with '")
    await press("Replace all")
    expect(toForm).toEqual([
      { type: "field.changed", field: "text", value: "Hello {{ firstNmae }}, it's time… 🙂" },
      { type: "field.changed", field: "text", value: "Hello {{ firstNmae }}, it's time... " },
    ])
  })

  it("marks under the text its variables, and the characters that make it dearer", async () => {
    const { container } = await show([opened, typed, pause, previewed])
    const marks = container.querySelector(".message-marks")
    expect([...(marks?.querySelectorAll("mark") ?? [])].map((mark) => [mark.className, mark.textContent])).toEqual([
      ["message-variable", "{{ firstNmae }}"],
      ["message-dear", "’"],
      ["message-dear", "…"],
      ["message-dear", "🙂"],
    ])
    // Letter under letter: what is marked is what is written.
    expect(marks?.textContent?.replace("\u200b", "")).toBe(container.querySelector("textarea")?.value)
  })

  it("says of how many people each variable of the text is known, and marks one that few have", async () => {
    const variables = ["firstName", "clinic", "companyName", "bookingLink"]
    const output = { ...goodPreview, variables }
    const events = [opened, typed, pause, { type: "xstate.done.actor.preview", output }]
    const { container } = await show(events)
    const rows = () => [...document.querySelectorAll(".facts > div")].map(textOf)
    expect(rows()).toEqual([
      "firstName1,204 of 1,230 people have a value",
      "clinic410 of 1,230 people have a value820 without a value",
      "companyNameThe same for everyone",
      "bookingLinkMade for each person",
    ])
    expect(textOf(container)).toContain("of all people of the company")
    expect(await accessibilityFaults()).toEqual([])
    await show([...events, { type: "list.chosen", listId: 5 }], [], true, undefined, { failed: unreachable() })
    expect(textOf(document.body)).toContain("Could not load")
  })

  it("inserts a variable at the caret", async () => {
    const { container, toForm } = await show([opened, typed])
    const area = container.querySelector("textarea")
    area?.setSelectionRange(5, 5)
    await press("Insert zip")
    expect(toForm.at(-1)).toEqual({
      type: "field.changed",
      field: "text",
      value: text.replace("Hello", "Hello{{ zip }}"),
    })
  })

  it("previews on the list that is chosen", async () => {
    const { container, toPage } = await show([opened, typed, pause, previewed])
    const choice = container.querySelector<HTMLSelectElement>(".preview select")
    await act(async () => {
      if (choice === null) return
      choice.value = "5"
      choice.dispatchEvent(new Event("change", { bubbles: true }))
    })
    expect(toPage).toEqual([{ type: "list.chosen", listId: 5 }])
  })

  it("puts a taken name next to its field and keeps what was written", async () => {
    const taken = problem("AlreadyExists", "A template with this name already exists.", {
      errors: [{ field: "name", message: "A template with this name already exists." }],
    })
    const { container } = await show(
      [opened, typed],
      [{ type: "submit.pressed" }, { type: "xstate.error.actor.submit", error: taken, actorId: "submit" }],
    )
    expect(textOf(container.querySelector("#template-name-error"))).toBe("A template with this name already exists.")
    expect(container.querySelector("textarea")?.value).toBe(text)
    expect(container.querySelector("#template-name")?.getAttribute("aria-invalid")).toBe("true")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks the form before it is left, and the form asks the person", async () => {
    const { toPage, toForm } = await show([opened, typed])
    await press("Cancel")
    expect(toForm).toEqual([{ type: "leave.asked", to: "?" }])
    expect(toPage).toEqual([])
    const changed = { type: "field.changed", field: "name", value: "Flu, spring" }
    const asking = await show([opened, typed], [changed, { type: "leave.asked", to: "/campaign" }])
    expect(textOf(document.querySelector(".confirm-dialog"))).toContain("Leave without saving?")
    await press("Stay here")
    await press("Leave and lose the changes")
    expect(asking.toForm).toEqual([{ type: "leave.cancelled" }, { type: "leave.confirmed" }])
  })

  it("shows what someone else saved next to what was written, and leaves the choice", async () => {
    const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")
    const refused = [
      { type: "field.changed", field: "name", value: "Flu" },
      { type: "field.changed", field: "text", value: "Hello there" },
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: stale, actorId: "submit" },
    ]
    const theirs = { ...emptyTemplate, name: "Flu", purpose: "Reminder", text: "Hello friend", streamVersion: 5 }
    const done = { type: "xstate.done.actor.theirs", output: theirs, actorId: "theirs" }
    const { container, toForm } = await show([opened], [...refused, done])
    const notice = container.querySelector<HTMLElement>(".notice-warning")
    expect(textOf(notice)).toContain("Someone changed this first")
    expect([...(notice?.querySelectorAll("dt") ?? [])].map(textOf)).toEqual(["Purpose", "Message"])
    expect([...(notice?.querySelectorAll(".comparison > div:last-child :is(ins, del)") ?? [])].map(textOf)).toEqual([
      "removed: there",
      "added: friend",
    ])
    await press("Take theirs", notice ?? container)
    await press("Save mine over theirs", notice ?? container)
    expect(toForm).toEqual([{ type: "theirs.pressed" }, { type: "overwrite.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
    const failed = { type: "xstate.error.actor.theirs", error: unreachable(), actorId: "theirs" }
    const unread = await show([opened], [...refused, failed])
    expect(textOf(unread.container)).toContain("What they changed could not be read")
    await press("Retry", unread.container)
    expect(unread.toForm).toEqual([{ type: "retry.pressed" }])
  })
})
